// Requests to sources: through the rate limiter of their host, with the operator's secret if there is one, bounded in
// size and time. All failures become FeedErrors.

import type { ProviderKit } from '#define'
import { OutboundFailure, type SecretRef } from '#define/outbound'
import type { Currencies } from './currency.ts'
import { FeedError } from './feed-error.ts'
import type { HostRateLimiters, RequestPriority } from './host-rate-limiter.ts'
import { jsonEntries } from './json-entries.ts'
import { settingsOf } from './settings.ts'
import type { FeedAccess, FeedRequest, Source } from './source.ts'

type Kit = Pick<ProviderKit, 'outbound' | 'secrets' | 'config' | 'log'>
export interface FeedDeps {
  readonly kit: Kit
  readonly limiters: HostRateLimiters
  readonly currencies: Pick<Currencies, 'unitsPerCurrency'>
}

/** Hosts need time to prepare whole feeds. */
const firstByteMs = 60_000
const totalMs = 15 * 60_000
const jobWaitMs = 60 * 60_000

/** Creates access for one reading of a source. */
export function createFeedAccess(
  { kit, limiters, currencies }: FeedDeps,
  source: Source,
  signal?: AbortSignal,
): FeedAccess {
  const settings = settingsOf(kit.config).of(source)
  const limiter = limiters.limiterOf(settings.base, settings.gapMs)
  const priority: RequestPriority = { urgency: 'job', waitMs: jobWaitMs, signal }

  async function* body(path: string, { query = {}, headers = {} }: FeedRequest = {}): AsyncGenerator<Buffer> {
    const secret = await secretHeader(kit, source)
    const response = await limiter.schedule(async () => {
      const response = await send(kit, {
        url: settings.base + path,
        query,
        headers: { accept: 'application/json', ...headers, ...secret },
        firstByteMs,
        totalMs,
        maxBytes: source.maxBytes,
        ...(signal ? { signal } : {}),
      })
      if (response.status === 200) return response
      response.cancel()
      throw errorOfStatus(response.status, response.headers['retry-after'])
    }, priority)
    try {
      yield* response.body
    } catch (error) {
      throw feedErrorOf(error)
    }
  }
  return {
    body,
    entries: (path, target, request) => jsonEntries(body(path, request), { path: target }),
    unitsIn: (currency) => currencies.unitsPerCurrency(currency),
    leftOut: (part, { reason, message }) =>
      kit.log.warn('a part of a feed was left out', { source: source.key, part, cause: `${reason}: ${message}` }),
  }
}

/** Sends a request; failures become FeedErrors. */
export async function send(
  kit: Pick<Kit, 'outbound'>,
  request: Parameters<Kit['outbound']>[0],
): ReturnType<Kit['outbound']> {
  try {
    return await kit.outbound(request)
  } catch (error) {
    throw feedErrorOf(error)
  }
}

/**
 * Returns the error of a status other than 200. `retryAfter` is the header: seconds or a date (RFC 9110, section
 * 10.2.3).
 */
export function errorOfStatus(status: number, retryAfter: string | undefined): FeedError {
  if (status === 429 || status === 503) {
    const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined
    const retryAfterMs = seconds === undefined ? undefined : seconds * 1000
    return new FeedError('limited', `the marketplace answered ${status}`, { retryAfterMs })
  }
  if (status === 401 || status === 403) return new FeedError('refused', `the marketplace answered ${status}`)
  if (status === 404) return new FeedError('unknown', 'the marketplace answered 404')
  return new FeedError('status', `the marketplace answered ${status}`)
}

async function secretHeader(kit: Kit, { key, secret }: Source): Promise<Record<string, SecretRef>> {
  if (!secret) return {}
  if ((await kit.secrets.names()).includes(key)) return { [secret.header]: { secret: key, prefix: secret.prefix } }
  if (secret.needed) throw new FeedError('secret', 'the operator has stored no secret for this source')
  return {}
}

function feedErrorOf(error: unknown): unknown {
  if (!(error instanceof OutboundFailure)) return error
  if (error.reason === 'cut') return new FeedError('cut', 'the answer was cut off')
  if (error.reason === 'large') return new FeedError('shape', 'the answer is larger than the limit for the source')
  if (error.reason === 'secret') return new FeedError('secret', 'the operator has stored no secret for this source')
  return new FeedError('unreachable', error.reason === 'slow' ? 'no answer in time' : 'no connection')
}
