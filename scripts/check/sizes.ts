// Files stay small enough to be read at once: 400 lines at the most, 250 as the aim; tests 500.
import { isGenerated, isTest, sourceFiles } from './files.ts'

const hardLines = 400
const testLines = 500

export function sizes(): string[] {
  return sourceFiles(/\.(?:ts|tsx|js|mjs)$/)
    .filter(({ path }) => !isGenerated(path))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n').length - 1
      const limit = isTest(path) ? testLines : hardLines
      return lines > limit ? [`${path} has ${lines} lines; the limit is ${limit}`] : []
    })
}
