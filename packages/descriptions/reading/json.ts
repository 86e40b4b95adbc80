// Parsed JSON of unknown form: members are read as own ones only, since a document chooses their names.

/** An object of the document. */
export interface Json {
  readonly [name: string]: unknown
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an own member of a value; undefined if it has none. */
export function memberOf(value: unknown, name: string): unknown {
  return isJson(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** Returns a member that is an object; an empty one otherwise. */
export function objectIn(value: unknown, name: string): Json {
  const member = memberOf(value, name)
  return isJson(member) ? member : {}
}

/** Returns a member that is a list; an empty one otherwise. */
export function listIn(value: unknown, name: string): readonly unknown[] {
  const member = memberOf(value, name)
  return Array.isArray(member) ? member : []
}

/** Returns a member that is a string; undefined otherwise. */
export function textIn(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name)
  return typeof member === 'string' ? member : undefined
}

/** Appends a token to a JSON Pointer (RFC 6901). */
export function below(pointer: string, token: string | number): string {
  return `${pointer}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Names that every object has; an entry of such a name could be taken for one that is missing. */
const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

/** True if a table of plain objects has a member of this name although nobody put it there. */
export function isInherited(name: string): boolean {
  return inherited.has(name)
}
