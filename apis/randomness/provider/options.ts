// The options to pick from.
import { invalidParameter } from './errors.ts'

const maxOptions = 1000

/**
 * Options from a JSON array, a repeated parameter or a comma-separated list; trimmed, without empty ones. Throws the
 * provider's 400 for none and for more than 1000.
 */
export function readOptions(value: string, query: URLSearchParams): string[] {
  const repeated = query.getAll('options')
  const all = repeated.length > 1 ? repeated : (readArray(value) ?? value.split(',', maxOptions + 1))
  const options = all.map((option) => option.trim()).filter((option) => option !== '')
  if (options.length === 0) throw invalidParameter('options must name at least one option.')
  if (options.length > maxOptions) throw invalidParameter(`options may name at most ${maxOptions} options.`)
  return options
}

function readArray(value: string): string[] | undefined {
  if (!value.trimStart().startsWith('[')) return undefined
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) ? parsed.map(String) : undefined
  } catch {
    return undefined // an option may begin with a bracket
  }
}
