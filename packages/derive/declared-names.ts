// Type names for schemas that an API names itself, to which its shapes refer.
import type { Schema } from '#define'
import { isSchema, type NamedSchemas, pascal } from './named-schemas.ts'

const component = '#/components/schemas/'

/** Names the schemas of an API; `taken` names are avoided. */
export function declaredNames(schemas: Readonly<Record<string, Schema>>, taken: Iterable<string>): NamedSchemas {
  const used = new Set(taken)
  const circles = circlesIn(schemas)
  const names = new Map<string, string>()
  const all = new Map<string, Schema>()
  for (const [own, schema] of Object.entries(schemas)) {
    const wanted = pascal(own)
    let name = wanted
    for (let number = 2; used.has(name); number++) name = `${wanted}${number}`
    used.add(name)
    names.set(component + own, name)
    all.set(name, circles.has(own) ? {} : schema)
  }
  return { all, nameOf: ({ $ref: reference }) => (typeof reference === 'string' ? names.get(reference) : undefined) }
}

/**
 * Returns the schemas that stand for themselves, as no type can: references in a circle that no member or list comes
 * between. One of each circle is enough to end it.
 */
function circlesIn(schemas: Readonly<Record<string, Schema>>): ReadonlySet<string> {
  const ends = new Set<string>()
  const done = new Set<string>()
  for (const start of Object.keys(schemas)) {
    const open = new Set<string>()
    const path: { readonly name: string; readonly next: string[] }[] = []
    const enter = (name: string) => {
      if (open.has(name)) ends.add(name)
      else if (!done.has(name) && Object.hasOwn(schemas, name)) {
        open.add(name)
        path.push({ name, next: directReferences(schemas[name] ?? {}) })
      }
    }
    enter(start)
    for (let at = path.at(-1); at; at = path.at(-1)) {
      const next = at.next.pop()
      if (next !== undefined) enter(next.slice(component.length))
      else {
        open.delete(at.name)
        done.add(at.name)
        path.pop()
      }
    }
  }
  return ends
}

function directReferences(schema: Schema): string[] {
  const { $ref: reference, anyOf, oneOf, allOf } = schema
  const own = typeof reference === 'string' ? [reference] : []
  const parts = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list : []))
  return [...own, ...parts.filter(isSchema).flatMap(directReferences)]
}
