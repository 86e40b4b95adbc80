// Who may manage a key: whoever has its user token.
import type { Call } from '#define'
import { addressError } from '../errors.ts'
import type { KeySettings } from '../settings.ts'
import { testKeys } from './access.ts'
import { readCredentials } from './credentials.ts'

/** A key of an account that may be managed. */
export interface ManagedKey {
  readonly account: string
  readonly settings: KeySettings
}

/** In place of a key, `stored` and a key of the gateway stand for the account's first one. */
const isStandIn = (key: string) => key === 'stored' || key.startsWith('gh_live_')

/** Throws 4042 for an unknown key. */
export function publicKey(keys: readonly KeySettings[], key: string): KeySettings {
  const settings = testKeys.includes(key) || isStandIn(key) ? keys[0] : keys.find((one) => one.key === key)
  if (!settings) throw addressError(4042)
  return settings
}

/** Throws 4011 without a user token that is known, 4010 with that of another key, and 4042. */
export function managedKey(keys: readonly KeySettings[], input: { readonly key: string }, call: Call): ManagedKey {
  const { userToken } = readCredentials(input, call)
  if (!keys.some((one) => one.userToken === userToken)) throw addressError(4011)
  const settings = publicKey(keys, input.key)
  if (settings.userToken !== userToken) throw addressError(4010)
  return { account: call.account, settings }
}
