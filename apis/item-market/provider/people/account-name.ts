// How callers name an account: its 64-bit id, its vanity name, or the address of its profile (FACTS 5.4).
import { wrongAccount } from './refusals.ts'

export type AccountName =
  | { readonly kind: 'id'; readonly steamId: string }
  | { readonly kind: 'vanity'; readonly vanity: string }

/** Id of account number 0; 32 bits follow it. */
const first = 76_561_197_960_265_728n
const last = first + 0xffff_ffffn
const address = /^https?:\/\/(?:www\.)?steamcommunity\.com\/(profiles|id)\/([^/?#\s]{2,40})\/?(?:[?#].{0,200})?$/i

/** Reads one. Throws 400 that names the field. */
export function readAccountName(text: string, field: string): AccountName {
  const given = text.trim()
  const [, place, inAddress] = address.exec(given) ?? []
  const name = inAddress ?? given
  if (place?.toLowerCase() === 'profiles' && !isSteamId(name)) throw wrongAccount(field)
  if (isSteamId(name) && place?.toLowerCase() !== 'id') return { kind: 'id', steamId: name }
  // seventeen digits are meant as an id, so they are a wrong one and no vanity name
  if (/^\d{17}$/.test(name) || !/^[A-Za-z0-9_-]{2,32}$/.test(name)) throw wrongAccount(field)
  return { kind: 'vanity', vanity: name }
}

/** Whether a text is the id of an account that can exist. */
export function isSteamId(text: string): boolean {
  if (!/^\d{17}$/.test(text)) return false
  const id = BigInt(text)
  return id > first && id <= last
}
