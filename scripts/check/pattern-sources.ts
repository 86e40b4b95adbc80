// The regular expressions of a source file, with their possible sources.
import { parseSync, visitorKeys } from 'oxc-parser'
import type { SourceFile } from './files.ts'

interface Expression {
  readonly line: number
  /** Several sources if it is built from constants passed to a function; undefined if unknown. */
  readonly sources: readonly string[] | undefined
  readonly flags: string
  /** The bound of its texts, from a comment. */
  readonly bound: { readonly name: string; readonly isUsed: boolean } | undefined
  /** The test that knows the sources, from a comment. */
  readonly checkedIn: string | undefined
}

/** A node of ESTree. Its members are read dynamically: each kind has its own. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** Properties of declarations that hold the source of a regular expression. */
const declared: ReadonlySet<string> = new Set(['pattern', 'also'])
const mostSources = 200

export function expressionsIn({ path, text }: SourceFile): Expression[] {
  const { program, errors, comments } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const tree = treeOf(program)
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  const notes = new Map(comments.map(({ value, end }) => [lineOf(end), value] as const))
  return tree.nodes.flatMap((node) => {
    const found = expressionAt(node, tree)
    if (!found) return []
    const line = lineOf(node.start)
    const note = `${notes.get(line - 1) ?? ''} ${notes.get(line) ?? ''}`
    const name = /\bbounded by (\w+)/.exec(note)?.[1]
    const checkedIn = /\bsources checked in ([\w./-]+)/.exec(note)?.[1]
    return [
      {
        line,
        ...found,
        checkedIn,
        bound: name === undefined ? undefined : { name, isUsed: isUsedBeside(name, node, tree) },
      },
    ]
  })
}

interface Tree {
  readonly nodes: readonly Node[]
  readonly parents: ReadonlyMap<Node, Node>
}

function treeOf(program: unknown): Tree {
  const nodes: Node[] = []
  const parents = new Map<Node, Node>()
  const visit = (value: unknown, parent: Node | undefined): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, parent)
    if (!isNode(value)) return
    nodes.push(value)
    if (parent) parents.set(value, parent)
    for (const key of visitorKeys[value.type] ?? []) visit(value[key], value)
  }
  visit(program, undefined)
  return { nodes, parents }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function expressionAt(node: Node, tree: Tree): { sources: readonly string[] | undefined; flags: string } | undefined {
  const literal = regexOf(node)
  if (literal) return { sources: [literal.pattern], flags: literal.flags }
  if (node.type === 'Property' && declared.has(nameOf(node.key) ?? '')) {
    const sources = valuesOf(node.value, tree)
    return sources && { sources, flags: sources.every((source) => isSource(source, '')) ? '' : 'u' }
  }
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression'
  if (!isCall || nameOf(node.callee) !== 'RegExp') return undefined
  const [source, flags] = listOf(node.arguments)
  if (declared.has(lastNameOf(source) ?? '')) return undefined
  const [known] = flags === undefined ? [''] : (valuesOf(flags, tree) ?? [])
  const sources = sourcesOf(source, tree) ?? valuesOf(source, tree)
  return { sources: known === undefined ? undefined : sources, flags: known ?? '' }
}

function isSource(source: string, flags: string): boolean {
  try {
    return Boolean(new RegExp(source, flags))
  } catch {
    return false
  }
}

/** Returns every possible string of an expression built from constants only; escaped text counts as an `x`. */
function valuesOf(value: unknown, tree: Tree): string[] | undefined {
  if (!isNode(value)) return undefined
  const values = possible(value, tree)
  return values && values.length <= mostSources ? values : undefined
}

function possible(node: Node, tree: Tree): string[] | undefined {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number' ? [String(node.value)] : undefined
    case 'TSAsExpression':
      return valuesOf(node.expression, tree)
    case 'TemplateLiteral':
      return template(node, 'cooked', tree)
    case 'TaggedTemplateExpression':
      return isNode(node.quasi) && lastNameOf(node.tag) === 'raw' ? template(node.quasi, 'raw', tree) : undefined
    case 'BinaryExpression':
      return node.operator === '+' ? product([valuesOf(node.left, tree), valuesOf(node.right, tree)]) : undefined
    case 'Identifier':
      return named(node, tree)
    case 'MemberExpression':
      return nameOf(node.property) === 'source' ? sourcesOf(node.object, tree) : undefined
    case 'CallExpression':
      return called(node, tree)
    default:
      return undefined
  }
}

