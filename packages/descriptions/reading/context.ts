// What the readers of the parts of a document share.
import type { DescribedExample, LeftOut } from '../description.ts'
import { isJson, memberOf } from './json.ts'
import { entriesOf, type Part, partIn, type References } from './references.ts'
import { sizeOf } from './schema-keywords.ts'
import type { Schemas } from './schemas.ts'

export interface Reading {
  /** The version of the document. */
  readonly openapi: string
  readonly references: References
  readonly schemas: Schemas
  readonly leftOut: LeftOut[]
  readonly room: ExampleRoom
}

const largestExample = 64 * 1024
const mostExamples = 20

/** The room for examples, which a reference can repeat in every operation. */
export class ExampleRoom {
  #left = 24 * 1024 * 1024
  readonly #sizes = new WeakMap<object, number>()

  /** Reports whether an example fits, and takes its room. */
  takes(value: unknown): boolean {
    const isObject = typeof value === 'object' && value !== null
    let size = isObject ? this.#sizes.get(value) : undefined
    if (size === undefined) {
      size = sizeOf(value, largestExample)
      if (isObject) this.#sizes.set(value, size)
    }
    if (size > largestExample || size > this.#left) return false
    this.#left -= size
    return true
  }
}

/** Returns the examples of a parameter or of a body in one media type: `example`, or each of `examples`. */
export function examplesIn(part: Part, { references, room }: Reading): DescribedExample[] {
  const examples: DescribedExample[] = []
  const add = (name: string, value: unknown) => {
    if (value !== undefined && examples.length < mostExamples && room.takes(value)) examples.push({ name, value })
  }
  add('', memberOf(part.value, 'example'))
  const several = partIn(part, 'examples')
  if (!isJson(several.value)) return examples
  for (const [name, entry] of entriesOf(several)) {
    const resolved = references.resolve(entry)
    // OpenAPI 3.2 calls the value `dataValue`
    add(name.slice(0, 100), memberOf(resolved?.value, 'value') ?? memberOf(resolved?.value, 'dataValue'))
  }
  return examples
}
