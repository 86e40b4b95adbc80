// A stored provider key is one text, or several texts with names: its parts. Parts are sealed together as one text, a
// mark and then JSON. No single text begins with the mark, because it is a control character.
import { reveal, Secret } from '../../process/secret.ts'

/** The texts of a key by name. */
export type KeyParts = ReadonlyMap<string, string>

const mark = '\u0001'
/** The name of the token that belongs to a key of client credentials; it is never stored. */
const tokenName = ''

/** Returns one secret of all parts. */
export function joinParts(parts: KeyParts): Secret {
  return new Secret(mark + JSON.stringify([...parts]))
}

/** Returns the parts of a key; undefined if it is a single text. */
export function partsOf(key: Secret): KeyParts | undefined {
  const text = reveal(key)
  if (!text.startsWith(mark)) return undefined
  const pairs: readonly (readonly [string, string])[] = JSON.parse(text.slice(mark.length))
  return new Map(pairs)
}

/** Returns the key with the token that it has bought. */
export function withToken(key: Secret, token: string): Secret {
  return joinParts(new Map([...(partsOf(key) ?? []), [tokenName, token]]))
}

/** Returns the token of a key to which one was added. */
export function tokenOf(parts: KeyParts): string | undefined {
  return parts.get(tokenName)
}
