// Finds the accounts and keys that have used most of their calls of a day.
import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema.ts'

/** The subjects of a kind whose calls are counted: an account's hosted or market calls, or a key's. */
export type CountedSubject = 'hosted' | 'market' | 'key'

/** An account or key that has used most of its daily calls. */
export interface CountNearLimit {
  readonly account: string
  /** Null for an account. */
  readonly key: string | null
  /** Name of the account or key. */
  readonly name: string
  readonly reserved: number
  readonly perDay: number
}

interface NearLimitSearch {
  readonly of: CountedSubject
  readonly day: string
  readonly percent: number
  readonly limit: number
}

/**
 * Returns the accounts or keys whose calls of a day have reached a percentage of their limit, most calls first.
 * Reserved calls count as used.
 */
export async function countsNearLimit(
  db: Kysely<Tables>,
  { of, day, percent, limit }: NearLimitSearch,
): Promise<CountNearLimit[]> {
  const counters = db
    .selectFrom('day_counters')
    .select('day_counters.reserved')
    .where('day_counters.day', '=', day)
    .where('day_counters.reserved', '>', 0)
    .orderBy('day_counters.reserved', 'desc')
    .limit(limit)
  const reaches = (perDay: string) =>
    sql<boolean>`day_counters.reserved * 100 >= ${sql.ref(perDay)} * ${sql.lit(percent)}`
  if (of === 'key')
    return counters
      .innerJoin('gateway_keys', (join) => join.on(sql<boolean>`gateway_keys.id = substr(day_counters.subject, 5)`))
      .select(['account_id as account', 'id as key', 'name', 'per_day as perDay'])
      .$narrowType<{ perDay: number }>()
      .where(subjectsBeginning('key:'))
      .where('per_day', 'is not', null)
      .where(reaches('gateway_keys.per_day'))
      .execute()
  const prefix = of === 'market' ? 'market:' : ''
  return (
    counters
      .innerJoin('accounts', (join) =>
        join.on(sql<boolean>`accounts.id = substr(day_counters.subject, ${sql.lit(prefix.length + 1)})`),
      )
      .innerJoin('plans', 'plans.id', 'accounts.plan_id')
      .select(['accounts.id as account', sql<null>`null`.as('key'), 'accounts.name', 'plans.per_day as perDay'])
      .where(subjectsBeginning(prefix))
      // most rows are below every limit, so their accounts need not be read
      .where(sql<boolean>`day_counters.reserved * 100 >= (select min(per_day) from plans) * ${sql.lit(percent)}`)
      .where(reaches('plans.per_day'))
      .execute()
  )
}

function subjectsBeginning(prefix: string) {
  return sql<boolean>`day_counters.subject like ${sql.lit(`${prefix}%`)}`
}
