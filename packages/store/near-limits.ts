// Finds the accounts and keys that have used most of their calls of a day.
import { sql } from 'kysely'
import type { Store } from './open.ts'
import { endOfPrefix } from './pages.ts'

/** The subjects of a kind whose calls are counted: an account's hosted or market calls, or a key's. */
export type CountedSubject = 'hosted' | 'market' | 'key'

/** An account or key that has used most of its daily calls. */
export interface CountNearLimit {
  /** The name of its count. */
  readonly subject: string
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
  /** Returns those whose subject comes after this one, in that order. */
  readonly after?: string | undefined
}

/**
 * Returns the accounts or keys whose calls of a day have reached a percentage of their limit: those with the most
 * calls, or a page in the order of their subjects. Reserved calls count as used.
 */
export async function countsNearLimit(
  { db, dialect }: Pick<Store, 'db' | 'dialect'>,
  { of, day, percent, limit, after }: NearLimitSearch,
): Promise<CountNearLimit[]> {
  const counted = db
    .selectFrom('day_counters')
    .select(['day_counters.subject', 'day_counters.reserved'])
    .where('day_counters.day', '=', day)
    .where('day_counters.reserved', '>', 0)
    .limit(limit)
  const counters =
    after === undefined
      ? counted.orderBy('day_counters.reserved', 'desc')
      : counted.where('day_counters.subject', '>', after).orderBy('day_counters.subject')
  const reaches = (perDay: string) =>
    sql<boolean>`day_counters.reserved * 100 >= ${sql.ref(perDay)} * ${sql.lit(percent)}`
  if (of === 'key')
    return counters
      .innerJoin('gateway_keys', (join) => join.on(sql<boolean>`gateway_keys.id = substr(day_counters.subject, 5)`))
      .select(['account_id as account', 'id as key', 'name', 'per_day as perDay'])
      .$narrowType<{ perDay: number }>()
      .where(subjectsBeginning('key:', dialect))
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
      .where(subjectsBeginning(prefix, dialect))
      // most rows are below every limit, so their accounts need not be read
      .where(sql<boolean>`day_counters.reserved * 100 >= (select min(per_day) from plans) * ${sql.lit(percent)}`)
      .where(reaches('plans.per_day'))
      .execute()
  )
}

/** Returns a condition along the primary key, so that subjects of other kinds are not read. */
function subjectsBeginning(prefix: string, { binaryCollation }: Store['dialect']) {
  if (prefix === '') return sql<boolean>`true`
  const subject = sql`day_counters.subject${sql.raw(binaryCollation)}`
  return sql<boolean>`${subject} >= ${prefix} and ${subject} < ${endOfPrefix(sql`${prefix}`)}`
}
