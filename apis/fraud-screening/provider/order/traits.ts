// The traits by which a buyer is recognised, as digests keyed by the account: equal traits of one account have equal
// digests, and nothing can be read from them.
import { createHmac } from 'node:crypto'
import { foldedAddress } from '../checks/folding.ts'
import { canonicalHash, firstRound } from '../identity/hash.ts'
import type { Order } from './order.ts'

/** What feedback can blacklist and velocity counts (SOURCES 2.4). */
export const traitKinds = ['ip', 'email', 'phone', 'address', 'card', 'device', 'user'] as const
export type TraitKind = (typeof traitKinds)[number]
/** Digests of 16 bytes by kind; those that the order does not have are absent. */
export type Traits = ReadonlyMap<TraitKind, Buffer>

/** The traits that a caller sends as a hash or in plain text. */
export type HashedKind = 'email' | 'user'
/** An e-mail address or user name in plain text. */
export interface SentText {
  readonly kind: HashedKind
  /** Digest of the text itself. */
  readonly digest: Buffer
  /** The result of the first round of its hash (`firstRound`). */
  readonly first: string
}
export interface SentTraits {
  /** All that needs no hashing. */
  readonly traits: Traits
  readonly texts: readonly SentText[]
}

/** The traits that an order has as it was sent, and the texts it has, whether or not their hashes came too. */
export function traitsOf(order: Order, salt: string): SentTraits {
  const values: Readonly<Record<TraitKind, string | undefined>> = {
    ip: order.ip,
    email: order.emailHash && canonicalHash(order.emailHash),
    phone: order.phone?.key,
    address: addressKey(order),
    card: order.cardHash && canonicalHash(order.cardHash),
    device: order.device,
    user: order.usernameHash && canonicalHash(order.usernameHash),
  }
  const traits = new Map<TraitKind, Buffer>()
  for (const kind of traitKinds) {
    const value = values[kind]
    if (value !== undefined) traits.set(kind, digestOf(salt, kind, value))
  }
  const texts: SentText[] = []
  for (const [kind, text] of [['email', order.email] as const, ['user', order.username] as const])
    if (text !== undefined) texts.push({ kind, digest: digestOf(salt, `${kind} text`, text), first: firstRound(text) })
  return { traits, texts }
}

/** A shipping address without differences of case, blanks and punctuation; undefined without street and postal code. */
function addressKey({ ship }: Order): string | undefined {
  if (ship.street === undefined || (ship.zip ?? ship.city) === undefined) return undefined
  return [ship.street, ship.city, ship.zip, ship.country].map(foldedAddress).join('|')
}

/** 16 bytes; what is digested is named by `kind`. */
export function digestOf(salt: string, kind: TraitKind | `${HashedKind} text`, value: string): Buffer {
  return createHmac('sha256', salt).update(`${kind}:${value}`).digest().subarray(0, 16)
}

/** As they are stored with the order. */
export function writeTraits(traits: Traits): string {
  return JSON.stringify(Object.fromEntries([...traits].map(([kind, digest]) => [kind, digest.toString('base64url')])))
}

export function readTraits(stored: string): Traits {
  const members: unknown = JSON.parse(stored)
  const traits = new Map<TraitKind, Buffer>()
  for (const kind of traitKinds) {
    const digest: unknown = Reflect.get(Object(members), kind)
    if (typeof digest === 'string') traits.set(kind, Buffer.from(digest, 'base64url'))
  }
  return traits
}
