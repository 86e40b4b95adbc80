// Safe lookup in tables by names from callers, and in parsed JSON of unknown form.

/**
 * Returns the entry of that name; undefined for names that every object inherits, such as `constructor`: with
 * `table[name]` a caller could get a function instead of an entry.
 */
export function ownMember<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** Returns an own member of a value of unknown form; undefined if it has none. */
export function memberOf(value: unknown, name: string): unknown {
  return ownMember<unknown>(Object(value), name)
}
