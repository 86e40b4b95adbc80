// The texts of a stored key that must not come back (docs/architecture.md, outbound rule 4).
import { type Auth, clientParts, type OwnKey } from '#define/reflect'
import { partsOf } from '../account/vault/key-parts.ts'
import { reveal, type Secret } from '../process/secret.ts'
import { minPatternLength } from './key-patterns.ts'

/** The fewest different characters of a secret; a text of fewer would be masked all over a response. */
export const minDifferentCharacters = 6

/**
 * Returns the texts to mask. Beside the whole stored text that is the password of `user:password`, or the user where
 * the password is too short to be the secret. Names by which providers know an account (the user, `client_id`, a part
 * such as `100200`) are not masked: they are in the data that the caller asked for.
 */
export function secretTextsOf(key: Secret, auth: Auth | undefined): string[] {
  const own = auth?.kind === 'own' ? auth : undefined
  const parts = partsOf(key)
  if (!parts) return withSecretOf(reveal(key), isBasic(own, undefined)).filter(isLongEnough)
  return [...parts]
    .filter(([name, text]) => name !== clientId && new Set(text).size >= minDifferentCharacters)
    .flatMap(([name, text]) => withSecretOf(text, isBasic(own, name)))
    .filter(isLongEnough)
}

const [clientId] = clientParts

const isLongEnough = (text: string) => text.length >= minPatternLength

/** Reports whether the key, or that part of it, is stored as `user:password`. */
export function isBasic(auth: OwnKey | undefined, part: string | undefined): boolean {
  return auth?.places.some(({ basic, from }) => basic && partOf(from) === part) === true
}

function partOf(from: OwnKey['places'][number]['from']): string | undefined {
  return typeof from === 'object' ? from.part : undefined
}

function withSecretOf(text: string, basic: boolean): string[] {
  return basic ? [text, secretOf(text)] : [text]
}

/** Returns the secret in `user:password`: some providers take their key as the user, with a password of no meaning. */
export function secretOf(text: string): string {
  const colon = text.indexOf(':')
  const password = text.slice(colon + 1)
  return isLongEnough(password) ? password : text.slice(0, Math.max(0, colon))
}
