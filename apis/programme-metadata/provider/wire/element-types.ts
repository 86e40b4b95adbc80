// The vocabulary for describing the XML form. One description yields the schema, the XML writer and reader, and the
// list members of the JSON form.

/** Built-in types of XML Schema, and `pid`. */
export type Simple =
  | 'string'
  | 'token'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'dateTime'
  | 'date'
  | 'gYear'
  | 'gYearMonth'
  | 'duration'
  | 'anyURI'
  | 'pid'

export interface Child {
  readonly type: ElementType | Simple
  readonly isRequired: boolean
  readonly isRepeatable: boolean
  /** True if JSON has a list even for a single one. */
  readonly isList: boolean
}
export interface ElementType {
  /** Name of the type in the schema; unique. */
  readonly name: string
  /** Attributes; a question mark makes one optional. */
  readonly attributes: Readonly<Record<string, Simple | `${Simple}?`>>
  /** Children in order. */
  readonly children: Readonly<Record<string, Child>>
  /** Type of the character data, which is the member `$` in JSON. */
  readonly text: Simple | undefined
  readonly variants: Variants | undefined
}
/** Children of several names, which the JSON form merges into one list with the names in a member. */
interface Variants {
  /** Member with the list; undefined if the value is the list itself. */
  readonly member: string | undefined
  readonly by: string
  readonly of: Readonly<Record<string, ElementType>>
}

interface Content {
  readonly attributes?: ElementType['attributes']
  readonly children?: ElementType['children']
  readonly text?: Simple
  readonly variants?: Variants
}
export function element(name: string, content: Content): ElementType {
  const { attributes = {}, children = {}, text, variants } = content
  return { name, attributes, children, text, variants }
}

export const one = (type: Child['type']): Child => child(type, { isRequired: true })
export const maybe = (type: Child['type']): Child => child(type, {})
/** A repeatable child; in JSON a bare value if there is one. */
export const many = (type: Child['type']): Child => child(type, { isRepeatable: true })
/** A repeatable child; in JSON always a list. */
export const list = (type: Child['type']): Child => child(type, { isRepeatable: true, isList: true })

function child(type: Child['type'], options: Partial<Child>): Child {
  return { type, isRequired: false, isRepeatable: false, isList: false, ...options }
}

/** An element without children and with values in attributes. */
export const attributesOnly = (name: string, attributes: ElementType['attributes']) => element(name, { attributes })

/** A value of an element: members by name, or text. */
export type Value = Readonly<Record<string, unknown>>

export function isValue(value: unknown): value is Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
