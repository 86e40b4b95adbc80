// Checks that an index is not followed by a default that hides a wrong index: `present(list[at])` of #define/present
// throws, and `list.at(at) ?? 0` says that the item may be missing. A look-up by name may have a default.
import { isGenerated, isTest, type SourceFile, sourceFiles } from './files.ts'
import { isNode, type Node, nameOf, nodesIn, placeOf } from './syntax.ts'

/** Files and folders whose loops over typed arrays keep the default: `present` costs them a third (decision 0009). */
const hot: readonly string[] = [
  'apis/background-removal/provider/',
  'packages/gateway/src/upstream/pattern-automaton.ts',
  'packages/gateway/src/upstream/multi-pattern-search.ts',
  'packages/provider/json-scan.ts',
]

export function defaults(): string[] {
  return sourceFiles(/^(?:apis|packages|scripts)\/.*\.ts$/)
    .filter(({ path }) => !isTest(path) && !isGenerated(path) && !hot.some((one) => path.startsWith(one)))
    .flatMap(defaultsIn)
}

export function defaultsIn(file: SourceFile): string[] {
  // most files contain none and need not be parsed
  if (!/\]\s*\?\?/.test(file.text)) return []
  const nodes = nodesIn(file)
  const numbers = new Set(nodes.flatMap(numbersIn))
  return nodes
    .filter(({ type, operator, left, right }) => {
      if (type !== 'LogicalExpression' || operator !== '??' || !isNode(left) || !isEmpty(right)) return false
      return left.type === 'MemberExpression' && left.computed === true && isIndex(left.property, numbers)
    })
    .map(
      (node) => `${placeOf(file, node)}: a default hides a wrong index: use present(…), or .at(…) if it may be missing`,
    )
}

/** True for `0`, `''`, `-1`, `[]` and `{}`. */
function isEmpty(node: unknown): boolean {
  if (!isNode(node)) return false
  const { type, value, operator, elements, properties } = node
  if (type === 'Literal') return value === 0 || value === ''
  if (type === 'UnaryExpression') return operator === '-'
  return [elements, properties].some((members) => Array.isArray(members) && members.length === 0)
}

function isIndex(node: unknown, numbers: ReadonlySet<string>): boolean {
  if (!isNode(node)) return false
  const name = nameOf(node)
  return name === undefined ? isNumber(node) : numbers.has(name)
}

/** True if an expression is a number by its form. */
function isNumber(node: unknown): boolean {
  if (!isNode(node)) return false
  const { type, value, operator, callee, property } = node
  if (type === 'Literal') return typeof value === 'number'
  if (type === 'BinaryExpression') return /^(?:[-*/%&|^]|<<|>>>?)$/.test(String(operator)) || isSum(node)
  if (type === 'MemberExpression') return node.computed === false && nameOf(property) === 'length'
  return (
    type === 'UpdateExpression' || (type === 'CallExpression' && isNode(callee) && nameOf(callee.object) === 'Math')
  )
}

const isSum = ({ operator, left, right }: Node) => operator === '+' && (isNumber(left) || isNumber(right))

/** Functions of a list that give their callback the index. */
const walkers = /^(?:map|flatMap|filter|forEach|some|every|find|findIndex|findLast|findLastIndex)$/

/** Returns the names that a node gives to numbers, as far as its form shows it. */
function numbersIn(node: Node): string[] {
  const { type, callee, arguments: args } = node
  if (type === 'VariableDeclarator' && isNumber(node.init)) return [nameOf(node.id) ?? []].flat()
  if (type === 'ForOfStatement') return entryIndexIn(node)
  if (type !== 'CallExpression' || !isNode(callee) || !walkers.test(nameOf(callee.property) ?? '')) return []
  const [walker]: unknown[] = Array.isArray(args) ? args : []
  const [, index]: unknown[] = isNode(walker) && Array.isArray(walker.params) ? walker.params : []
  return [nameOf(index) ?? []].flat()
}

/** Returns `at` of `for (const [at, one] of list.entries())`. */
function entryIndexIn({ left, right }: Node): string[] {
  if (!isNode(right) || !isNode(right.callee) || nameOf(right.callee.property) !== 'entries') return []
  if (nameOf(right.callee.object) === 'Object' || !isNode(left) || !Array.isArray(left.declarations)) return []
  return left.declarations.flatMap((one: unknown) => {
    const pattern = isNode(one) ? one.id : undefined
    const [index]: unknown[] = isNode(pattern) && Array.isArray(pattern.elements) ? pattern.elements : []
    return nameOf(index) ?? []
  })
}
