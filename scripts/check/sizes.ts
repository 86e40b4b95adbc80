// Keeps files small enough to read in one sitting: at most 400 lines, ideally 250.
import { isGenerated, sourceFiles } from './files.ts'

const hardLines = 400

export function sizes(): string[] {
  return sourceFiles(/\.(?:ts|tsx|js|mjs)$/)
    .filter(({ path }) => !isGenerated(path))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n').length - 1
      return lines > hardLines ? [`${path} has ${lines} lines; the limit is ${hardLines}`] : []
    })
}
