// Reports the problems of an import file. A file is imported as a whole or not at all, so problems are collected: a
// caller who fixes a file wants to see more than the first one.
import { type Failure, fail } from '#define'

const problemLimit = 5
const excerptLength = 40

/** Creates the failure `import.invalid`, which refuses the whole file for this reason. */
export function invalidImport(reason: string, cause?: unknown): Failure {
  return fail('import.invalid', { reason }, cause === undefined ? {} : { cause })
}

/**
 * Returns an excerpt of the file for messages: short, quoted, and without characters that could break a log line.
 */
export function excerpt(value: string): string {
  return JSON.stringify(value.length > excerptLength ? `${value.slice(0, excerptLength)}…` : value)
}

export interface ImportProblems {
  /** Records a problem and its location, such as `line 7`. Throws `import.invalid` with all of them at the fifth. */
  add(where: string, problem: string): void
  /** Throws `import.invalid` if any problem was recorded. Call it at the end of the file. */
  throwIfAny(): void
}

export function createImportProblems(): ImportProblems {
  const problems: string[] = []
  return {
    add(where, problem) {
      problems.push(`${where}: ${problem}`)
      if (problems.length >= problemLimit) throw invalidImport([...problems, 'and possibly more'].join('; '))
    },
    throwIfAny() {
      if (problems.length > 0) throw invalidImport(problems.join('; '))
    },
  }
}
