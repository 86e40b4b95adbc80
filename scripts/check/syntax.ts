// The syntax tree of a source file, as a list of its nodes.
import { parseSync, visitorKeys } from 'oxc-parser'
import type { SourceFile } from './files.ts'

/** A node of ESTree. Its members are read dynamically: each kind has its own. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** Returns all nodes, each before the nodes inside it. */
export function nodesIn({ path, text }: SourceFile): Node[] {
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const nodes: Node[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one)
    if (!isNode(value)) return
    nodes.push(value)
    for (const key of visitorKeys[value.type] ?? []) visit(value[key])
  }
  visit(program)
  return nodes
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Returns the name of an identifier. */
export function nameOf(node: unknown): string | undefined {
  return isNode(node) && typeof node.name === 'string' && node.type === 'Identifier' ? node.name : undefined
}

/** Returns where a node is, such as `a.ts:2`. */
export function placeOf({ path, text }: SourceFile, { start }: Node): string {
  return `${path}:${text.slice(0, start).split('\n').length}`
}
