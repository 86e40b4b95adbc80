// Caches answers for callers that request it (`x-gateway-cache`): the same request of the same account gets the same
// answer until it expires. Exact matches only, bounded per account.
import type { ProviderKit } from '#define'
import type { Batches } from '../../wire/batches.ts'
import type { ChatRequest } from '../../wire/chat-request.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { StreamEvent } from '../../wire/stream-event.ts'
import { cacheHeader } from '../answer-headers.ts'
import type { RouterTables } from '../tables.ts'

/** The request in the cache header. */
export interface CacheRequest {
  /** True if a cached answer will do. */
  readonly read: boolean
  readonly maxAgeMs: number
}
interface CacheKey {
  readonly account: string
  readonly hash: string
}
export interface StoredAnswer {
  readonly model: string
  readonly events: readonly StreamEvent[]
  readonly verbatim?: StoredBytes | undefined
}
/** The provider's own bytes, for callers of its wire. */
interface StoredBytes {
  readonly form: AnswerForm
  readonly base64: string
}
/** Properties that change the bytes of an answer but not its events. */
type AnswerForm = 'json' | 'frames' | 'frames with usage' | 'array'

export function formOf({ stream, includeUsage }: ChatRequest, asArray: boolean | undefined): AnswerForm {
  if (!stream) return 'json'
  return asArray ? 'array' : includeUsage === false ? 'frames' : 'frames with usage'
}
interface CachedAnswer extends StoredAnswer {
  readonly ageS: number
}
export interface AnswerCache {
  /** Returns the cached answer; undefined without one, or if the caller does not want it. */
  find(key: CacheKey, request: CacheRequest): Promise<CachedAnswer | undefined>
  store(key: CacheKey, answer: StoredAnswer & { readonly maxAgeMs: number }): Promise<void>
  /** Deletes the expired answers of all accounts. */
  deleteExpired(): Promise<void>
}

const defaultAgeS = 300
const longestAgeS = 604_800
const maxAnswerBytes = 512 * 1024
const answersPerAccount = 1000
const table = 'model_routing_answers'

/**
 * Reads the header: `on`, `refresh` (ask again and store), or `max-age=<seconds>`; undefined without it or with `off`.
 * Throws ModelError 'invalid'.
 */
export function readCacheHeader(headers: Readonly<Record<string, string>>): CacheRequest | undefined {
  const value = headers[cacheHeader]?.trim().toLowerCase()
  if (value === undefined || value === 'off') return undefined
  if (value === 'on' || value === 'refresh') return { read: value === 'on', maxAgeMs: defaultAgeS * 1000 }
  const [, age = '0'] = /^max-age=(\d{1,7})$/.exec(value) ?? []
  const seconds = Number(age)
  if (seconds < 1 || seconds > longestAgeS)
    throw new ModelError('invalid', `${cacheHeader} is on, off, refresh or max-age=<seconds up to ${longestAgeS}>.`, {
      param: cacheHeader,
    })
  return { read: true, maxAgeMs: seconds * 1000 }
}

/** Passes events on, and stores them once all have arrived, unless there are too many. */
export async function* storing(
  batches: Batches,
  form: AnswerForm,
  store: (answer: Omit<StoredAnswer, 'model'>) => Promise<void>,
): AsyncGenerator<readonly StreamEvent[]> {
  const all: StreamEvent[] = []
  const bytes: Buffer[] = []
  let size = 0
  for await (const batch of batches) {
    for (const event of batch) {
      size += sizeOf(event)
      if (size > maxAnswerBytes) continue
      if (event.kind === 'verbatim') bytes.push(event.bytes)
      else all.push(event)
    }
    if (batch.at(-1)?.kind === 'end' && size <= maxAnswerBytes && !hasFailed(all))
      await store({ events: all, verbatim: bytes.length === 0 ? undefined : { form, base64: base64Of(bytes) } })
    yield batch
  }
}

/** True for a failed answer, which is not cached. */
const hasFailed = (events: readonly StreamEvent[]): boolean =>
  events.some((event) => event.kind === 'finish' && event.reason === 'failed')

const base64Of = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString('base64')

/** The events of a cached answer, with the provider's own bytes where they are of the form that the caller wants. */
export function eventsIn({ events, verbatim }: StoredAnswer, form: AnswerForm): readonly StreamEvent[] {
  if (verbatim?.form !== form) return events
  return events.toSpliced(-1, 0, { kind: 'verbatim', bytes: Buffer.from(verbatim.base64, 'base64') })
}

function sizeOf(event: StreamEvent): number {
  if (event.kind === 'verbatim') return event.bytes.length * 1.4
  if ('text' in event) return event.text.length + 40
  return 'data' in event ? event.data.length : 200
}

export function createAnswerCache({ db, now }: Pick<ProviderKit<RouterTables>, 'db' | 'now'>): AnswerCache {
  /** Deletes what has expired, and the oldest answers beyond the limit of an account. */
  async function trim(account: string): Promise<void> {
    await db.deleteFrom(table).where('account', '=', account).where('expires_ms', '<=', now()).execute()
    const surplus = await db
      .selectFrom(table)
      .select('hash')
      .where('account', '=', account)
      .orderBy('expires_ms', 'desc')
      .orderBy('hash')
      .offset(answersPerAccount)
      .limit(100)
      .execute()
    if (surplus.length === 0) return
    const hashes = surplus.map(({ hash }) => hash)
    await db.deleteFrom(table).where('account', '=', account).where('hash', 'in', hashes).execute()
  }

  return {
    async find({ account, hash }, { read, maxAgeMs }) {
      if (!read) return undefined
      const nowMs = now()
      const row = await db
        .selectFrom(table)
        .select(['answer', 'made_ms'])
        .where('account', '=', account)
        .where('hash', '=', hash)
        .where('expires_ms', '>', nowMs)
        .where('made_ms', '>', nowMs - maxAgeMs)
        .executeTakeFirst()
      if (!row) return undefined
      const answer = JSON.parse(row.answer) as StoredAnswer // only `store` writes the column
      return { ...answer, ageS: Math.max(0, Math.floor((nowMs - row.made_ms) / 1000)) }
    },
    async store({ account, hash }, { maxAgeMs, ...answer }) {
      const nowMs = now()
      const row = {
        answer: JSON.stringify(answer),
        made_ms: nowMs,
        expires_ms: nowMs + maxAgeMs,
      }
      await db
        .insertInto(table)
        .values({ account, hash, ...row })
        .onConflict((conflict) => conflict.columns(['account', 'hash']).doUpdateSet(row))
        .execute()
      await trim(account)
    },
    async deleteExpired() {
      await db.deleteFrom(table).where('expires_ms', '<=', now()).execute()
    },
  }
}
