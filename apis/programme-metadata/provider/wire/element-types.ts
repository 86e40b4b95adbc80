// The words in which the XML form is described. One description gives the schema, the XML writer and reader, and which
// members of the JSON form are lists.

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
  /** In JSON a list even when there is one. */
  readonly isList: boolean
}
export interface ElementType {
  /** Of the type in the schema; each type has its own. */
  readonly name: string
  /** A question mark makes an attribute optional. */
  readonly attributes: Readonly<Record<string, Simple | `${Simple}?`>>
  /** In order. */
  readonly children: Readonly<Record<string, Child>>
  /** Character data; in JSON the member `$`. */
  readonly text: Simple | undefined
  readonly variants: Variants | undefined
}
/** Children of several names, of which the JSON form makes one list that holds the names in a member. */
export interface Variants {
  /** The member with the list; undefined when the value is the list itself. */
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
/** Repeatable; in JSON a bare value when there is one. */
export const many = (type: Child['type']): Child => child(type, { isRepeatable: true })
/** Repeatable; in JSON always a list. */
export const list = (type: Child['type']): Child => child(type, { isRepeatable: true, isList: true })

function child(type: Child['type'], options: Partial<Child>): Child {
  return { type, isRequired: false, isRepeatable: false, isList: false, ...options }
}

/** An element without children, which holds its value in attributes. */
export const attributesOnly = (name: string, attributes: ElementType['attributes']) => element(name, { attributes })

/** A value of an element: members by name, or text. */
export type Value = Readonly<Record<string, unknown>>

export function isValue(value: unknown): value is Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
