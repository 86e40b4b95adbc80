// Answers kept for callers who asked for it (`x-gateway-cache`): the same conversation of the same account gets the same answer, until it
// is too old. Exact matches only, bounded for each account.
import { createHash } from 'node:crypto'
import type { ProviderKit } from '#define'
import type { Batches } from '../../wire/batches.ts'
import type { ChatRequest } from '../../wire/chat-request.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { StreamEvent } from '../../wire/stream-event.ts'
import type { Hints } from '../routing/preferences.ts'
import type { RouterTables } from '../tables.ts'

type CacheKit = ProviderKit<RouterTables>

/** What the header asks for. */
export interface CacheWish {
  /** Whether a kept answer will do. */
  readonly read: boolean
  readonly maxAgeMs: number
}
export interface Kept {
  readonly model: string
  readonly ageS: number
  readonly events: readonly StreamEvent[]
}

export const cacheHeader = 'x-gateway-cache'
const defaultAgeS = 300
const longestAgeS = 604_800
const answerBytes = 512 * 1024
const answersOfAccount = 1000

/** `on`, `refresh` (ask anew and keep), or `max-age=<seconds>`; undefined without the header or with `off`. Throws ModelError 'invalid'. */
export function readCacheWish(headers: Readonly<Record<string, string>>): CacheWish | undefined {
  const text = headers[cacheHeader]?.trim().toLowerCase()
  if (text === undefined || text === 'off') return undefined
  if (text === 'on' || text === 'refresh') return { read: text === 'on', maxAgeMs: defaultAgeS * 1000 }
  const seconds = Number(/^max-age=(\d{1,7})$/.exec(text)?.[1] ?? 0)
  if (seconds < 1 || seconds > longestAgeS)
    throw new ModelError('invalid', `${cacheHeader} is on, off, refresh or max-age=<seconds up to ${longestAgeS}>.`, {
      param: cacheHeader,
    })
  return { read: true, maxAgeMs: seconds * 1000 }
}

/** The same for conversations that differ in nothing that changes the answer. */
export function answerKey(conversation: ChatRequest, hints: Hints): string {
  const { stream: _stream, includeUsage: _usage, user: _user, ...asked } = conversation
  return createHash('sha256').update(canonical({ asked, hints })).digest('hex')
}

/** JSON with the members of objects in the order of their names. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  )
}

export async function findKept(
  kit: CacheKit,
  place: { account: string; hash: string },
  wish: CacheWish,
): Promise<Kept | undefined> {
  if (!wish.read) return undefined
  const now = kit.now()
  const row = await kit.db
    .selectFrom('model_routing_answers')
    .select(['answer', 'made_ms'])
    .where('account', '=', place.account)
    .where('hash', '=', place.hash)
    .where('expires_ms', '>', now)
    .where('made_ms', '>', now - wish.maxAgeMs)
    .executeTakeFirst()
  if (!row) return undefined
  // only this file writes the column
  const { model, events } = JSON.parse(row.answer) as Pick<Kept, 'model' | 'events'>
  return { model, events, ageS: Math.max(0, Math.floor((now - row.made_ms) / 1000)) }
}

/** The events as they come; when they have come to their end they are kept, unless there are too many. */
export async function* keeping(
  batches: Batches,
  keep: (events: readonly StreamEvent[]) => Promise<void>,
): AsyncGenerator<readonly StreamEvent[]> {
  const kept: StreamEvent[] = []
  let size = 0
  for await (const batch of batches) {
    for (const event of batch) {
      size += 'text' in event ? event.text.length + 40 : 'data' in event ? event.data.length : 200
      if (size <= answerBytes) kept.push(event)
    }
    if (batch.at(-1)?.kind === 'end' && size <= answerBytes) await keep(kept)
    yield batch
  }
}

export async function keepAnswer(
  kit: CacheKit,
  place: { account: string; hash: string },
  answer: { readonly model: string; readonly events: readonly StreamEvent[]; readonly maxAgeMs: number },
): Promise<void> {
  const { account, hash } = place
  const now = kit.now()
  const row = {
    answer: JSON.stringify({ model: answer.model, events: answer.events }),
    made_ms: now,
    expires_ms: now + answer.maxAgeMs,
  }
  await kit.db
    .insertInto('model_routing_answers')
    .values({ account, hash, ...row })
    .onConflict((conflict) => conflict.columns(['account', 'hash']).doUpdateSet(row))
    .execute()
  await trim(kit, account)
}

/** Removes what is too old, and the oldest beyond the most that an account may have. */
async function trim(kit: CacheKit, account: string): Promise<void> {
  const table = 'model_routing_answers'
  await kit.db.deleteFrom(table).where('account', '=', account).where('expires_ms', '<=', kit.now()).execute()
  const surplus = await kit.db
    .selectFrom(table)
    .select('hash')
    .where('account', '=', account)
    .orderBy('expires_ms', 'desc')
    .orderBy('hash')
    .offset(answersOfAccount)
    .limit(100)
    .execute()
  if (surplus.length === 0) return
  const hashes = surplus.map(({ hash }) => hash)
  await kit.db.deleteFrom(table).where('account', '=', account).where('hash', 'in', hashes).execute()
}

/** Removes the answers of all accounts that are too old. */
export async function sweepAnswers(kit: CacheKit): Promise<void> {
  await kit.db.deleteFrom('model_routing_answers').where('expires_ms', '<=', kit.now()).execute()
}
