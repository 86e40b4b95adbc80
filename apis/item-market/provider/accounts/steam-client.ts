// How Steam is asked about accounts: through the gates of its two hosts, which prices share, bounded in size and time.
import type { Kit, SecretRef } from '#define'
import type { Tables } from '../../tables.ts'
import { keyMissing, steamFailed, steamLimited } from '../errors.ts'
import { failureOfStatus, outbound } from '../prices/feeds/feed-access.ts'
import { FeedFailure } from '../prices/feeds/feed-error.ts'
import { hostGate, type Turn } from '../prices/feeds/host-rate-limiter.ts'
import { settingsOf } from '../prices/feeds/settings.ts'
import { fieldOf } from '../prices/feeds/source.ts'
import { steamSource } from '../prices/feeds/steam-price.ts'

/** What is needed to ask: part of a call's kit, or a job's. */
export type SteamKit = Pick<Kit<Tables>, 'outbound' | 'secrets' | 'config' | 'log' | 'mayCallOut'> & {
  readonly signal?: AbortSignal
  /** `job` lets callers go first. */
  readonly urgency?: Turn['urgency']
}
export interface SteamAnswer {
  readonly status: number
  readonly text: string
}

/** The Web API; a hundred thousand calls a day per key (SOURCES 5.4). */
const webApi = { key: 'steam_web_api', base: 'https://api.steampowered.com', gapMs: 100 }
/** Name of the operator's sealed Web API key. */
export const webKeyName = 'steam_web_api'
const bounds = { firstByteMs: 8000, totalMs: 15_000, maxBytes: 16 * 1024 * 1024 }
const callerWaitMs = 10_000
const jobWaitMs = 10 * 60_000

interface Asked {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Statuses that are an answer and no failure, besides 200. */
  readonly also?: readonly number[]
}

/** Asks the community site. Throws 429, 502 or 503 for the caller. */
export function askCommunity(kit: SteamKit, asked: Asked): Promise<SteamAnswer> {
  return ask(kit, { ...settingsOf(kit.config).of(steamSource), asked, sealed: {} })
}

/** Whether the operator has stored a Web API key. */
export async function hasWebKey(kit: SteamKit): Promise<boolean> {
  return (await kit.secrets.names()).includes(webKeyName)
}

/** Asks the Web API with the operator's key, for JSON; undefined for a status among `also`. Throws like `askCommunity`. */
export async function askWebApi(kit: SteamKit, asked: Asked): Promise<unknown> {
  const { status, text } = await ask(kit, {
    ...settingsOf(kit.config).of(webApi),
    asked,
    sealed: { key: { secret: webKeyName } },
  })
  return status === 200 ? jsonOf(kit, text) : undefined
}

interface Order {
  readonly base: string
  readonly gapMs: number
  readonly asked: Asked
  readonly sealed: Readonly<Record<string, SecretRef>>
}

async function ask(kit: SteamKit, { base, gapMs, asked, sealed }: Order): Promise<SteamAnswer> {
  const { path, query = {}, also = [] } = asked
  const { signal, urgency = 'caller' } = kit
  const waitMs = urgency === 'caller' ? callerWaitMs : jobWaitMs
  try {
    return await hostGate(base, gapMs).pass(
      async () => {
        const request = { url: base + path, query: { ...query, ...sealed }, ...bounds }
        const answer = await outbound(kit, { ...request, ...(signal && { signal }) })
        const text = (await answer.bytes()).toString('utf8')
        if (answer.status === 200 || also.includes(answer.status)) return { status: answer.status, text }
        throw failureOfStatus(answer.status, answer.headers['retry-after'])
      },
      { urgency, waitMs, signal },
    )
  } catch (error) {
    if (!(error instanceof FeedFailure)) throw error
    kit.log.warn('Steam could not be asked about an account', { reason: error.reason, path })
    throw callerError(error)
  }
}

/** What a failed call to Steam means for the caller; the details stay in the log. */
function callerError({ reason, retryAfterMs }: FeedFailure): Error {
  if (reason === 'limited') return steamLimited(retryAfterMs ?? 30_000)
  return reason === 'secret' ? keyMissing() : steamFailed()
}

/** Parses JSON of Steam. Throws 502 when it is none. */
export function jsonOf(kit: Pick<SteamKit, 'log'>, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    kit.log.warn('Steam answered about an account with what is no JSON')
    throw steamFailed()
  }
}

/** A member that is a text, or undefined. */
export function textAt(value: unknown, name: string): string | undefined {
  const found = fieldOf(value, name)
  return typeof found === 'string' ? found : undefined
}
/** A member that is a finite number, also written as text; else undefined. */
export function numberAt(value: unknown, name: string): number | undefined {
  const found = fieldOf(value, name)
  const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : found
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
/** A member that is a list; empty when it is none. */
export function listAt(value: unknown, name: string): readonly unknown[] {
  const found = fieldOf(value, name)
  return Array.isArray(found) ? found : []
}
