// Turns JSON of one shape into another by a declared change: names, numbers sent as strings, and nested values. It
// knows no endpoint.

/** How the members of an object change. Members that are not named pass unchanged. */
export interface Change {
  /** Names in camel case become snake case, where `names` does not say otherwise. */
  readonly snake?: true
  /** The provider's name to the declared one. */
  readonly names?: Readonly<Record<string, string>>
  /** Declared names of members, or lists, whose numeric strings become numbers. */
  readonly numbers?: readonly string[]
  /** Declared names of members, or lists, that change inside. */
  readonly inside?: Readonly<Record<string, Change>>
  /** Whatever the other fields cannot express, applied last. */
  readonly finish?: (members: Members) => Members
}
export type Members = Readonly<Record<string, unknown>>

/**
 * Applies a change to an object or to each object of a list. Any other value passes unchanged; nothing is changed in
 * place.
 */
export function reshape(value: unknown, change: Change): unknown {
  return Array.isArray(value) ? value.map((item) => reshapeOne(item, change)) : reshapeOne(value, change)
}

function reshapeOne(value: unknown, change: Change): unknown {
  if (!isMembers(value)) return value
  // fromEntries makes even a name like __proto__ an own member
  const renamed = Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const declared = nameOf(name, change)
      return [declared, memberOf(declared, member, change)]
    }),
  )
  return change.finish ? change.finish(renamed) : renamed
}

function nameOf(name: string, { names, snake }: Change): string {
  if (names && Object.hasOwn(names, name)) return names[name] ?? name
  return snake ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name
}

function memberOf(name: string, member: unknown, { numbers, inside }: Change): unknown {
  if (numbers?.includes(name)) return Array.isArray(member) ? member.map(toNumber) : toNumber(member)
  const change = inside && Object.hasOwn(inside, name) ? inside[name] : undefined
  return change ? reshape(member, change) : member
}

const wholeNumber = /^-?\d+$/
const decimal = /^-?\d*\.\d+$/

/** The number in a string, if a double can hold it (an integer exactly); otherwise the value itself. */
function toNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (wholeNumber.test(value)) return Number.isSafeInteger(Number(value)) ? Number(value) : value
  return decimal.test(value) && Number.isFinite(Number(value)) ? Number(value) : value
}

/** Whether a value is an object and not a list. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
