// Keeps the tokens of client credentials: one for each account, API and token source. However many calls wait, the
// token server gets one request; a token is renewed before it expires, while calls go on with it.
import { withToken } from '../account/vault/key-parts.ts'
import { createLru } from '../process/cache/lru.ts'
import { type Secret, sameSecret } from '../process/secret.ts'
import type { Pools } from './pools.ts'
import { requestToken, type TokenOrder } from './token-request.ts'

export interface Tokens {
  /**
   * Returns the key with its token added, synchronously if there is one. Fails as requestToken does; a failure holds
   * for a few seconds.
   */
  keyWithToken(owner: TokenOwner, order: TokenOrder): Secret | Promise<Secret>
  /** Records that the provider has accepted the token of a key that `keyWithToken` returned. */
  accepted(key: Secret): void
  /**
   * Drops the token of a key because the provider has refused it. False if the next one would hardly be better: it is
   * itself such a replacement, never accepted so far.
   */
  refused(key: Secret): boolean
  /** Returns the key with the token that follows a refused one, as `keyWithToken` does. */
  nextOf(key: Secret): Secret | Promise<Secret>
}
/** The account, and the API for which it stored the key. */
interface TokenOwner {
  readonly accountId: string
  readonly slug: string
}

interface Bought {
  readonly key: Secret
  readonly renewAt: number
  readonly expiresAt: number
  /** The earliest time at which a replacement that was never accepted is dropped. */
  readonly keptUntil: number
  wasAccepted: boolean
}
/** The token of one key, and the request for the next one. */
interface Entry {
  /** The order of the first call. */
  readonly order: TokenOrder
  current: Bought | undefined
  pending: Promise<Secret> | undefined
  failure: { readonly error: unknown; readonly until: number } | undefined
  /** True once a token of this key was refused. */
  isReplacing: boolean
}

/** A token and the forms of it that are masked take about 100 KB. */
const maxTokens = 1000
const failureMs = 5000
/** A token is renewed in its last fifth, or its last minute if that is shorter. */
const renewedShare = 0.2
const renewedMs = 60_000
/** The time in which a token must reach the provider. */
const wayMs = 5000
const replacementMs = 60_000
/** Timeout of a token server. */
const usualTimeoutMs = 10_000

/** Creates the tokens of a process. */
export function createTokens(pools: Pools, monotonic: () => number, timeoutMs = usualTimeoutMs): Tokens {
  const entries = createLru<string, Entry>(maxTokens)
  const bought = new WeakMap<Secret, Entry>()

  function entryOf({ accountId, slug }: TokenOwner, order: TokenOrder): Entry {
    const { url, client, scopes } = order.source
    // by value: endpoints of an API can declare the same source each for itself
    const id = [accountId, slug, client, url, ...scopes].join(' ')
    const known = entries.get(id)
    if (known && isSame(known.order.key, order.key)) return known
    const entry = { order, current: undefined, pending: undefined, failure: undefined, isReplacing: false }
    entries.set(id, entry)
    return entry
  }

  async function buy(entry: Entry): Promise<Secret> {
    const askedAt = monotonic()
    try {
      const { text, lifetimeS } = await requestToken(pools, entry.order, timeoutMs)
      const lifetimeMs = lifetimeS * 1000
      const key = withToken(entry.order.key, text)
      const expiresAt = askedAt + lifetimeMs - Math.min(wayMs, lifetimeMs * renewedShare)
      entry.current = {
        key,
        renewAt: askedAt + lifetimeMs - Math.min(renewedMs, lifetimeMs * renewedShare),
        expiresAt,
        keptUntil: entry.isReplacing ? askedAt + replacementMs : askedAt,
        wasAccepted: false,
      }
      entry.failure = undefined
      bought.set(key, entry)
      return key
    } catch (error) {
      entry.failure = { error, until: monotonic() + failureMs }
      throw error
    } finally {
      entry.pending = undefined
    }
  }

  function keyOf(entry: Entry): Secret | Promise<Secret> {
    const { current, failure } = entry
    const now = monotonic()
    const isHeld = failure !== undefined && now < failure.until
    if (current && now < current.expiresAt) {
      if (now >= current.renewAt && !isHeld && !entry.pending) {
        entry.pending = buy(entry)
        // a failure is reported to the calls that come after the token has expired
        entry.pending.catch(() => {})
      }
      return current.key
    }
    if (entry.pending) return entry.pending
    if (isHeld) throw failure.error
    entry.pending = buy(entry)
    return entry.pending
  }

  return {
    keyWithToken: (owner, order) => keyOf(entryOf(owner, order)),
    accepted(key) {
      const entry = bought.get(key)
      if (entry?.current?.key !== key) return
      entry.current.wasAccepted = true
      entry.isReplacing = false
    },
    refused(key) {
      const entry = bought.get(key)
      // another call has dropped it already
      if (entry?.current?.key !== key) return entry !== undefined
      const { wasAccepted, keptUntil } = entry.current
      if (!wasAccepted && monotonic() < keptUntil) return false
      entry.current = undefined
      entry.isReplacing = true
      return true
    },
    nextOf(key) {
      const entry = bought.get(key)
      return entry ? keyOf(entry) : key
    },
  }
}

function isSame(one: Secret, other: Secret): boolean {
  return one === other || sameSecret(one, other)
}
