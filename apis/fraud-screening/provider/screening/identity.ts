// The traits under which an order counts. An e-mail address or user name counts under its hash, whichever of the two
// the caller sends; the hash is computed before the answer only if an order that came with a hash may have the same.
import type { LaterHashes, Owner } from '../history/later-hashes.ts'
import type { Db } from '../history/store.ts'
import { type HashedText, hasTexts, openKinds, type SentHash, textStates } from '../history/texts.ts'
import { canonicalHash, firstRound } from '../identity/hash.ts'
import type { Hashes } from '../identity/hashes.ts'
import type { Order } from '../order/order.ts'
import { type HashedKind, type SentText, type Traits, traitsOf } from '../order/traits.ts'

export interface Identity {
  readonly traits: Traits
  /** Those that came as hashes. */
  readonly hashes: readonly SentHash[]
  /** The texts that it counts under until they are hashed. */
  readonly unhashed: readonly SentText[]
  /** The texts that were hashed. */
  readonly named: readonly HashedText[]
  /** The texts that came beside hashes, which they may explain. */
  readonly checks: readonly SentText[]
}
export interface IdentityDeps {
  readonly db: Db
  readonly hashes: Hashes
  readonly later: LaterHashes
}
export type Identify = (order: Order, of: Owner & { readonly nowMs: number }) => Promise<Identity>

/** Accounts that are known to send texts without hashes. */
const mostKept = 10_000

export function createIdentify({ db, hashes: computed, later }: IdentityDeps): Identify {
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

  async function nameAlone(texts: readonly SentText[], { nowMs, ...owner }: Owner & { readonly nowMs: number }) {
    if (texts.length === 0) return []
    const [known, open] = await Promise.all([
      textStates(
        db,
        texts.map(({ digest }) => digest),
      ),
      openKinds(db, owner.account, nowMs),
    ])
    return Promise.all(
      texts.map(async (text) => {
        const state = known.get(text.digest.toString('hex'))
        if (state?.hash || !open.has(text.kind)) return { text, hash: state?.hash, named: undefined }
        const named = await later.compute(text, owner)
        return { text, hash: named.hash, named: { ...named, isCounted: state !== undefined } }
      }),
    )
  }

  /** To be called in the account's turn. */
  return async (order, { account, salt, nowMs }) => {
    const sent = traitsOf(order, salt)
    const traits = new Map(sent.traits)
    const hashes = hashesOf(sent.traits)
    const [isShared, alone] = await Promise.all([
      isSharedCard(order, computed),
      nameAlone(
        sent.texts.filter(({ kind }) => !sent.traits.has(kind)),
        { account, salt, nowMs },
      ),
      // orders that came with the texts of these hashes may still count under the texts
      later.settle({ account, salt }, hashes),
    ])
    if (isShared) traits.delete('card')
    for (const { text, hash } of alone) traits.set(text.kind, hash ?? text.digest)
    // orders count under these already
    const counted = alone.filter(({ named }) => named?.isCounted).map(({ text }) => text.digest)
    await later.settleTexts({ account, salt }, counted)
    if (alone.length > 0) note(account, true)
    const beside = sent.texts.filter(({ kind }) => sent.traits.has(kind))
    return {
      ...{ traits, hashes },
      unhashed: alone.filter(({ hash }) => !hash).map(({ text }) => text),
      named: alone.flatMap(({ named }) => (named && !named.isCounted ? [named] : [])),
      checks: beside.length > 0 && (await learnsTexts(account)) ? beside : [],
    }
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
async function isSharedCard({ bin, cardHash }: Order, hashes: Hashes): Promise<boolean> {
  if (bin === undefined || cardHash === undefined) return false
  return (await hashes.of(firstRound(bin), 'now')) === canonicalHash(cardHash)
}
