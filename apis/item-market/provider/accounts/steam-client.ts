// Requests to Steam about accounts, through the rate limiters of its two hosts, which prices share; bounded in size and
// time.
import type { ProviderKit } from '#define'
import type { SecretRef } from '#define/outbound'
import { answerJsonLimits, parseShortJson } from '#provider'
import { keyMissing, steamFailed, steamLimited } from '../errors.ts'
import { errorOfStatus, send } from '../prices/feeds/feed-access.ts'
import { FeedError } from '../prices/feeds/feed-error.ts'
import type { HostRateLimiters, RequestPriority } from '../prices/feeds/host-rate-limiter.ts'
import { settingsOf } from '../prices/feeds/settings.ts'
import { fieldOf } from '../prices/feeds/source.ts'
import { steamSource } from '../prices/feeds/steam-price.ts'

/** The origin of a request: a caller, who can disconnect, or a job, which yields to callers. */
export interface Requester {
  readonly signal?: AbortSignal
  readonly urgency?: RequestPriority['urgency']
}
interface SteamRequest {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Expected statuses besides 200. */
  readonly also?: readonly number[]
}
interface SteamResponse {
  readonly status: number
  readonly text: string
}
export interface SteamClient {
  /** Requests a page of the community site. Throws 429, 502 or 503 for the caller. */
  community(request: SteamRequest, requester?: Requester): Promise<SteamResponse>
  /**
   * Requests JSON of the Web API with the operator's key; undefined for a status in `also`. Throws like `community`.
   */
  webApi(request: SteamRequest, requester?: Requester): Promise<unknown>
  /** Reports whether the operator has stored a Web API key. */
  hasWebKey(): Promise<boolean>
  /** Parses JSON from Steam. Throws 502 if it is invalid. */
  parse(json: string): unknown
}
interface SteamClientDeps {
  readonly kit: Pick<ProviderKit, 'outbound' | 'secrets' | 'config' | 'log'>
  readonly limiters: HostRateLimiters
}

/** The Web API allows 100,000 calls a day per key (SOURCES 5.4). */
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

/** Returns the refusal of a failed request; the details stay in the log. */
function callerError({ reason, retryAfterMs }: FeedError): Error {
  if (reason === 'limited') return steamLimited(retryAfterMs ?? 30_000)
  return reason === 'secret' ? keyMissing() : steamFailed()
}

/** Returns a member that is a string, or undefined. */
export function stringAt(value: unknown, name: string): string | undefined {
  const member = fieldOf(value, name)
  return typeof member === 'string' ? member : undefined
}
/** Returns a member that is a finite number or a string of one; else undefined. */
export function numberAt(value: unknown, name: string): number | undefined {
  const member = fieldOf(value, name)
  const number = typeof member === 'string' && member.trim() !== '' ? Number(member) : member
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
/** Returns a member that is an array, or an empty one. */
export function listAt(value: unknown, name: string): readonly unknown[] {
  const member = fieldOf(value, name)
  return Array.isArray(member) ? member : []
}
