// Computes the hashes of texts that stored orders count under: after the answers, or at once for an order that may be
// of one of the same buyers.
import type { ProviderKit } from '#define'
import type { keyedMutex } from '#provider'
import type { Hashes, When } from '../identity/hashes.ts'
import { digestOf, type SentText } from '../order/traits.ts'
import type { Db } from './store.ts'
import { areExplained, type HashedText, knownHashes, lookedForMs, nameHashes, type SentHash } from './texts.ts'
import { accountsWithUnhashed, findUnhashed, type UnhashedText } from './unhashed.ts'

export interface LaterHashesDeps {
  readonly db: Db
  readonly hashes: Hashes
  readonly now: () => number
  readonly log: ProviderKit['log']
  /** Turns of accounts; texts are named in one. */
  readonly turns: ReturnType<typeof keyedMutex<string>>
}
export interface Owner {
  readonly account: string
  /** Key of its digests. */
  readonly salt: string
}
export interface LaterHashes {
  /** The hash of a text, without keeping it. */
  compute(text: UnhashedText, owner: Owner): Promise<HashedText>
  /**
   * Before an order with these hashes is counted: names the texts that may have them, the last 500 at most. Only in a
   * turn of the account.
   */
  settle(owner: Owner, hashes: readonly SentHash[]): Promise<void>
  /** Names those of the texts that orders count under. Only in a turn of the account. */
  settleTexts(owner: Owner, digests: readonly Buffer[]): Promise<void>
  /** Goes on with what was left when the provider was last closed. */
  resume(): void
  /** Orders of the account may count under texts. */
  wake(owner: Owner): void
  /** A text that came with a hash, which it may explain; it is checked if there is room. */
  check(text: SentText, owner: Owner): void
  close(): Promise<void>
}

/** Named in one transaction, while orders of the account wait for some milliseconds. */
const namedAtOnce = 64
/** They take some 1.5 s, on two threads. */
const mostSettled = 500
const mostChecks = 500
const mostAccounts = 1000

export function createLaterHashes(deps: LaterHashesDeps): LaterHashes {
  const { db, hashes, now, log, turns } = deps
  /** Keys by account. */
  const accounts = new Map<string, string>()
  const checks = new Map<string, { readonly text: SentText; readonly owner: Owner }>()
  let working: Promise<void> | undefined
  let isResumed = false
  let isClosed = false

  async function hashed(text: UnhashedText, { account, salt }: Owner, when: When): Promise<HashedText> {
    const hash = digestOf(salt, text.kind, await hashes.of(text.first, when))
    return { account, kind: text.kind, text: text.digest, hash }
  }

  /** Only in a turn of the account. */
  async function name(texts: readonly UnhashedText[], owner: Owner): Promise<void> {
    const named = await Promise.all(texts.map((text) => hashed(text, owner, 'now')))
    for (let at = 0; at < named.length; at += namedAtOnce)
      await nameHashes(db, named.slice(at, at + namedAtOnce), now())
  }

  function wake({ account, salt }: Owner): void {
    if (accounts.size < mostAccounts) accounts.set(account, salt)
    working ??= work()
  }

  async function work(): Promise<void> {
    try {
      while (!isClosed) {
        // what another process left, and what had no room
        if (accounts.size === 0)
          for (const { account, salt } of await accountsWithUnhashed(db, mostAccounts)) accounts.set(account, salt)
        const [next] = accounts
        if (!next) break
        const [account, salt] = next
        accounts.delete(account)
        if (await workFor({ account, salt })) accounts.set(account, salt)
      }
    } catch (error) {
      // the texts are stored: the next order tries again
      if (!isClosed) log.warn('texts could not be hashed after their orders', { reason: String(error) })
      accounts.clear()
    } finally {
      working = undefined
    }
  }

  /** False when nothing is left. */
  async function workFor(owner: Owner): Promise<boolean> {
    const counted = await findUnhashed(db, { ...owner, order: 'oldest', most: namedAtOnce })
    const texts: UnhashedText[] = [...counted, ...(await checksOf(owner))]
    const named = await Promise.all(texts.map((text) => hashed(text, owner, 'later')))
    if (named.length > 0) await turns.run(owner.account, () => nameHashes(db, named, now()))
    return named.length > 0
  }

  async function checksOf({ account }: Owner): Promise<UnhashedText[]> {
    const own = [...checks].filter(([, { owner }]) => owner.account === account).slice(0, namedAtOnce)
    for (const [key] of own) checks.delete(key)
    const texts = own.map(([, { text }]) => text)
    const known = await knownHashes(
      db,
      texts.map(({ digest }) => digest),
    )
    return texts.filter(({ digest }) => !known.has(digest.toString('hex')))
  }

  return {
    compute: (text, owner) => hashed(text, owner, 'now'),
    async settle(owner, sent) {
      if (sent.length === 0) return
      const kinds = sent.map(({ kind }) => kind)
      const query = { ...owner, kinds, sinceMs: now() - lookedForMs, order: 'newest' as const }
      const some = await findUnhashed(db, { ...query, most: 1 })
      if (some.length === 0 || (await areExplained(db, sent))) return
      await name(await findUnhashed(db, { ...query, most: mostSettled }), owner)
    },
    async settleTexts(owner, digests) {
      if (digests.length === 0) return
      await name(await findUnhashed(db, { ...owner, digests, order: 'newest', most: digests.length }), owner)
    },
    resume() {
      if (!isResumed) working ??= work()
      isResumed = true
    },
    wake,
    check(text, owner) {
      if (checks.size >= mostChecks) return
      checks.set(text.digest.toString('hex'), { text, owner })
      wake(owner)
    },
    async close() {
      isClosed = true
      await hashes.close()
      await working
    },
  }
}
