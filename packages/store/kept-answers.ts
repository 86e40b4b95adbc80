// Recorded answers of accounts, sealed. The oldest go as new ones come.
import type { Kysely } from 'kysely'
import type { KeptAnswersTable } from './answer-tables.ts'
import type { Tables } from './schema.ts'

/** A kept answer without its content. */
export type KeptAnswerInfo = Omit<KeptAnswersTable, 'account_id' | 'answer'>
export type KeptAnswerRow = Omit<KeptAnswersTable, 'account_id'>

/** A position in the order of answers: by time, then by id. */
export interface KeptAnswerPlace {
  readonly at: number
  readonly id: string
}
export interface KeptAnswerFilter {
  readonly listing?: string | undefined
  readonly endpoint?: string | undefined
}
/** The digest of requests, and the values of `varies` that suit one of them. */
export interface EqualRequests {
  readonly digest: string
  readonly varies: readonly string[]
}
/** Limits of an account. */
export interface KeptAnswerLimits {
  readonly answers: number
  readonly bytes: number
}

export interface KeptAnswersRepository {
  /**
   * Adds answers, and removes the oldest ones beyond the limits. Returns how many are new; one that is there already
   * stays as it is.
   */
  add(accountId: string, rows: readonly Omit<KeptAnswerRow, 'given'>[], limits: KeptAnswerLimits): Promise<number>
  /** Returns the oldest answer to equal requests that was not replayed yet. */
  firstNotGiven(accountId: string, equal: EqualRequests): Promise<KeptAnswerRow | undefined>
  /** Returns the newest answer to equal requests; from a time on, and below a status, if these are given. */
  newest(
    accountId: string,
    equal: EqualRequests & { readonly since?: number; readonly below?: number },
  ): Promise<KeptAnswerRow | undefined>
  get(accountId: string, id: string): Promise<KeptAnswerRow | undefined>
  /** Counts that an answer was replayed; false if it had been before. */
  takeFirst(accountId: string, id: string): Promise<boolean>
  /** Lists answers, newest or oldest first, without their content. */
  list(
    accountId: string,
    page: KeptAnswerFilter & { sort: 'newest' | 'oldest'; after?: KeptAnswerPlace | undefined; limit: number },
  ): Promise<KeptAnswerInfo[]>
  count(accountId: string): Promise<KeptAnswerLimits>
  /** Lets the answers of a listing be replayed from the first one again. */
  beginAgain(accountId: string, listing: string): Promise<void>
  /** Removes one answer, or all that a filter selects. Returns their number. */
  remove(accountId: string, which: KeptAnswerFilter & { readonly id?: string | undefined }): Promise<number>
  /** Removes at most `limit` answers of all accounts that were kept before a time. Returns their number. */
  prune(before: number, limit: number): Promise<number>
}

const infoColumns = [
  'id',
  'listing',
  'endpoint',
  'digest',
  'varies',
  'at',
  'kept_at',
  'status',
  'content_type',
  'bytes',
  'given',
  'request',
] as const

