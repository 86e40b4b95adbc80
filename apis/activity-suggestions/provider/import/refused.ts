// How the importer says why a file as a whole is refused.
import { fail } from '#define'

/** The failure `import.invalid` with every reason. */
export function refused(problems: readonly string[]): Error {
  return fail('import.invalid', { reason: problems.join('; ') })
}

/** A piece of the file as it may stand in a message: short, and with nothing that could break a log line. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
