// Hashes texts after the orders that have them were answered, while no other order is being screened.
import type { ProviderKit } from '#define'
import { type keyedMutex, yieldToEventLoop } from '#provider'
import type { HashText } from '../identity/hash.ts'
import { digestOf, type SentText } from '../order/traits.ts'
import type { Db } from './store.ts'
import { nameHash } from './texts.ts'

export interface TextOf extends SentText {
  readonly account: string
  readonly salt: string
}
export interface TextQueueDeps {
  readonly db: Db
  readonly hashText: HashText
  readonly now: () => number
  readonly log: ProviderKit['log']
  /** Turns of accounts; a text is taken from the queue in one. */
  readonly turns: ReturnType<typeof keyedMutex<string>>
}
export interface TextQueue {
  /** Whether the text has to be hashed at once. */
  isFull(text: string): boolean
  /** What orders count under is always taken, because `isFull` was asked before; anything else if there is room. */
  add(text: TextOf, reason: 'counted' | 'check'): void
  /** Hashes a text at once and keeps its hash; returns the digest. Only in a turn of the account. */
  hashNow(text: TextOf): Promise<Buffer>
  /** Hashes at once what orders of the account count under. Only in a turn of the account. */
  settle(account: string): Promise<void>
  /** Holds the work back until the screening has ended. */
  during<T>(screening: () => Promise<T>): Promise<T>
  /** Hashes all that waits. */
  close(): Promise<void>
}

const mostWaiting = 500
/** Longer texts are hashed at once, so that what waits is bounded in bytes too. */
const longestText = 400

export function createTextQueue(deps: TextQueueDeps): TextQueue {
  const { db, hashText, now, log, turns } = deps
  /** By digest of the text. */
  const waiting = new Map<string, { readonly text: TextOf; readonly isCounted: boolean }>()
  const sleepers: (() => void)[] = []
  let screenings = 0
  /** Somebody waits for hashes. */
  let hurries = 0
  let working: Promise<void> | undefined

  const wake = () => {
    for (const one of sleepers.splice(0)) one()
  }
  async function untilQuiet(): Promise<void> {
    await yieldToEventLoop()
    while (screenings > 0 && hurries === 0) await new Promise<void>((resolve) => sleepers.push(resolve))
  }
  async function hurry<T>(task: () => Promise<T>): Promise<T> {
    hurries++
    wake()
    try {
      return await task()
    } finally {
      hurries--
    }
  }

  async function keep(text: TextOf): Promise<Buffer> {
    const { account, kind, salt, digest } = text
    const hash = digestOf(salt, kind, await hashText(text.text, untilQuiet))
    await nameHash(db, { account, kind, text: digest, hash }, now())
    waiting.delete(digest.toString('hex'))
    return hash
  }

  async function work(): Promise<void> {
    for (const [key, { text }] of waiting) {
      try {
        await untilQuiet()
        await hashText(text.text, untilQuiet)
        // whoever has the turn keeps the others waiting
        await turns.run(text.account, async () => {
          if (waiting.has(key)) await hurry(() => keep(text))
        })
      } catch (error) {
        // it is hashed when it is seen next
        log.warn('a text could not be hashed after its order', { reason: String(error) })
        waiting.delete(key)
      }
    }
    working = undefined
  }

  return {
    isFull: (text) => waiting.size >= mostWaiting || text.length > longestText,
    add(text, reason) {
      const key = text.digest.toString('hex')
      if (reason === 'check' && (waiting.size >= mostWaiting || text.text.length > longestText)) return
      waiting.set(key, { text, isCounted: reason === 'counted' || waiting.get(key)?.isCounted === true })
      working ??= work()
    },
    hashNow: (text) => hurry(() => keep(text)),
    settle: (account) =>
      hurry(async () => {
        for (const { text, isCounted } of [...waiting.values()])
          if (isCounted && text.account === account) await keep(text)
      }),
    async during(screening) {
      screenings++
      try {
        return await screening()
      } finally {
        screenings--
        if (screenings === 0) wake()
      }
    },
    close: () => hurry(async () => working),
  }
}
