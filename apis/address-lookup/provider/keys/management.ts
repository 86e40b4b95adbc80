// Authorises the management of a key: by its user token, or by the account that owns it.
import type { Call } from '#define'
import { addressError } from '../errors.ts'
import type { KeySettings } from '../settings.ts'
import { testKeys } from './access.ts'
import { readCredentials } from './credentials.ts'

/** A key of an account, authorised for management. */
export interface ManagedKey {
  readonly account: string
  readonly settings: KeySettings
}

/** True for the placeholders of the account's first key: `stored`, or a key of the gateway. */
const isStandIn = (key: string) => key === 'stored' || key.startsWith('gh_live_')

/** Finds a key. Throws 4042 for an unknown key. */
export function publicKey(keys: readonly KeySettings[], key: string): KeySettings {
  const settings = testKeys.includes(key) || isStandIn(key) ? keys[0] : keys.find((one) => one.key === key)
  if (!settings) throw addressError(4042)
  return settings
}

/**
 * Returns the key of a call. An account needs no user token for its own key, named by `stored` or the gateway key.
 * Throws 4011 without a known user token, 4010 with that of another key, and 4042.
 */
export function managedKey(keys: readonly KeySettings[], input: { readonly key: string }, call: Call): ManagedKey {
  const { userToken } = readCredentials(input, call)
  const isOwn = userToken === undefined && isStandIn(input.key)
  if (!isOwn && !keys.some((one) => one.userToken === userToken)) throw addressError(4011)
  const settings = publicKey(keys, input.key)
  if (!isOwn && settings.userToken !== userToken) throw addressError(4010)
  return { account: call.account, settings }
}
