// Converts JSON and shapes of the provider's first version to the second, by the inverse of the changes for live
// responses.
import { nullable, type Schema, type Shape, str } from '#define'
import { type Change, isMembers, type Members } from './reshape.ts'

type View = (value: unknown) => unknown

/**
 * Returns a function that applies a change to an object or to each object of a list; other values are returned as is.
 */
export function createToSecond(change: Change | undefined): View {
  if (!change) return (value) => value
  const { rebuilt, inside = {}, nulls = [] } = change
  const nameOf = createNames(change)
  const dropped = new Set(change.onlyFirst)
  const leftOut = new Set(change.leftOut)
  const views = new Map<string, View>([
    ...(change.strings ?? []).map((name) => [name, toText] as const),
    ...Object.entries(inside).map(([name, own]) => [name, createToSecond(own)] as const),
  ])
  const viewObject: View = (value) => {
    if (!isMembers(value)) return value
    const members: [string, unknown][] = nulls.map((name) => [nameOf(name), null])
    for (const [name, member] of Object.entries(rebuilt ? rebuilt.toSecond(value) : value)) {
      if (dropped.has(name) || (member === null && leftOut.has(name))) continue
      const view = views.get(name)
      members.push([nameOf(name), view ? view(member) : member])
    }
    return Object.fromEntries(members)
  }
  return (value) => (Array.isArray(value) ? value.map(viewObject) : viewObject(value))
}

/** Returns names of the second version by those of the first. An endpoint has few names, so each is computed once. */
function createNames({ names = {}, snake }: Change): (first: string) => string {
  const known = new Map(Object.entries(names).map(([second, first]) => [first, second]))
  return (first) => {
    const second =
      known.get(first) ?? (snake ? first.replace(/_([a-z])/g, (_all, letter) => letter.toUpperCase()) : first)
    known.set(first, second)
    return second
  }
}

function toText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toText)
  return typeof value === 'number' ? String(value) : value
}

/** Returns the shape of what `createToSecond` returns for a value of a shape. */
export function shapeOfSecond(shape: Schema, change: Change | undefined): Shape<unknown> {
  if (!change) return shape
  const { items, anyOf, properties } = shape
  if (isMembers(items)) return { ...shape, items: shapeOfSecond(items, change) }
  if (Array.isArray(anyOf)) return { ...shape, anyOf: anyOf.map((one) => shapeOfSecond(one, change)) }
  return isMembers(properties) ? { ...shape, ...membersOfSecond(shape, properties, change) } : shape
}

function membersOfSecond({ required }: Schema, properties: Members, change: Change): Schema {
  const { rebuilt, inside = {}, strings = [], onlyFirst = [] } = change
  const nameOf = createNames(change)
  const own = Object.entries(rebuilt ? rebuilt.shapesOfSecond(properties) : properties).filter(
    ([name]) => !onlyFirst.includes(name),
  )
  const shapes = own.map(([name, shape]): [string, unknown] => {
    if (!isMembers(shape)) return [nameOf(name), shape]
    return [nameOf(name), strings.includes(name) ? asText(shape) : shapeOfSecond(shape, inside[name])]
  })
  const mustHave = Array.isArray(required)
    ? own.flatMap(([name]) => (required.includes(name) || !(name in properties) ? nameOf(name) : []))
    : undefined
  return { properties: Object.fromEntries(shapes), required: mustHave }
}

/** Returns the shape of a number member, or list, that the second version sends as strings. */
function asText(shape: Schema): Schema {
  if (isMembers(shape.items)) return { ...shape, items: asText(shape.items) }
  return acceptsNull(shape) ? nullable(str()) : str()
}

function acceptsNull({ type, anyOf }: Schema): boolean {
  if (Array.isArray(anyOf)) return anyOf.some((one) => isMembers(one) && one.type === 'null')
  return Array.isArray(type) && type.includes('null')
}
