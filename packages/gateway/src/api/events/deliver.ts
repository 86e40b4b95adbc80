// Delivers events to webhooks. Every process takes deliveries that are due, under a lease: one that dies leaves them to
// the others. What is sent is sent at least once, with one id for all tries.

import type { Timers } from '#provider'
import {
  createWebhooksRepository,
  type EventRow,
  failWaiting,
  hasDue,
  operatorAccountId,
  readEvent,
  type Store,
  settleDelivery,
  type TakenDelivery,
  takeDeliveries,
  type WebhookRow,
} from '#store'
import { webhookSecretLabel } from '../../account/vault/seal.ts'
import type { Vault } from '../../account/vault/vault.ts'
import type { Log } from '../../process/log.ts'
import type { Secret } from '../../process/secret.ts'
import { type NamedFetch, NamedFetchError } from '../../upstream/named-fetch.ts'
import type { Announce } from './announce.ts'
import { givenUpAfterMs, retryDelayMs } from './schedule.ts'
import { signedHeaders } from './signature.ts'

interface DeliverDeps {
  readonly store: Store
  readonly vault: Pick<Vault, 'openSecret'>
  readonly fetch: NamedFetch
  readonly announce: Announce
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Returns a number from 0 up to but excluding 1. */
  readonly random: () => number
  readonly timers: Timers
  readonly log: Pick<Log, 'warn'>
}
interface Deliverer {
  /** Looks for deliveries that are due, without waiting for the next look. */
  wake(): void
  /** Ends the tries under way; their deliveries are tried again by others. */
  stop(): Promise<void>
}

const pollMs = 1000
const timeoutMs = 15_000
const leaseMs = 60_000
const limits = { perWebhook: 2, inAll: 16 }
const answerBytes = 1024

interface Tried {
  readonly status: number | null
  readonly error: string | null
  readonly retryAfter: string | undefined
  readonly answer: string
}

/** Starts to deliver. */
export function startDeliverer(deps: DeliverDeps): Deliverer {
  const { store, clock, log, timers } = deps
  const webhooks = createWebhooksRepository(store)
  const ending = new AbortController()
  const underWay = new Set<Promise<void>>()
  let looking: Promise<void> | undefined
  let isAskedAgain = false

  async function look(): Promise<void> {
    const now = clock()
    if (ending.signal.aborted || !(await hasDue(store.db, now))) return
    for (const taken of await takeDeliveries(store, { now, leasedUntil: now + leaseMs, ...limits })) {
      const work = deliver(taken)
        .catch((error: unknown) => log.warn('a delivery failed', { event: taken.eventId, cause: String(error) }))
        .finally(() => {
          underWay.delete(work)
          wake()
        })
      underWay.add(work)
    }
  }

  function wake(): void {
    if (looking) {
      // that look may have passed what is due now
      isAskedAgain = true
      return
    }
    looking = look()
      .catch((error: unknown) => log.warn('deliveries could not be looked up', { cause: String(error) }))
      .finally(() => {
        looking = undefined
        if (!isAskedAgain) return
        isAskedAgain = false
        wake()
      })
  }

  async function deliver(taken: TakenDelivery): Promise<void> {
    const webhook = await webhooks.get(taken.webhookId)
    const event = await readEvent(store.db, taken.eventId)
    if (!webhook || !event) return
    const at = clock()
    const tried = webhook.enabled ? await tryOnce(deps, { webhook, event, signal: ending.signal }) : switchedOff
    if (ending.signal.aborted) return
    await settle(taken, webhook, { at, ms: clock() - at, ...tried })
  }

  async function settle(taken: TakenDelivery, webhook: WebhookRow, tried: Tried & { at: number; ms: number }) {
    const { at, ms, status, error, retryAfter, answer } = tried
    const isDone = status !== null && status >= 200 && status < 300
    const now = clock()
    const next =
      isDone || !webhook.enabled || status === 410
        ? undefined
        : retryDelayMs(taken.tries + 1, { random: deps.random(), retryAfter, now })
    const state = isDone ? 'delivered' : next === undefined ? 'failed' : 'waits'
    const kept = { ...(webhook.accountId === operatorAccountId && answer !== '' && { answer }) }
    const attempt = { at, ms, status, error, ...kept }
    if (!(await settleDelivery(store.db, taken, { state, dueAt: now + (next ?? 0), attempt }))) return
    if (!webhook.enabled) return
    if (isDone) {
      if (webhook.failingSince !== null) await webhooks.noteFailing(webhook.id, null)
      return
    }
    if (webhook.failingSince === null) await webhooks.noteFailing(webhook.id, at)
    const { failingSince } = webhook
    if (status === 410) await switchOff(deps, webhook, { because: 'It answered 410.' })
    else if (failingSince !== null && now - failingSince >= givenUpAfterMs)
      await switchOff(deps, webhook, { because: 'It has only failed for five days.', failingSince })
  }

  const timer = timers.every(pollMs, wake).unref()
  return {
    wake,
    async stop() {
      timer.cancel()
      ending.abort()
      await looking
      await Promise.all(underWay)
    },
  }
}

