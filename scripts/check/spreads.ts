// Checks that no object literal is spread into another object: it only puts several members on one line.
import { isGenerated, isTest, type SourceFile, sourceFiles } from './files.ts'
import { isNode, nodesIn, placeOf } from './syntax.ts'

export function spreads(): string[] {
  return sourceFiles(/^(?:apis|packages|scripts)\/.*\.ts$/)
    .filter(({ path }) => !isTest(path) && !isGenerated(path))
    .flatMap(spreadsIn)
}

export function spreadsIn(file: SourceFile): string[] {
  // most files contain none and need not be parsed
  if (!/\.\.\.\(?\{/.test(file.text)) return []
  return nodesIn(file)
    .filter(({ type, argument }) => type === 'SpreadElement' && isLiteral(argument))
    .map((node) => `${placeOf(file, node)}: write the members of the literal without a spread`)
}

function isLiteral(node: unknown): boolean {
  if (!isNode(node)) return false
  return node.type === 'ParenthesizedExpression' ? isLiteral(node.expression) : node.type === 'ObjectExpression'
}
