// Reads account names of callers: a 64-bit id, a vanity name, or the address of a profile (SOURCES 5.4).

import { invalidAccount } from '../errors.ts'
import { isSteamId } from '../steam-id.ts'

export type AccountName =
  | { readonly kind: 'id'; readonly steamId: string }
  | { readonly kind: 'vanity'; readonly vanity: string }

const address = /^https?:\/\/(?:www\.)?steamcommunity\.com\/(profiles|id)\/([^/?#\s]{2,40})\/?(?:[?#].{0,200})?$/i

/** Reads an account name. Throws a 400 that names the field. */
export function readAccountName(text: string, field: string): AccountName {
  const trimmed = text.trim()
  const [, kind, inAddress] = address.exec(trimmed) ?? []
  const name = inAddress ?? trimmed
  if (kind?.toLowerCase() === 'profiles' && !isSteamId(name)) throw invalidAccount(field)
  if (isSteamId(name) && kind?.toLowerCase() !== 'id') return { kind: 'id', steamId: name }
  // seventeen digits are an invalid id rather than a vanity name
  if (/^\d{17}$/.test(name) || !/^[A-Za-z0-9_-]{2,32}$/.test(name)) throw invalidAccount(field)
  return { kind: 'vanity', vanity: name }
}
