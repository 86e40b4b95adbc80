// Requests to Steam about accounts: through the rate limiters of its two hosts, which prices share, bounded in size and
// time.
import type { ProviderKit, SecretRef } from '#define'
import { answerJsonLimits, parseShortJson } from '#provider'
import { keyMissing, steamFailed, steamLimited } from '../errors.ts'
import { errorOfStatus, send } from '../prices/feeds/feed-access.ts'
import { FeedError } from '../prices/feeds/feed-error.ts'
import type { HostRateLimiters, RequestPriority } from '../prices/feeds/host-rate-limiter.ts'
import { settingsOf } from '../prices/feeds/settings.ts'
import { fieldOf } from '../prices/feeds/source.ts'
import { steamSource } from '../prices/feeds/steam-price.ts'

/** On whose behalf Steam is asked: a caller who may disconnect, or a job, which lets callers go first. */
export interface Requester {
  readonly signal?: AbortSignal
  readonly urgency?: RequestPriority['urgency']
}
export interface SteamRequest {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Statuses that are an answer rather than a failure, besides 200. */
  readonly also?: readonly number[]
}
export interface SteamResponse {
  readonly status: number
  readonly text: string
}
export interface SteamClient {
  /** Requests a page of the community site. Throws 429, 502 or 503 for the caller. */
  community(request: SteamRequest, requester?: Requester): Promise<SteamResponse>
  /**
   * Requests JSON of the Web API with the operator's key; undefined for a status among `also`. Throws as `community`
   * does.
   */
  webApi(request: SteamRequest, requester?: Requester): Promise<unknown>
  /** Whether the operator has stored a Web API key. */
  hasWebKey(): Promise<boolean>
  /** Parses JSON of Steam. Throws 502 when it is not JSON. */
  parse(json: string): unknown
}
interface SteamClientDeps {
  readonly kit: Pick<ProviderKit, 'outbound' | 'secrets' | 'config' | 'log'>
  readonly limiters: HostRateLimiters
}

/** The Web API allows a hundred thousand calls a day per key (SOURCES 5.4). */
const webApiSource = { key: 'steam_web_api', base: 'https://api.steampowered.com', gapMs: 100 }
/** Name of the operator's sealed Web API key. */
export const webKeyName = 'steam_web_api'
const bounds = { firstByteMs: 8000, totalMs: 15_000, maxBytes: 16 * 1024 * 1024 }
const callerWaitMs = 10_000
const jobWaitMs = 10 * 60_000

export function createSteamClient({ kit, limiters }: SteamClientDeps): SteamClient {
  async function request(
    { base, gapMs }: { base: string; gapMs: number },
    { path, query = {}, also = [] }: SteamRequest,
    { signal, urgency = 'caller', secrets = {} }: Requester & { secrets?: Readonly<Record<string, SecretRef>> },
  ): Promise<SteamResponse> {
    const waitMs = urgency === 'caller' ? callerWaitMs : jobWaitMs
    try {
      return await limiters.limiterOf(base, gapMs).schedule(
        async () => {
          const outgoing = { url: base + path, query: { ...query, ...secrets }, ...bounds }
          const response = await send(kit, { ...outgoing, ...(signal && { signal }) })
          const text = (await response.bytes()).toString('utf8')
          if (response.status === 200 || also.includes(response.status)) return { status: response.status, text }
          throw errorOfStatus(response.status, response.headers['retry-after'])
        },
        { urgency, waitMs, signal },
      )
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      kit.log.warn('Steam could not be asked about an account', { reason: error.reason, path })
      throw callerError(error)
    }
  }

  function parse(json: string): unknown {
    try {
      return parseShortJson(Buffer.from(json), answerJsonLimits)
    } catch {
      kit.log.warn('Steam answered about an account with no JSON, or too complex a one')
      throw steamFailed()
    }
  }

  return {
    community: (what, requester = {}) => request(settingsOf(kit.config).of(steamSource), what, requester),
    async webApi(what, requester = {}) {
      const secrets = { key: { secret: webKeyName } }
      const { status, text } = await request(settingsOf(kit.config).of(webApiSource), what, { ...requester, secrets })
      return status === 200 ? parse(text) : undefined
    },
    hasWebKey: async () => (await kit.secrets.names()).includes(webKeyName),
    parse,
  }
}

/** What a failed request means for the caller; the details stay in the log. */
function callerError({ reason, retryAfterMs }: FeedError): Error {
  if (reason === 'limited') return steamLimited(retryAfterMs ?? 30_000)
  return reason === 'secret' ? keyMissing() : steamFailed()
}

/** A member that is a string, or undefined. */
export function stringAt(value: unknown, name: string): string | undefined {
  const member = fieldOf(value, name)
  return typeof member === 'string' ? member : undefined
}
/** A member that is a finite number, also one written as a string; else undefined. */
export function numberAt(value: unknown, name: string): number | undefined {
  const member = fieldOf(value, name)
  const number = typeof member === 'string' && member.trim() !== '' ? Number(member) : member
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
/** A member that is an array; empty when it is not one. */
export function listAt(value: unknown, name: string): readonly unknown[] {
  const member = fieldOf(value, name)
  return Array.isArray(member) ? member : []
}
