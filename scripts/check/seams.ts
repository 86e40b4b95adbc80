// Finds undocumented parts of Node and of libraries, which may change with any version: members and methods with an
// underscore, symbols, internal modules, patched prototypes, and V8 flags (docs/decisions/0091).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isGenerated, root, type SourceFile, sourceFiles } from './files.ts'
import { isNode, type Node, nameOf, nodesIn, placeOf } from './syntax.ts'

/** V8 flags that package.json still uses. To be emptied. */
const toleratedV8Flags: readonly string[] = []
/** Reaches into undici until it skips an unrequested `100 Continue` (docs/decisions/0091). */
const tolerated = 'packages/gateway/src/upstream/skip-continue.ts'
/** The flag of the young generation's size, and documented options of Node. */
const nodeFlags: readonly string[] = ['--max-semi-space-size', '--expose-gc', '--disable-warning', '--import', '-e']

/** Documented members of data: of MongoDB, the Model Context Protocol, Solr, game skins and OpenAI's clients. */
const dataMembers: ReadonlySet<string> = new Set([
  '_id',
  '_bsontype',
  '_meta',
  '_childDocuments_',
  '_deprecated',
  '_request_id',
])
/** Methods that Node's documentation tells subclasses of streams to implement. */
const streamMethods = /^_(?:construct|read|write|writev|final|destroy|transform|flush)$/
const internalModule = /^(?:node:(?:internal\/|_)|undici\/lib\/)/
const internalFlag = /^--(?:expose[-_]internals|allow[-_]natives)/
const symbolReaders: ReadonlySet<string> = new Set(['Object.getOwnPropertySymbols', 'Symbol.for'])
const writers = /^(?:Object\.(?:assign|definePropert(?:y|ies)|setPrototypeOf)|Reflect\.(?:set|defineProperty))$/

export function seams(): string[] {
  const files = sourceFiles(/^(?:apis|packages|scripts|bench|tests)\/.*\.(?:ts|tsx|js|mjs)$/)
  const own = files.filter(
    ({ path }) => !isGenerated(path) && !path.startsWith('scripts/check/seams.') && path !== tolerated,
  )
  return [...own.flatMap(seamsIn), ...flagSeams(readFileSync(join(root, 'package.json'), 'utf8'))]
}

/** Returns the flags in a package.json's scripts that are neither documented by Node nor tolerated. */
export function flagSeams(packageJson: string): string[] {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(packageJson)
  return Object.entries(scripts).flatMap(([name, script]) =>
    [...script.matchAll(/\bnode((?: -\S+)+)/g)]
      .flatMap(([, flags = '']) => flags.trim().split(' '))
      .map((flag) => flag.replace(/=.*/, ''))
      .filter((flag) => !nodeFlags.includes(flag) && !toleratedV8Flags.includes(flag))
      .map((flag) => `package.json: the script ${name} uses ${flag}, which Node does not document`),
  )
}

const mayHoldSeam =
  /\b_[a-z]|\.prototype\b|Symbols\b|Symbol\.for|\bbinding\b|node:internal|undici\/lib|--(?:expose|allow)|setFlags/i

export function seamsIn(file: SourceFile): string[] {
  // most files contain no seam and need not be parsed
  if (!mayHoldSeam.test(file.text)) return []
  return nodesIn(file).flatMap((node) => {
    const problem = problemOf(node, file.text)
    return problem ? [`${placeOf(file, node)}: ${problem}`] : []
  })
}

function problemOf(node: Node, text: string): string | undefined {
  const member = memberIn(node)
  if (member?.startsWith('_') && !dataMembers.has(member) && !(isDefinition(node) && streamMethods.test(member)))
    return `${member} is not documented; members with an underscore belong to whoever made the object`
  if (node.type === 'CallExpression') return callProblem(node, text)
  if (node.type === 'MemberExpression' && textOf(node, text) === 'process.binding')
    return 'process.binding reaches into Node'
  if (node.type === 'AssignmentExpression' && isOfPrototype(node.left, text)) return patched
  const literal = literalIn(node)
  if (literal !== undefined && internalModule.test(literal)) return `${literal} is an internal module`
  return literal !== undefined && internalFlag.test(literal) ? `${literal} opens the inside of Node` : undefined
}

const patched = 'a prototype is patched: make a class or a function of your own'

function callProblem({ callee, arguments: args }: Node, text: string): string | undefined {
  const name = isNode(callee) ? textOf(callee, text) : ''
  const first = Array.isArray(args) ? args[0] : undefined
  const literal = isNode(first) ? literalIn(first) : undefined
  if (symbolReaders.has(name)) return `${name} finds symbols of others`
  if (writers.test(name) && isNode(first) && /\.prototype$/.test(textOf(first, text))) return patched
  if (!name.endsWith('setFlagsFromString') || literal === undefined) return undefined
  return nodeFlags.includes(literal.replace(/=.*/, '')) ? undefined : `${literal} is a flag of V8`
}

/** Returns the name of the member that a node reads, writes or defines. */
function memberIn(node: Node): string | undefined {
  if (node.type === 'MemberExpression') return node.computed ? literalIn(node.property) : nameOf(node.property)
  if (isDefinition(node)) return nameOf(node.key)
  if (node.type === 'ObjectPattern' && Array.isArray(node.properties))
    return node.properties
      .map((one) => (isNode(one) ? nameOf(one.key) : undefined))
      .find((name) => name?.startsWith('_'))
  if (node.type === 'BinaryExpression' && node.operator === 'in') return literalIn(node.left)
  if (node.type !== 'CallExpression' || !Array.isArray(node.arguments)) return undefined
  const { callee } = node
  const isReflection = isNode(callee) && ['Reflect', 'Object'].includes(nameOf(callee.object) ?? '')
  return isReflection ? literalIn(node.arguments[1]) : undefined
}

const isDefinition = ({ type }: Node) => type === 'MethodDefinition' || type === 'PropertyDefinition'

function isOfPrototype(target: unknown, text: string): boolean {
  return isNode(target) && target.type === 'MemberExpression' && /\.prototype\s*[.[]/.test(textOf(target, text))
}

function literalIn(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

const textOf = ({ start, end }: Node, text: string) => text.slice(start, end)
