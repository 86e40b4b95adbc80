// Writes the JSON form: a repeatable element that occurs once is a bare value, unless it is always a list.
import { type ElementType, isValue } from './element-types.ts'

/** Returns the JSON value of an element. Repeatable children of `value` are lists; absent ones are left out. */
export function toJson(type: ElementType, value: unknown): unknown {
  if (type.variants?.member === undefined && type.variants && Array.isArray(value)) return variantsOf(type, value)
  if (!isValue(value)) return value
  const result: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    const child = type.children[name]
    if (name === type.variants?.member && Array.isArray(member)) {
      // a page without items lacks this member
      if (member.length > 0) result[name] = variantsOf(type, member)
    } else if (child?.isRepeatable && Array.isArray(member)) {
      const items = member.map((item) => jsonOf(child.type, item))
      if (items.length > 0) result[name] = items.length === 1 && !child.isList ? items[0] : items
    } else result[name] = child ? jsonOf(child.type, member) : member
  }
  return result
}

function jsonOf(type: ElementType | string, value: unknown): unknown {
  return typeof type === 'string' ? value : toJson(type, value)
}

function variantsOf({ variants }: ElementType, items: readonly unknown[]): unknown[] {
  return items.map((item) => {
    const of = isValue(item) && variants ? variants.of[String(item[variants.by])] : undefined
    return of ? toJson(of, item) : item
  })
}
