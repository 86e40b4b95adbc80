// Tables that callers name an entry of.

/**
 * The entry of that name, and undefined for names that every object inherits, such as `constructor`: with `table[name]`
 * a caller who sends one would get a function instead of an entry.
 */
export function ownMember<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