function template(node: Node, form: 'cooked' | 'raw', tree: Tree): string[] | undefined {
  const quasis = listOf(node.quasis).map((quasi) => (isNode(quasi) ? [textIn(quasi.value, form)] : undefined))
  const parts = listOf(node.expressions).map((part) => valuesOf(part, tree))
  return product(quasis.flatMap((quasi, index) => (index < parts.length ? [quasi, parts[index]] : [quasi])))
}

function textIn(value: unknown, form: 'cooked' | 'raw'): string {
  const text = typeof value === 'object' && value !== null && form in value ? Object.entries(value) : []
  return String(text.find(([name]) => name === form)?.[1])
}

function product(parts: readonly (readonly string[] | undefined)[]): string[] | undefined {
  let all = ['']
  for (const part of parts) {
    if (part === undefined || all.length * part.length > mostSources) return undefined
    all = all.flatMap((before) => part.map((text) => before + text))
  }
  return all
}

/** Resolves a name: a constant of the file, or the arguments that calls in the file pass for a parameter. */
function named(node: Node, tree: Tree): string[] | undefined {
  const name = nameOf(node)
  const around = enclosing(node, tree)
  const owner = around.find((one) => listOf(one.params).some((param) => nameOf(param) === name))
  const declarator = declaratorOf(name, around, tree)
  if (declarator && !(owner && around.indexOf(owner) < depthOf(declarator, around, tree)))
    return valuesOf(declarator.init, tree)
  if (!owner) return undefined
  const index = listOf(owner.params).findIndex((param) => nameOf(param) === name)
  const called = nameOf(owner.id) ?? nameOf(tree.parents.get(owner)?.id)
  if (called === undefined || isExported(called, tree)) return undefined
  const calls = tree.nodes.filter((one) => one.type === 'CallExpression' && nameOf(one.callee) === called)
  const values = calls.map((call) => valuesOf(listOf(call.arguments)[index], tree))
  return values.length === 0 || values.includes(undefined) ? undefined : values.flatMap((one) => one ?? [])
}

/** Finds the nearest constant of this name, within these functions or at the top level. */
function declaratorOf(name: string | undefined, around: readonly Node[], tree: Tree): Node | undefined {
  const all = tree.nodes.filter((one) => one.type === 'VariableDeclarator' && nameOf(one.id) === name)
  const visible = all.filter((one) => depthOf(one, around, tree) <= around.length)
  const [nearest] = visible.sort((one, other) => depthOf(one, around, tree) - depthOf(other, around, tree))
  return nearest && tree.parents.get(nearest)?.kind === 'const' ? nearest : undefined
}

/** Returns 0 in the innermost of these functions, their number at the top level, and more in another function. */
function depthOf(declarator: Node, around: readonly Node[], tree: Tree): number {
  const [own] = enclosing(declarator, tree)
  if (!own) return around.length
  const index = around.indexOf(own)
  return index < 0 ? Number.POSITIVE_INFINITY : index
}

function isExported(name: string, tree: Tree): boolean {
  return tree.nodes.some((node) => {
    const parent = tree.parents.get(node)
    const exported = parent?.type === 'VariableDeclaration' ? tree.parents.get(parent) : parent
    return nameOf(node.id) === name && exported?.type === 'ExportNamedDeclaration'
  })
}

function sourcesOf(object: unknown, tree: Tree): string[] | undefined {
  const value =
    isNode(object) && object.type === 'Identifier'
      ? declaratorOf(nameOf(object), enclosing(object, tree), tree)?.init
      : object
  const literal = isNode(value) ? regexOf(value) : undefined
  return literal && [literal.pattern]
}

