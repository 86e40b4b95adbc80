// The traits under which an order counts. An e-mail address or user name counts under its hash, whichever of the two
// the caller sends; the hash is computed before the answer only if an order that came with a hash may have the same.
import type { Db } from '../history/store.ts'
import type { TextOf, TextQueue } from '../history/text-queue.ts'
import { hasOpenHash, hasTexts, knownHashes, type SentHash } from '../history/texts.ts'
import { canonicalHash, type HashText } from '../identity/hash.ts'
import type { Order } from '../order/order.ts'
import { type HashedKind, type Traits, traitsOf } from '../order/traits.ts'

export interface Identity {
  readonly traits: Traits
  /** Those that came as hashes. */
  readonly hashes: readonly SentHash[]
  /** To be hashed after the order was stored: what it counts under, and what only tells texts of hashes. */
  readonly later: readonly { readonly text: TextOf; readonly reason: 'counted' | 'check' }[]
}
export interface IdentityDeps {
  readonly db: Db
  readonly hashText: HashText
  readonly texts: TextQueue
}
export type Identify = (order: Order, of: { account: string; salt: string; nowMs: number }) => Promise<Identity>

/** Accounts that are known to send texts without hashes. */
const mostKept = 10_000

export function createIdentify({ db, hashText, texts }: IdentityDeps): Identify {
  const sendsTexts = new Map<string, boolean>()

  async function learnsTexts(account: string): Promise<boolean> {
    const kept = sendsTexts.get(account) ?? (await hasTexts(db, account))
    note(account, kept)
    return kept
  }
  function note(account: string, sends: boolean): void {
    sendsTexts.delete(account)
    sendsTexts.set(account, sends)
    if (sendsTexts.size > mostKept) for (const oldest of sendsTexts.keys()) if (sendsTexts.delete(oldest)) break
  }

  /** To be called in the account's turn. */
  return async (order, { account, salt, nowMs }) => {
    const sent = traitsOf(order, salt)
    const traits = new Map(sent.traits)
    if (await isSharedCard(order, hashText)) traits.delete('card')
    const hashes = hashesOf(sent.traits)
    const alone = sent.texts.filter(({ kind }) => !traits.has(kind))
    // orders that came with the texts of these hashes may still count under the texts
    if (hashes.length > 0) await texts.settle(account)
    const known = await knownHashes(
      db,
      alone.map(({ digest }) => digest),
    )
    const later: Identity['later'][number][] = []
    for (const one of alone) {
      const text = { ...one, account, salt }
      const isNeeded = async () => texts.isFull(one.text) || (await hasOpenHash(db, account, one.kind, nowMs))
      const hash = known.get(one.digest.toString('hex')) ?? ((await isNeeded()) ? await texts.hashNow(text) : undefined)
      traits.set(one.kind, hash ?? one.digest)
      if (!hash) later.push({ text, reason: 'counted' })
      note(account, true)
    }
    for (const one of sent.texts)
      if (sent.traits.has(one.kind) && (await learnsTexts(account)))
        later.push({ text: { ...one, account, salt }, reason: 'check' })
    return { traits, hashes, later }
  }
}

function hashesOf(traits: Traits): SentHash[] {
  const hashes: SentHash[] = []
  for (const kind of ['email', 'user'] satisfies HashedKind[]) {
    const digest = traits.get(kind)
    if (digest) hashes.push({ kind, digest })
  }
  return hashes
}

/**
 * Some clients of the provider hash the first digits of a card instead of its number (SOURCES 3.2). Such a hash belongs
 * to every card of the bank, so it identifies nobody.
 */
async function isSharedCard({ bin, cardHash }: Order, hashText: HashText): Promise<boolean> {
  if (bin === undefined || cardHash === undefined) return false
  return (await hashText(bin)) === canonicalHash(cardHash)
}
