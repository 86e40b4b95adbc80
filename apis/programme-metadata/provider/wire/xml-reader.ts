// Reads XML elements into the values that the writers take.
import { type ElementType, isValue, type Simple, type Value } from './element-types.ts'

/** An element with its local name; prefixes are dropped. */
export interface XmlNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
  /** Character data of the element itself. */
  readonly text: string
}

/** Reads a value. Members outside the type are dropped; malformed numbers and booleans stay strings. */
export function fromXml(type: ElementType, node: XmlNode): unknown {
  const { variants } = type
  if (variants && variants.member === undefined) return variantsOf(type, node)
  const result: Record<string, unknown> = {}
  for (const [name, of] of Object.entries(type.attributes)) {
    const value = node.attributes[name]
    if (value !== undefined) result[name] = simpleValue(of.endsWith('?') ? of.slice(0, -1) : of, value)
  }
  if (type.text && node.text !== '') result.$ = simpleValue(type.text, node.text)
  for (const inner of node.children) {
    const child = type.children[inner.name]
    if (!child) continue
    const value = typeof child.type === 'string' ? simpleValue(child.type, inner.text) : fromXml(child.type, inner)
    const known = result[inner.name]
    if (!child.isRepeatable) result[inner.name] = value
    else if (Array.isArray(known)) known.push(value)
    else result[inner.name] = [value]
  }
  if (variants?.member !== undefined) result[variants.member] = variantsOf(type, node)
  return result
}

function variantsOf({ variants }: ElementType, node: XmlNode): Value[] {
  return node.children.flatMap((child) => {
    const of = variants?.of[child.name]
    const value = of && fromXml(of, child)
    return variants && isValue(value) ? [{ [variants.by]: child.name, ...value }] : []
  })
}

function simpleValue(type: Simple | string, text: string): unknown {
  if (type === 'integer' || type === 'decimal') return text.trim() === '' ? text : numberOr(text)
  if (type === 'boolean')
    return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text
  return text
}

function numberOr(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}
