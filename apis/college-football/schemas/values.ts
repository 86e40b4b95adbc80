// Small shapes shared by many results.
import { anyOf, int, nullable, num, obj, str } from '#define'

export const maybeText = nullable(str())
export const maybeInt = nullable(int())
export const maybeNum = nullable(num())
/** Ids of plays have 18 digits, more than a number holds exactly. */
export const bigId = anyOf([int(), str({ pattern: '^-?[0-9]+$' })], {
  doc: 'A number; a string when it is above 2^53.',
})
export const Clock = obj({ minutes: maybeInt, seconds: maybeInt })
