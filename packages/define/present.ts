import { fail } from './errors.ts'

/**
 * Returns a value that cannot be missing, such as an element below the length of its list. If it is missing after all,
 * throws `internal.bug`, because a default would hide the bug in an answer.
 *
 * @example
 * for (let row = 0; row < rows; row++) total += present(amounts[row])
 */
export function present<T>(value: T): NonNullable<T> {
  if (value === undefined || value === null) throw missing()
  return value
}

/** A separate function so that `present` is short enough to be inlined in hot loops. */
function missing(): Error {
  return fail('internal.bug', {}, { note: 'A value that cannot be missing is missing.' })
}
