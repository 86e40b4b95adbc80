// Converts JSON of the provider's second version to the first by a declared change: names, numbers sent as strings, and
// nested values. It knows no endpoint.

/** Differences in the members of an object. Members that are not named are equal in both versions. */
export interface Change {
  /** True if the first version has snake case except for `names`; the second has camel case. */
  readonly snake?: true
  /** Names in the first version by names in the second. */
  readonly names?: Readonly<Record<string, string>>
  /** First names of members, or lists, that are strings in the second version and numbers in the first. */
  readonly strings?: readonly string[]
  /**
   * First names of members that are numbers in both versions, although the provider sometimes sends them as strings.
   */
  readonly numbers?: readonly string[]
  /** Members that the second version lacks. */
  readonly onlyFirst?: readonly string[]
  /** First names of members that are null in the second version where the first can omit them. */
  readonly nulls?: readonly string[]
  /** First names of members that the second version omits where the first has null. */
  readonly leftOut?: readonly string[]
  /** First names of members, or lists, with nested changes. */
  readonly inside?: Readonly<Record<string, Change>>
  /** Members built from several others. */
  readonly rebuilt?: Rebuilt
}
/** Rebuilds members after renaming them; in the other direction, before. */
export interface Rebuilt {
  toFirst(members: Members): Members
  toSecond(members: Members): Members
  /** Does the same for the shapes of members. */
  shapesOfSecond(shapes: Members): Members
}
export type Members = Readonly<Record<string, unknown>>

/**
 * Applies a change to an object or to each object of a list. Any other value is returned as is; the input is not
 * modified.
 */
export function toFirst(value: unknown, change: Change): unknown {
  return Array.isArray(value) ? value.map((item) => objectToFirst(item, change)) : objectToFirst(value, change)
}

function objectToFirst(value: unknown, change: Change): unknown {
  if (!isMembers(value)) return value
  // fromEntries makes even a name like __proto__ an own member
  const renamed = Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const declared = nameOf(name, change)
      return [declared, memberOf(declared, member, change)]
    }),
  )
  return change.rebuilt ? change.rebuilt.toFirst(renamed) : renamed
}

function nameOf(name: string, { names, snake }: Change): string {
  if (names && Object.hasOwn(names, name)) return names[name] ?? name
  return snake ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name
}

function memberOf(name: string, member: unknown, { strings, numbers, inside }: Change): unknown {
  if (strings?.includes(name) || numbers?.includes(name))
    return Array.isArray(member) ? member.map(toNumber) : toNumber(member)
  const change = inside && Object.hasOwn(inside, name) ? inside[name] : undefined
  return change ? toFirst(member, change) : member
}

const wholeNumber = /^-?\d+$/
const decimal = /^-?\d*\.\d+$/

/** Converts a string to a number that a double can hold (an integer exactly); otherwise returns the value itself. */
function toNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (wholeNumber.test(value)) return Number.isSafeInteger(Number(value)) ? Number(value) : value
  return decimal.test(value) && Number.isFinite(Number(value)) ? Number(value) : value
}

/** Reports whether a value is an object but not a list. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
