// The open sessions of this process: their limits, the reasons to end them, and their end at shutdown.
import { fail } from '#define'
import { createGatewayKeysRepository, type Store } from '#store'
import type { Invalidations } from '../../account/invalidations/port.ts'
import type { RoutedCall } from '../../call/call.ts'
import type { MessageSocket } from './message-socket.ts'

/** The interval of session checks, and the limit of a closing handshake, in milliseconds. */
export interface SocketTimes {
  readonly beatMs: number
  readonly closeMs: number
}
const defaultTimes: SocketTimes = { beatMs: 5000, closeMs: 5000 }
/** The number of beats for which a peer can stay silent, or read none of the data waiting for it. */
const silentBeats = 4

/** A session slot, released when the call ends. */
interface Place {
  /** Starts monitoring the session. */
  open(socket: MessageSocket): void
}
export interface Sessions {
  readonly times: SocketTimes
  readonly count: number
  /** Returns the number of sessions by listing; lists only those that have had any. */
  byListing(): ReadonlyMap<string, number>
  /** Takes a slot for the call; throws `session.limit` or `gateway.sessions_full`. */
  reserve(call: RoutedCall): Place
  /** Closes all sessions with 1001. */
  drain(): void
  /** Cuts the remaining sessions. */
  close(): void
}
interface SessionsDeps {
  readonly store: Store
  readonly clock: () => number
  readonly invalidations: Invalidations
  readonly limits: { readonly inAll: number; readonly perAccount: number }
  /** Shorter times for tests, which cannot wait for the defaults. */
  readonly times?: Partial<SocketTimes> | undefined
}

/** A session, from its handshake on. */
interface Entry {
  readonly call: RoutedCall
  socket: MessageSocket | undefined
  /** Reason to end the session, if known before the session began. */
  over: readonly [code: number, reason: string] | undefined
  silentBeats: number
  /** Bytes sent, and the time since which the peer has accepted no more of the waiting data. */
  sent: number
  stalledAt: number
}

export function createSessions(deps: SessionsDeps): Sessions {
  const { store, clock, invalidations, limits } = deps
  const times = { ...defaultTimes, ...deps.times }
  const keys = createGatewayKeysRepository(store)
  const entries = new Set<Entry>()
  const slots = createSlots(limits)
  let isEnding = false

  const beat = setInterval(() => {
    for (const entry of entries) if (entry.socket) lookAfter(entry, entry.socket)
  }, times.beatMs)
  beat.unref()

  function lookAfter(entry: Entry, socket: MessageSocket): void {
    const { call } = entry
    const { idleMs } = call.listing.compiled(call.route)
    const now = performance.now()
    const over = overBy(call)
    if (socket.unsent === 0 || socket.sent !== entry.sent) entry.stalledAt = now
    entry.sent = socket.sent
    if (now - socket.lastHeardAt < times.beatMs || socket.isHeld) entry.silentBeats = 0
    if (over) socket.close(...over)
    else if (now - entry.stalledAt >= idleMs || entry.silentBeats++ >= silentBeats) socket.cut()
    else if (now - socket.lastMessageAt >= idleMs) socket.close(1001, `No message for ${Math.round(idleMs / 1000)} s.`)
    else socket.ping()
  }

  /** Returns the reason to end the session of a call now. */
  function overBy({ caller }: RoutedCall): Entry['over'] {
    // without the lease this process would not learn of a revoked key
    if (!invalidations.hasLease()) return [1013, 'The gateway cannot reach its database. Connect again.']
    const expiresAt = caller?.expiresAt ?? null
    return expiresAt !== null && clock() >= expiresAt ? [1008, 'The key has expired.'] : undefined
  }

  function end(entry: Entry, code: number, reason: string): void {
    if (entry.socket) entry.socket.close(code, reason)
    else entry.over = [code, reason]
  }

  /**
   * Ends the sessions whose key no longer permits them. Changes that keep the key valid (a rename, say) end no session.
   */
  async function endForbidden(isMeant: (call: RoutedCall) => boolean): Promise<void> {
    const meant = [...entries].filter(({ call }) => isMeant(call))
    const works = new Map<string, boolean>()
    for (const { call } of meant) {
      const id = call.caller?.keyId ?? ''
      // an unreachable database counts as a refusal, because nothing would check again
      if (!works.has(id)) works.set(id, await keys.works(id, clock()).catch(() => false))
    }
    for (const entry of meant)
      if (works.get(entry.call.caller?.keyId ?? '') === false) end(entry, 1008, 'The key may not be used any more.')
  }
  invalidations.on('key', (id) => endForbidden(({ caller }) => caller?.keyId === id))
  invalidations.on('account', (id) => endForbidden(({ caller }) => caller?.accountId === id))

  function begin(entry: Entry, socket: MessageSocket): void {
    const { call } = entry
    const { totalMs } = call.listing.compiled(call.route)
    const leftMs = Math.min(call.timeoutMs ?? totalMs, totalMs) - (performance.now() - call.startedMs)
    const timer = setTimeout(() => socket.close(1000, 'The session has lasted as long as it may.'), leftMs)
    entry.socket = socket
    entry.stalledAt = performance.now()
    void socket.ended.then(() => clearTimeout(timer))
    // a handshake can take long
    const over = entry.over ?? overBy(call)
    if (over) socket.close(...over)
  }

  return {
    times,
    get count() {
      return entries.size
    },
    byListing: () => slots.perListing,
    reserve(call) {
      const release = slots.take(call)
      const over: Entry['over'] = isEnding ? [1001, ending] : undefined
      const entry: Entry = { call, socket: undefined, over, silentBeats: 0, sent: 0, stalledAt: 0 }
      entries.add(entry)
      call.response.once('close', () => {
        entries.delete(entry)
        release()
      })
      return { open: (socket) => begin(entry, socket) }
    },
    drain() {
      isEnding = true
      for (const entry of entries) end(entry, 1001, ending)
    },
    close() {
      clearInterval(beat)
      for (const { socket } of entries) socket?.cut()
    },
  }
}

const ending = 'The gateway is shutting down. Connect again.'

/** Counts sessions for each account and listing, and holds the limits. */
function createSlots(limits: SessionsDeps['limits']) {
  const perAccount = new Map<string, number>()
  const perListing = new Map<string, number>()
  let inAll = 0
  return {
    perListing,
    /** Takes a slot and returns its release; throws `session.limit` or `gateway.sessions_full`. */
    take({ caller, listing: { slug } }: RoutedCall): () => void {
      const account = caller?.accountId ?? ''
      const ofAccount = perAccount.get(account) ?? 0
      if (ofAccount >= limits.perAccount) throw fail('session.limit', { limit: limits.perAccount })
      if (inAll >= limits.inAll) throw fail('gateway.sessions_full', {}, { retryAfterS: 1 })
      inAll++
      perAccount.set(account, ofAccount + 1)
      perListing.set(slug, (perListing.get(slug) ?? 0) + 1)
      return () => {
        inAll--
        perListing.set(slug, (perListing.get(slug) ?? 1) - 1)
        const left = (perAccount.get(account) ?? 1) - 1
        if (left > 0) perAccount.set(account, left)
        else perAccount.delete(account)
      }
    },
  }
}
