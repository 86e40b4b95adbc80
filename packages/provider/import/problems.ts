// Reports what is wrong with an import file. A file is imported whole or not at all, so problems are collected: a
// caller who fixes a file wants to see more than the first one.
import { type Failure, fail } from '#define'

const problemLimit = 5
const excerptLength = 40

/** The failure `import.invalid`: the file as a whole is refused for this reason. */
export function invalidImport(reason: string, cause?: unknown): Failure {
  return fail('import.invalid', { reason }, cause === undefined ? {} : { cause })
}

/**
 * An excerpt of the file as it may appear in a message: short, quoted, and without characters that could break a log
 * line.
 */
export function excerpt(value: string): string {
  return JSON.stringify(value.length > excerptLength ? `${value.slice(0, excerptLength)}…` : value)
}

export interface ImportProblems {
  /** Notes a problem and where it is, such as `line 7`. Throws `import.invalid` with all of them at the fifth. */
  add(where: string, problem: string): void
  /** Throws `import.invalid` if any problem was noted. Call it at the end of the file. */
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
