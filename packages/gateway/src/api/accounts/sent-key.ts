// Reads a provider key that an account or the operator wants to store: its form is that which its API declares, and it
// can be a provider's key. The vault checks control characters and lengths.
import { fail } from '#define'
import { present } from '#define/present'
import { type Auth, keyPartsOf, type OwnKey } from '#define/reflect'
import type { KeyParts } from '../../account/vault/key-parts.ts'
import { hintOf } from '../../account/vault/vault.ts'
import { ownKeyForm } from '../../call/identify.ts'
import { Secret } from '../../process/secret.ts'
import { isBasic, minDifferentCharacters, secretOf } from '../../upstream/secret-texts.ts'
import type { OwnKeyApi } from './catalog.ts'

/** The body of a request that stores a key. */
export interface SentKey {
  readonly key?: string | undefined
  readonly parts?: Readonly<Record<string, string>> | undefined
}

/** Returns the last characters of a key, or of that part of it; none of a short one. */
export function hintAt(text: string, auth: Auth | undefined, part?: string): string {
  return hintOf(auth?.kind === 'own' && isBasic(auth, part) ? secretOf(text) : text)
}

/**
 * Returns the key to store. Fails with 'input.invalid' for another form than the API declares, and with
 * 'provider_key.implausible'.
 */
export function readSentKey({ key, parts }: SentKey, { api, auth }: OwnKeyApi): Secret | KeyParts {
  const names = keyPartsOf(auth)
  if (names.length === 0) {
    if (key === undefined || parts !== undefined)
      throw wrongForm('key', `is required: the provider key of ${api.title} is one text`)
    refuseImplausible([key], auth, undefined)
    return new Secret(key)
  }
  const sent = new Map(Object.entries(parts ?? {}))
  const hasAll = sent.size === names.length && names.every((name) => sent.has(name))
  if (key !== undefined || !hasAll)
    throw wrongForm('parts', `must be the parts of the provider key of ${api.title}: ${names.join(', ')}`)
  refuseImplausible([...sent.values()], auth, sent)
  return new Map(names.map((name) => [name, present(sent.get(name))]))
}

function wrongForm(name: string, problem: string): Error {
  return fail('input.invalid', { problems: `${name} ${problem}` }, { details: { problems: [{ name, problem }] } })
}

/**
 * Refuses values that no provider issues. A gateway key would be sent to a stranger; a key of few different characters
 * is a slip, and would be masked all over a response. Some parts are mere numbers of an account, but not all.
 */
function refuseImplausible(texts: readonly string[], auth: OwnKey, parts: KeyParts | undefined): void {
  if (texts.some((text) => ownKeyForm.test(text)))
    throw implausible('it is a key of this gateway. Store the key that the provider gave you.')
  if (texts.every((text) => text !== '' && new Set(text).size < minDifferentCharacters))
    throw implausible(
      `it has fewer than ${minDifferentCharacters} different characters. Copy the whole key from the provider.`,
    )
  for (const place of auth.places) {
    const text = typeof place.from === 'object' ? parts?.get(place.from.part) : texts[0]
    if (place.from === 'token' || text === undefined || text === '') continue
    if (place.basic && !text.includes(':'))
      throw implausible('it is sent as HTTP Basic and needs the form user:password, with a colon.')
    if (place.in === 'cookie' && text.includes(';'))
      throw implausible('it is sent in a cookie, which a semicolon would end.')
  }
}

function implausible(reason: string): Error {
  return fail('provider_key.implausible', { reason })
}
