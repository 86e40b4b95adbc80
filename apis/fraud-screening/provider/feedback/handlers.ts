// Feedback: the outcome of a screened order, on which blacklists, ranking and later screenings depend (SOURCES 2.4).
import type { Handlers, ProviderKit } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { Tables } from '../../tables.ts'
import { errorMembers, OrderError } from '../errors.ts'
import {
  blacklist,
  countOrder,
  countScore,
  type Db,
  findOrder,
  ignoredScore,
  type StoredOrder,
  unblacklist,
  uncountOrder,
} from '../history/store.ts'
import { checkKey } from '../order/order.ts'
import type { Settings } from '../settings.ts'
import { answerIn } from '../wire/answer.ts'
import { fieldsOf } from '../wire/fields.ts'

interface FeedbackDeps {
  readonly db: Db
  readonly kit: Pick<ProviderKit<Tables>, 'now'>
  readonly settings: Settings
}

const actions = ['APPROVE', 'REJECT', 'REJECT_BLACKLIST', 'IGNORE'] as const
type Action = (typeof actions)[number]

const dayMs = 86_400_000

export function feedbackHandler(deps: FeedbackDeps): Handlers<typeof endpoints>['feedback'] {
  return async (input, { account }) => {
    const fields = fieldsOf(input)
    const format = fields.get('format')
    try {
      checkKey(fields)
      const action = actions.find((one) => one === fields.get('action')?.toUpperCase())
      if (!action) throw new OrderError('10015')
      await changeOrder(account, { id: fields.get('id') ?? '', action }, deps)
      return answerIn(format, errorMembers())
    } catch (error) {
      if (error instanceof OrderError) return answerIn(format, errorMembers(error))
      throw error
    }
  }
}

async function changeOrder(account: string, { id, action }: { id: string; action: Action }, deps: FeedbackDeps) {
  const nowMs = deps.kit.now()
  await deps.db.transaction().execute(async (within) => {
    // the first statement locks the row, so that two feedbacks on one order are serialized
    const { numUpdatedRows } = await within
      .updateTable('fraud_screening_orders')
      .set({ account })
      .where('account', '=', account)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const order = numUpdatedRows === 0n ? undefined : await findOrder(within, account, id)
    if (!order) throw new OrderError('10011')
    if (order.madeAt < nowMs - deps.settings.feedbackDays * dayMs) throw new OrderError('10014')
    checkTransition(order, action)
    await apply(within, order, { action, nowMs })
  })
}

/** Checks that an action fits the order: a rejected one may still be blacklisted, once. */
function checkTransition({ status, blacklisted }: StoredOrder, action: Action): void {
  if (action === 'APPROVE' && status === 'APPROVE') throw new OrderError('10012')
  if (action === 'REJECT' && status === 'REJECT') throw new OrderError('10013')
  if (action === 'REJECT_BLACKLIST' && status === 'REJECT' && blacklisted) throw new OrderError('10013')
}

async function apply(db: Db, order: StoredOrder, { action, nowMs }: { action: Action; nowMs: number }): Promise<void> {
  const { account, id } = order
  const isBlacklisted = action === 'REJECT_BLACKLIST' || (action === 'REJECT' && order.blacklisted)
  if (isBlacklisted && !order.blacklisted) await blacklist(db, order, nowMs)
  if (!isBlacklisted && order.blacklisted) await unblacklist(db, order)
  if (action === 'IGNORE' && order.status !== 'IGNORE') {
    await uncountOrder(db, order)
    await countScore(db, { account, score: ignoredScore, by: 1 })
  }
  if (action !== 'IGNORE' && order.status === 'IGNORE') {
    await countScore(db, { account, score: ignoredScore, by: -1 })
    await countOrder(db, order)
  }
  await db
    .updateTable('fraud_screening_orders')
    .set({ status: action === 'REJECT_BLACKLIST' ? 'REJECT' : action, blacklisted: isBlacklisted ? 1 : 0 })
    .where('account', '=', account)
    .where('id', '=', id)
    .execute()
}
