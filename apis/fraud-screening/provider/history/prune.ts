// Bounds the stored orders: removes expired ones, and the oldest beyond an account's limit.
import { createWriteSlices } from '#provider/import'
import { countScore, type Db, ignoredScore, removeTraits, storedOrder } from './store.ts'

interface Keeping {
  readonly keepDays: number
  /** Orders of one account. */
  readonly maxOrders: number
  /** Blacklisted traits of one account. */
  readonly maxBlacklisted: number
}
interface PruneCounts {
  readonly orders: number
  readonly blacklisted: number
}

const dayMs = 86_400_000

/** Removes rows in transactions of some 40 ms with pauses in between. */
export async function prune(db: Db, nowMs: number, keeping: Keeping): Promise<PruneCounts> {
  const counts = { orders: 0, blacklisted: 0 }
  const accounts = await db.selectFrom('fraud_screening_accounts').select('account').orderBy('account').execute()
  for (const { account } of accounts) {
    counts.orders += await pruneOrders(db, account, {
      before: nowMs - keeping.keepDays * dayMs,
      most: keeping.maxOrders,
    })
    counts.blacklisted += await pruneBlacklist(db, account, keeping.maxBlacklisted)
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
        await removeTraits(within, orders)
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

/** Returns the sum of the counts by score, ignored orders included. */
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
