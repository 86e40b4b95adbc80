// Type names for schemas that an API names itself, to which its shapes refer.
import type { Schema } from '#define'
import { isSchema, type NamedSchemas, pascal } from './named-schemas.ts'

const component = '#/components/schemas/'

/** Names the schemas of an API; `taken` names are avoided. */
export function declaredNames(schemas: Readonly<Record<string, Schema>>, taken: Iterable<string>): NamedSchemas {
  const used = new Set(taken)
  const names = new Map<string, string>()
  const all = new Map<string, Schema>()
  for (const [own, schema] of Object.entries(schemas)) {
    const wanted = pascal(own)
    let name = wanted
    for (let number = 2; used.has(name); number++) name = `${wanted}${number}`
    used.add(name)
    names.set(component + own, name)
    all.set(name, isCircle(component + own, schemas) ? {} : schema)
  }
  return { all, nameOf: ({ $ref: reference }) => (typeof reference === 'string' ? names.get(reference) : undefined) }
}

/** Reports whether a schema stands for itself, as no type can: references that no member or list comes between. */
function isCircle(start: string, schemas: Readonly<Record<string, Schema>>): boolean {
  const seen = new Set<string>()
  const waiting = [start]
  for (let reference = waiting.pop(); reference !== undefined; reference = waiting.pop()) {
    const name = reference.slice(component.length)
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    for (const next of schema ? directReferences(schema) : []) {
      if (next === start) return true
      if (seen.has(next)) continue
      seen.add(next)
      waiting.push(next)
    }
  }
  return false
}

function directReferences(schema: Schema): string[] {
  const { $ref: reference, anyOf, oneOf, allOf } = schema
  const own = typeof reference === 'string' ? [reference] : []
  const parts = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list : []))
  return [...own, ...parts.filter(isSchema).flatMap(directReferences)]
}