/** Creates the repository of kept answers. */
export function createKeptAnswersRepository(db: Kysely<Tables>): KeptAnswersRepository {
  const ofAccount = (accountId: string) => db.selectFrom('kept_answers').where('account_id', '=', accountId)
  const equalTo = (accountId: string, { digest, varies }: EqualRequests) =>
    ofAccount(accountId)
      .select([...infoColumns, 'answer'])
      .where('digest', '=', digest)
      .where('varies', 'in', varies)
  return {
    add: (accountId, rows, limits) => db.transaction().execute((trx) => add(trx, accountId, { rows, limits })),
    firstNotGiven: (accountId, equal) =>
      equalTo(accountId, equal).where('given', '=', 0).orderBy('at').orderBy('id').limit(1).executeTakeFirst(),
    newest(accountId, { since, below, ...equal }) {
      let query = equalTo(accountId, equal)
      if (since !== undefined) query = query.where('at', '>=', since)
      if (below !== undefined) query = query.where('status', '<', below)
      return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
    },
    get: (accountId, id) =>
      ofAccount(accountId)
        .select([...infoColumns, 'answer'])
        .where('id', '=', id)
        .executeTakeFirst(),
    async takeFirst(accountId, id) {
      const { numUpdatedRows } = await db
        .updateTable('kept_answers')
        .set({ given: 1 })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .where('given', '=', 0)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    list(accountId, { listing, endpoint, sort, after, limit }) {
      const order = sort === 'newest' ? 'desc' : 'asc'
      const beyond = sort === 'newest' ? '<' : '>'
      return ofAccount(accountId)
        .select(infoColumns)
        .$if(listing !== undefined, (query) => query.where('listing', '=', listing ?? ''))
        .$if(endpoint !== undefined, (query) => query.where('endpoint', '=', endpoint ?? ''))
        .$if(after !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('at', 'id'), beyond, tuple(after?.at ?? 0, after?.id ?? '')),
          ),
        )
        .orderBy('at', order)
        .orderBy('id', order)
        .limit(limit)
        .execute()
    },
    async count(accountId) {
      const sums = await ofAccount(accountId)
        .select(({ fn }) => [fn.countAll<number>().as('answers'), fn.sum<number | null>('bytes').as('bytes')])
        .executeTakeFirstOrThrow()
      return { answers: Number(sums.answers), bytes: Number(sums.bytes) }
    },
    async beginAgain(accountId, listing) {
      await db
        .updateTable('kept_answers')
        .set({ given: 0 })
        .where('account_id', '=', accountId)
        .where('listing', '=', listing)
        .where('given', '>', 0)
        .execute()
    },
    async remove(accountId, { id, listing, endpoint }) {
      const { numDeletedRows } = await db
        .deleteFrom('kept_answers')
        .where('account_id', '=', accountId)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
        .$if(listing !== undefined, (query) => query.where('listing', '=', listing ?? ''))
        .$if(endpoint !== undefined, (query) => query.where('endpoint', '=', endpoint ?? ''))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
    prune: (before, limit) => prune(db, before, limit),
  }
}

async function prune(db: Kysely<Tables>, before: number, limit: number): Promise<number> {
  const old = await db
    .selectFrom('kept_answers')
    .select(['account_id', 'id'])
    .where('kept_at', '<', before)
    .orderBy('kept_at')
    .limit(limit)
    .execute()
  for (const { account_id, id } of old)
    await db.deleteFrom('kept_answers').where('account_id', '=', account_id).where('id', '=', id).execute()
  return old.length
}

interface Addition {
  readonly rows: readonly Omit<KeptAnswerRow, 'given'>[]
  readonly limits: KeptAnswerLimits
}

async function add(db: Kysely<Tables>, accountId: string, { rows, limits }: Addition): Promise<number> {
  // held until the end, so that two processes do not add beyond the limits
  await db.updateTable('data_keys').set({ account_id: accountId }).where('account_id', '=', accountId).execute()
  let added = 0
  for (const row of rows) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('kept_answers')
      .values({ account_id: accountId, ...row, given: 0 })
      .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
      .executeTakeFirst()
    added += Number(numInsertedOrUpdatedRows ?? 0n)
  }
  if (added > 0) await removeBeyond(db, accountId, limits)
  return added
}

async function removeBeyond(db: Kysely<Tables>, accountId: string, limits: KeptAnswerLimits): Promise<void> {
  const newestFirst = await db
    .selectFrom('kept_answers')
    .select(['id', 'bytes'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  let bytes = 0
  const beyond = newestFirst.filter((row, index) => {
    bytes += row.bytes
    return index >= limits.answers || bytes > limits.bytes
  })
  for (let from = 0; from < beyond.length; from += 500) {
    const ids = beyond.slice(from, from + 500).map(({ id }) => id)
    await db.deleteFrom('kept_answers').where('account_id', '=', accountId).where('id', 'in', ids).execute()
  }
}