interface Reason {
  readonly because: string
  /** The first failure, where its age is the reason. */
  readonly failingSince?: number
}

/** Switches it off unless, during the try, its owner has changed it or another try has been answered. */
async function switchOff({ store, announce, clock }: DeliverDeps, webhook: WebhookRow, reason: Reason): Promise<void> {
  const { id, accountId, url, updatedAt } = webhook
  const { because, failingSince } = reason
  const account = accountId === operatorAccountId ? null : accountId
  await announce({
    type: 'webhook.disabled',
    account,
    data: { account, webhook: id, host: new URL(url).host, because },
    async guard(db) {
      const inside = createWebhooksRepository({ db, dialect: store.dialect })
      if (!(await inside.switchOff({ id, updatedAt, failingSince }, because, clock()))) return false
      await failWaiting(db, id)
      return true
    },
  })
}

const switchedOff: Tried = { status: null, error: 'The webhook is switched off.', retryAfter: undefined, answer: '' }

interface Sending {
  readonly webhook: WebhookRow
  readonly event: EventRow
  readonly signal: AbortSignal
}

async function tryOnce({ vault, fetch, clock }: DeliverDeps, { webhook, event, signal }: Sending): Promise<Tried> {
  const at = clock()
  const body = bodyOf(webhook, event)
  const signed =
    webhook.format === 'slack' ? {} : signedHeaders({ id: event.id, at, body }, await secretsOf(vault, webhook, at))
  const headers = { 'content-type': 'application/json', 'user-agent': 'gatehouse', ...signed }
  try {
    const request = { account: webhook.accountId, headers, body, timeoutMs, keptBytes: answerBytes, signal }
    const { status, retryAfter, bytes } = await fetch.post(webhook.url, request)
    return { status, error: null, retryAfter, answer: bytes.toString('utf8') }
  } catch (error) {
    if (!(error instanceof NamedFetchError)) throw error
    return { status: null, error: error.message, retryAfter: undefined, answer: '' }
  }
}

function bodyOf({ format }: WebhookRow, { id, type, at, data, sentence }: EventRow): string {
  if (format === 'slack') return JSON.stringify({ text: sentence })
  return JSON.stringify({ id, type, timestamp: new Date(at).toISOString(), data: JSON.parse(data) })
}

async function secretsOf(vault: Pick<Vault, 'openSecret'>, row: WebhookRow, now: number): Promise<Secret[]> {
  const { accountId, id, secretVersion, sealed, previousSealed, previousUntil } = row
  const open = (version: number, bytes: Uint8Array) =>
    vault.openSecret(accountId, webhookSecretLabel(accountId, id, version), bytes)
  const current = await open(secretVersion, sealed)
  if (!previousSealed || previousUntil === null || previousUntil <= now) return [current]
  return [current, await open(secretVersion - 1, previousSealed)]
}
