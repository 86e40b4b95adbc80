// Random strings in base62, for keys and for the ids of rows. Every character is equally likely.

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = 62
/**
 * The lowest rejected byte. Bytes from 248 = 4 * 62 would make the first characters of the alphabet more likely than
 * the others.
 */
const firstRejectedByte = 248

/** Uniform random bytes; `crypto.randomBytes` outside tests. */
export type RandomBytes = (count: number) => Uint8Array

/** Returns `length` random characters, each worth log2(62) = 5.95 bits. */
export function randomBase62(length: number, randomBytes: RandomBytes): string {
  let characters = ''
  while (characters.length < length) {
    for (const byte of randomBytes(length - characters.length)) {
      if (byte < firstRejectedByte) characters += alphabet.charAt(byte % base)
    }
  }
  return characters
}

/** Returns an id that cannot be guessed: `acc_…`, `key_…` with 20 characters, 119 bits. */
export function newId(prefix: string, randomBytes: RandomBytes): string {
  return `${prefix}_${randomBase62(20, randomBytes)}`
}

/** Returns an unsigned integer in exactly `length` characters, most significant digit first. */
export function base62OfInteger(value: number, length: number): string {
  let characters = ''
  for (let rest = value; characters.length < length; rest = Math.floor(rest / base))
    characters = alphabet.charAt(rest % base) + characters
  return characters
}
