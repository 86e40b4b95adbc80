// The traits that identify a buyer, as digests keyed by the account: equal traits of one account have equal digests,
// which reveal nothing.
import { createHmac } from 'node:crypto'
import { canonicalHash, type HashOf } from '../identity/hash.ts'
import type { Order } from './order.ts'

/** Traits that feedback blacklists and velocity counts (SOURCES 2.4); `mailbox` counts as `email`. */
export const traitKinds = ['ip', 'email', 'mailbox', 'phone', 'address', 'card', 'device', 'user'] as const
export type TraitKind = (typeof traitKinds)[number]
/** Digests of 16 bytes by kind; traits that the order lacks are absent. */
export type Traits = ReadonlyMap<TraitKind, Buffer>

interface TraitsDeps {
  /** Key of the account's digests. */
  readonly salt: string
  readonly hashOf: HashOf
}

/**
 * Returns the traits of an order. An e-mail address or user name counts under its hash, sent by the caller or computed
 * from the string; a hash takes precedence over a string that differs. An address with capitals counts in both cases.
 */
export async function traitsOf(order: Order, { salt, hashOf }: TraitsDeps): Promise<Traits> {
  const hashed = async (sent: string | undefined, text: string | undefined) =>
    sent === undefined ? text && (await hashOf(text)) : canonicalHash(sent)
  const values: Readonly<Record<TraitKind, string | undefined>> = {
    ip: order.ip,
    email: await hashed(order.emailHash, order.email),
    mailbox: await mailboxKey(order, hashOf),
    phone: order.phone?.key,
    address: addressKey(order),
    card: await cardKey(order, hashOf),
    device: order.device,
    user: await hashed(order.usernameHash, order.username),
  }
  const traits = new Map<TraitKind, Buffer>()
  for (const kind of traitKinds) {
    const value = values[kind]
    // the hash of its address identifies a mailbox too
    if (value !== undefined) traits.set(kind, digestOf(salt, kind === 'mailbox' ? 'email' : kind, value))
  }
  return traits
}

/**
 * Returns the hash of the lower-case address, which is one mailbox in any case; undefined if the address is unknown or
 * its hash already counts.
 */
async function mailboxKey({ email, emailHash }: Order, hashOf: HashOf): Promise<string | undefined> {
  const folded = email?.trim().toLowerCase()
  if (email === undefined || folded === undefined || folded === email) return undefined
  const isOther = emailHash !== undefined && canonicalHash(emailHash) !== (await hashOf(email))
  return isOther ? undefined : hashOf(folded)
}

/**
 * Returns the key of a card. Some clients of the provider hash the first digits of a card instead of its number
 * (SOURCES 3.2): such a hash is shared by all cards of the bank, so it identifies nobody.
 */
async function cardKey({ bin, cardHash }: Order, hashOf: HashOf): Promise<string | undefined> {
  const card = cardHash && canonicalHash(cardHash)
  return card && bin !== undefined && card === (await hashOf(bin)) ? undefined : card
}

/** Returns a shipping address without case, blanks and punctuation; undefined without street and postal code. */
function addressKey({ ship }: Order): string | undefined {
  if (ship.street === undefined || (ship.zip ?? ship.city) === undefined) return undefined
  return [ship.street, ship.city, ship.zip, ship.country].map(storedForm).join('|')
}

/** Returns a part of an address as digests have it. It must not change: those of earlier orders would match no more. */
function storedForm(text: string | undefined): string {
  return (text ?? '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

/** Returns a digest of 16 bytes. */
function digestOf(salt: string, kind: TraitKind, value: string): Buffer {
  return createHmac('sha256', salt).update(`${kind}:${value}`).digest().subarray(0, 16)
}

/** Serializes traits for the order's row. */
export function writeTraits(traits: Traits): string {
  return JSON.stringify(Object.fromEntries([...traits].map(([kind, digest]) => [kind, digest.toString('base64url')])))
}

export function readTraits(stored: string): Traits {
  const digests = new Map<string, unknown>(Object.entries(Object(JSON.parse(stored))))
  const traits = new Map<TraitKind, Buffer>()
  for (const kind of traitKinds) {
    const digest = digests.get(kind)
    if (typeof digest === 'string') traits.set(kind, Buffer.from(digest, 'base64url'))
  }
  return traits
}
