// Reads the options of a pick, and picks one.
import type { ProviderKit } from '#define'
import { present } from '#define/present'
import { invalidParameter } from './errors.ts'

const maxOptions = 1000

/**
 * Reads options from a JSON array, a repeated parameter or a comma-separated list; trimmed, without empty ones. Throws
 * the provider's 400 for an empty list and for more than 1000.
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
    return undefined // an option can begin with a bracket
  }
}

/** Picks one of the options, each with the same chance. */
export function pickOption(random: ProviderKit['random'], options: string[]) {
  const index = random.int(0, options.length - 1)
  return { picked: present(options[index]), index, options }
}
