// The open sessions of this process: how many there may be, which have to end, and their end with the process.
import { fail } from '#define'
import { createGatewayKeysRepository, type Store } from '#store'
import type { RoutedCall } from '../call/call.ts'
import type { Invalidations } from '../invalidations/port.ts'
import type { MessageSocket } from './message-socket.ts'

/** How often sessions are looked after, and how long a peer may take over a closing handshake, in milliseconds. */
export interface SocketTimes {
  readonly beatMs: number
  readonly closeMs: number
}
const defaultTimes: SocketTimes = { beatMs: 5000, closeMs: 5000 }
/** For how many beats a peer may give no sign of life, or read nothing of what is waiting for it. */
const silentBeats = 4

/** A place for a session, which is free again when the call ends. */
export interface Place {
  /** Looks after the session from now on. */
  open(socket: MessageSocket): void
}
export interface Sessions {
  readonly times: SocketTimes
  readonly count: number
  /** How many there are by listing, of those that have had any. */
  byListing(): ReadonlyMap<string, number>
  /** Takes a place for the call; throws `session.limit` or `gateway.sessions_full`. */
  reserve(call: RoutedCall): Place
  /** Closes all sessions with 1001. */
  drain(): void
  /** Cuts those that are left. */
  close(): void
}
export interface SessionsDeps {
  readonly store: Store
  readonly clock: () => number
  readonly invalidations: Invalidations
  readonly limits: { readonly inAll: number; readonly perAccount: number }
  /** Tests cannot wait for the default ones. */
  readonly times?: Partial<SocketTimes> | undefined
}

/** A session from its handshake on. */
interface Entry {
  readonly call: RoutedCall
  socket: MessageSocket | undefined
  /** Why it has to end, when that became known before it had begun. */
  over: readonly [code: number, reason: string] | undefined
  silentBeats: number
  /** Bytes sent, and since when no more of what is waiting has been taken. */
  sent: number
  stalledAt: number
}

export function createSessions(deps: SessionsDeps): Sessions {
  const { store, clock, invalidations, limits } = deps
  const times = { ...defaultTimes, ...deps.times }
  const keys = createGatewayKeysRepository(store.db)
  const perAccount = new Map<string, number>()
  const entries = new Set<Entry>()
  const perListing = new Map<string, number>()
  const countListing = ({ listing }: RoutedCall, change: 1 | -1) =>
    perListing.set(listing.slug, (perListing.get(listing.slug) ?? 0) + change)
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

  /** Why the session of a call has to end now. */
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

  /** A change that leaves a key working, such as a new name, ends nothing. */
  async function endForbidden(isMeant: (call: RoutedCall) => boolean): Promise<void> {
    const meant = [...entries].filter(({ call }) => isMeant(call))
    const works = new Map<string, boolean>()
    for (const { call } of meant) {
      const id = call.caller?.keyId ?? ''
      // an unreachable database forbids, because nothing would ask again
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
    // a handshake may take long
    const over = entry.over ?? overBy(call)
    if (over) socket.close(...over)
  }

  function leave(entry: Entry, account: string): void {
    entries.delete(entry)
    countListing(entry.call, -1)
    const left = (perAccount.get(account) ?? 1) - 1
    if (left > 0) perAccount.set(account, left)
    else perAccount.delete(account)
  }

  return {
    times,
    get count() {
      return entries.size
    },
    byListing: () => perListing,
    reserve(call) {
      const account = call.caller?.accountId ?? ''
      const ofAccount = perAccount.get(account) ?? 0
      if (ofAccount >= limits.perAccount) throw fail('session.limit', { limit: limits.perAccount })
      if (entries.size >= limits.inAll) throw fail('gateway.sessions_full', {}, { retryAfterS: 1 })
      const over: Entry['over'] = isEnding ? [1001, ending] : undefined
      const entry: Entry = { call, socket: undefined, over, silentBeats: 0, sent: 0, stalledAt: 0 }
      entries.add(entry)
      countListing(call, 1)
      perAccount.set(account, ofAccount + 1)
      call.response.once('close', () => leave(entry, account))
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
