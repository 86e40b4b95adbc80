// Keeps the stored orders bounded: those that are too old and, beyond the limit of an account, the oldest are removed.
import { createWriteSlices } from '#provider'
import { countScore, type Db, ignoredScore, removeTraits, storedOrder } from './store.ts'
import { pruneTexts, withHashes } from './texts.ts'

export interface Keeping {
  readonly keepDays: number
  /** Of one account. */
  readonly maxOrders: number
  /** Blacklisted traits of one account. */
  readonly maxBlacklisted: number
}
export interface PruneCounts {
  readonly orders: number
  readonly blacklisted: number
}

const dayMs = 86_400_000

/** Removes in transactions of some 40 ms with pauses between them. */
export async function prune(db: Db, nowMs: number, keeping: Keeping): Promise<PruneCounts> {
  const counts = { orders: 0, blacklisted: 0 }
  const accounts = await db.selectFrom('fraud_screening_accounts').select('account').orderBy('account').execute()
  for (const { account } of accounts) {
    counts.orders += await pruneOrders(db, account, {
      before: nowMs - keeping.keepDays * dayMs,
      most: keeping.maxOrders,
    })
    counts.blacklisted += await pruneBlacklist(db, account, keeping.maxBlacklisted)
    const [first] = await oldest(db, account, 1)
    await pruneTexts(db, account, { nowMs, oldestMs: Number(first?.made_at ?? nowMs) })
  }
  return counts
}

async function pruneOrders(db: Db, account: string, limits: { before: number; most: number }): Promise<number> {
  const slices = createWriteSlices({ first: 50, most: 500 })
  let excess = (await storedCount(db, account)) - limits.most
  for (let removed = 0; ; ) {
    const count = await slices.run(slices.size, () =>
      db.transaction().execute(async (within) => {
        const rows = await oldest(within, account, slices.size)
        const orders = rows.map(storedOrder).filter(({ madeAt }, at) => madeAt < limits.before || at < excess)
        if (orders.length === 0) return 0
        await removeTraits(within, await withHashes(within, orders))
        const ids = orders.map(({ id }) => id)
        await within
          .deleteFrom('fraud_screening_orders')
          .where('account', '=', account)
          .where('id', 'in', ids)
          .execute()
        const perScore = new Map<number, number>()
        for (const { score, status } of orders) {
          const counted = status === 'IGNORE' ? ignoredScore : score
          perScore.set(counted, (perScore.get(counted) ?? 0) - 1)
        }
        for (const [score, by] of perScore) await countScore(within, { account, score, by })
        return orders.length
      }),
    )
    if (count === 0) return removed
    removed += count
    excess -= count
  }
}

function oldest(db: Db, account: string, count: number) {
  return db
    .selectFrom('fraud_screening_orders')
    .selectAll()
    .where('account', '=', account)
    .orderBy('made_at')
    .limit(count)
    .execute()
}

/** The sum of the counts by score, ignored orders included. */
async function storedCount(db: Db, account: string): Promise<number> {
  const rows = await db.selectFrom('fraud_screening_scores').select('orders').where('account', '=', account).execute()
  return rows.reduce((sum, { orders }) => sum + Number(orders), 0)
}

async function pruneBlacklist(db: Db, account: string, most: number): Promise<number> {
  const beyond = await db
    .selectFrom('fraud_screening_blacklist')
    .select('made_at')
    .where('account', '=', account)
    .orderBy('made_at', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst()
  if (!beyond) return 0
  const { numDeletedRows } = await db
    .deleteFrom('fraud_screening_blacklist')
    .where('account', '=', account)
    .where('made_at', '<=', Number(beyond.made_at))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
