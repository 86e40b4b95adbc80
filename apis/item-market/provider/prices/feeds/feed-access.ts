// How sources are asked: through the gate of their host, with the operator's secret where they have one, bounded in size and time;
// what goes wrong becomes a FeedFailure.
import { OutboundFailure, type ProviderKit, type SecretRef } from '#define'
import { unitsPerCurrency } from './currency.ts'
import { FeedFailure } from './feed-error.ts'
import { hostGate, type Turn } from './host-rate-limiter.ts'
import { jsonEntries } from './json-entries.ts'
import { settingsOf } from './settings.ts'
import type { FeedAccess, FeedRequest, Source } from './source.ts'

type Kit = Pick<ProviderKit, 'outbound' | 'secrets' | 'config' | 'ask' | 'now' | 'log'> & { readonly db: object }

/** Whole feeds are made on the other side, which takes time. */
const firstByteMs = 60_000
const totalMs = 15 * 60_000
const jobWaitMs = 60 * 60_000

/** Access for one reading of a source. */
export function createFeedAccess(kit: Kit, source: Source, signal?: AbortSignal): FeedAccess {
  const settings = settingsOf(kit.config).of(source)
  const gate = hostGate(settings.base, settings.gapMs)
  const turn: Turn = { urgency: 'job', waitMs: jobWaitMs, signal }

  async function* body(path: string, { query = {}, headers = {} }: FeedRequest = {}): AsyncGenerator<Buffer> {
    const sealed = await secretHeader(kit, source)
    const answer = await gate.pass(async () => {
      const answer = await outbound(kit, {
        url: settings.base + path,
        query,
        headers: { accept: 'application/json', ...headers, ...sealed },
        firstByteMs,
        totalMs,
        maxBytes: source.maxBytes,
        ...(signal ? { signal } : {}),
      })
      if (answer.status === 200) return answer
      answer.cancel()
      throw failureOfStatus(answer.status, answer.headers['retry-after'])
    }, turn)
    try {
      yield* answer.body
    } catch (error) {
      throw failureOf(error)
    }
  }
  return {
    body,
    entries: (path, place, request) => jsonEntries(body(path, request), { path: place }),
    unitsIn: (currency) => unitsPerCurrency(kit, currency),
    leftOut: (part, { reason, message }) =>
      kit.log.warn('a part of a feed was left out', { source: source.key, part, cause: `${reason}: ${message}` }),
  }
}

/** Sends a request, with failures told in our words. */
export async function outbound(
  kit: Pick<Kit, 'outbound'>,
  request: Parameters<Kit['outbound']>[0],
): ReturnType<Kit['outbound']> {
  try {
    return await kit.outbound(request)
  } catch (error) {
    throw failureOf(error)
  }
}

/** What a status other than 200 means. `retryAfter` is the header: seconds or a date (RFC 9110, section 10.2.3). */
export function failureOfStatus(status: number, retryAfter: string | undefined): FeedFailure {
  if (status === 429 || status === 503) {
    const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined
    const retryAfterMs = seconds === undefined ? undefined : seconds * 1000
    return new FeedFailure('limited', `the marketplace answered ${status}`, { retryAfterMs })
  }
  if (status === 401 || status === 403) return new FeedFailure('refused', `the marketplace answered ${status}`)
  if (status === 404) return new FeedFailure('unknown', 'the marketplace answered 404')
  return new FeedFailure('status', `the marketplace answered ${status}`)
}

async function secretHeader(kit: Kit, { key, secret }: Source): Promise<Record<string, SecretRef>> {
  if (!secret) return {}
  if ((await kit.secrets.names()).includes(key)) return { [secret.header]: { secret: key, prefix: secret.prefix } }
  if (secret.needed) throw new FeedFailure('secret', 'the operator has stored no secret for this source')
  return {}
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof OutboundFailure)) return error
  if (error.reason === 'cut') return new FeedFailure('cut', 'the answer broke off')
  if (error.reason === 'large') return new FeedFailure('shape', 'the answer is larger than the source can be')
  if (error.reason === 'secret') return new FeedFailure('secret', 'the operator has stored no secret for this source')
  return new FeedFailure('unreachable', error.reason === 'slow' ? 'no answer in time' : 'no connection')
}
