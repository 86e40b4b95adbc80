// Keeps files small enough to read in one sitting: at most 400 lines, ideally 250. The vocabulary of declarations stays
// small enough to learn: at most 70 names (decision 0002).
import { isGenerated, type SourceFile, sourceFiles } from './files.ts'

const hardLines = 400
const mostWords = 70

export function sizes(): string[] {
  return [...tooLong(), ...sourceFiles(/^packages\/define\/mod\.ts$/).flatMap(tooManyWords)]
}

/** Returns a problem if the file exports more names than an author can learn. */
export function tooManyWords({ path, text }: SourceFile): string[] {
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
  const count = lists.flatMap(([, list = '']) => list.split(',').filter((name) => name.trim() !== '')).length
  return count > mostWords ? [`${path} exports ${count} names; the limit is ${mostWords}`] : []
}

function tooLong(): string[] {
  return sourceFiles(/\.(?:ts|tsx|js|mjs)$/)
    .filter(({ path }) => !isGenerated(path))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n').length - 1
      return lines > hardLines ? [`${path} has ${lines} lines; the limit is ${hardLines}`] : []
    })
}
