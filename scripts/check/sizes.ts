// Files stay small enough to be read at once: 400 lines at the most, 250 as the aim.
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
