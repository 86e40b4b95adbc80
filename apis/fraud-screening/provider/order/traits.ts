// The traits by which a buyer is recognised, as digests keyed by the account: equal traits of one account have equal
// digests, and nothing can be read from them.
import { createHmac } from 'node:crypto'
import { foldedAddress } from '../checks/folding.ts'
import { canonicalHash, type HashText } from '../identity/hash.ts'
import type { Order } from './order.ts'

/** What feedback can blacklist and velocity counts (SOURCES 2.4). */
export const traitKinds = ['ip', 'email', 'phone', 'address', 'card', 'device', 'user'] as const
export type TraitKind = (typeof traitKinds)[number]
/** Digests of 16 bytes by kind; those that the order does not have are absent. */
export type Traits = ReadonlyMap<TraitKind, Buffer>

/** The traits of an order. Hashes what the caller sent in plain text. */
export async function traitsOf(order: Order, salt: string, hashText: HashText): Promise<Traits> {
  const values: Readonly<Record<TraitKind, string | undefined>> = {
    ip: order.ip,
    email: await hashOf(order.emailHash, order.email, hashText),
    phone: order.phone?.key,
    address: addressKey(order),
    card: order.cardHash && canonicalHash(order.cardHash),
    device: order.device,
    user: await hashOf(order.usernameHash, order.username, hashText),
  }
  const traits = new Map<TraitKind, Buffer>()
  for (const kind of traitKinds) {
    const value = values[kind]
    if (value !== undefined) traits.set(kind, digestOf(salt, kind, value))
  }
  return traits
}

async function hashOf(hash: string | undefined, plain: string | undefined, hashText: HashText) {
  return (hash && canonicalHash(hash)) ?? (plain === undefined ? undefined : hashText(plain))
}

/** A shipping address without differences of case, blanks and punctuation; undefined without street and postal code. */
function addressKey({ ship }: Order): string | undefined {
  if (ship.street === undefined || (ship.zip ?? ship.city) === undefined) return undefined
  return [ship.street, ship.city, ship.zip, ship.country].map(foldedAddress).join('|')
}

function digestOf(salt: string, kind: TraitKind, value: string): Buffer {
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