/** Evaluates `RegExp.escape(…)`, `list.join('|')`, and `list.map((one) => …).join('|')`. */
function called(node: Node, tree: Tree): string[] | undefined {
  const { callee } = node
  if (!isNode(callee) || callee.type !== 'MemberExpression') return undefined
  if (nameOf(callee.object) === 'RegExp') return nameOf(callee.property) === 'escape' ? ['x'] : undefined
  if (nameOf(callee.property) !== 'join') return undefined
  const separator = valuesOf(listOf(node.arguments)[0], tree)
  if (!separator) return undefined
  const joined = listsOf(callee.object, tree).map((items) =>
    product(items.flatMap((item, index) => (index > 0 ? [separator, item] : [item]))),
  )
  return joined.length === 0 || joined.includes(undefined) ? undefined : joined.flatMap((values) => values ?? [])
}

/** Returns every possible list of an expression, with the possible strings of each item; empty if unknown. */
function listsOf(list: unknown, tree: Tree): (string[] | undefined)[][] {
  if (!isNode(list)) return []
  if (list.type === 'TSAsExpression') return listsOf(list.expression, tree)
  if (list.type === 'ArrayExpression') return [listOf(list.elements).map((element) => valuesOf(element, tree))]
  if (list.type === 'Identifier') return listsOf(constantOf(list, tree), tree)
  if (list.type === 'MemberExpression' && list.computed === true)
    return membersOf(constantOf(list.object, tree)).flatMap((member) => listsOf(member, tree))
  const isMap = list.type === 'CallExpression' && lastNameOf(list.callee) === 'map'
  const [each] = isMap ? listOf(list.arguments) : []
  const item = isNode(each) ? valuesOf(each.body, tree) : undefined
  // three items show how they behave in sequence
  return item ? [[item, item, item]] : []
}

function constantOf(name: unknown, tree: Tree): unknown {
  return isNode(name) ? declaratorOf(nameOf(name), enclosing(name, tree), tree)?.init : undefined
}

function membersOf(object: unknown): unknown[] {
  if (!isNode(object)) return []
  if (object.type === 'TSAsExpression') return membersOf(object.expression)
  return listOf(object.properties).map((property) => (isNode(property) ? property.value : undefined))
}

/** True if each function that uses the expression, or the constant that holds it, also uses the name. */
function isUsedBeside(name: string, node: Node, tree: Tree): boolean {
  const [own] = enclosing(node, tree)
  if (own) return uses(own, name, tree)
  let holder: Node | undefined = node
  while (holder && holder.type !== 'VariableDeclarator') holder = tree.parents.get(holder)
  const constant = nameOf(holder?.id)
  const users = tree.nodes.filter((one) => one.type === 'Identifier' && nameOf(one) === constant && one !== holder?.id)
  return users.every((user) => enclosing(user, tree).some((scope) => uses(scope, name, tree)))
}

function uses(scope: Node, name: string, tree: Tree): boolean {
  return tree.nodes.some((one) => one.start >= scope.start && one.end <= scope.end && nameOf(one) === name)
}

/** Returns the functions around a node, innermost first. */
function enclosing(node: Node, tree: Tree): Node[] {
  const functions: Node[] = []
  for (let at = tree.parents.get(node); at; at = tree.parents.get(at)) if (/Function/.test(at.type)) functions.push(at)
  return functions
}

function regexOf(node: Node): { readonly pattern: string; readonly flags: string } | undefined {
  const { regex } = node
  if (node.type !== 'Literal' || typeof regex !== 'object' || regex === null) return undefined
  return { pattern: textOf(regex, 'pattern'), flags: textOf(regex, 'flags') }
}

function textOf(holder: object, name: string): string {
  return String(Object.entries(holder).find(([key]) => key === name)?.[1])
}

/** Returns the name of an identifier or property key. */
function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  return node.type === 'Identifier' && typeof node.name === 'string' ? node.name : undefined
}

/** Returns the name of an identifier, or the last one of `a.b.c`. */
function lastNameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'MemberExpression' ? nameOf(node.property) : nameOf(node)
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
