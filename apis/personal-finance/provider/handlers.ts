// All handlers, by topic; what they answer from the sample household says so.
import { type Handlers, isReply, type Kit, type Reply, reply } from '#define'
import { endpoints } from '../endpoints.ts'
import type { Tables } from '../tables.ts'
import { createAccountHandlers } from './ledger/accounts/handlers.ts'
import { attachmentHandlers } from './ledger/attachments/handlers.ts'
import { categoryHandlers } from './ledger/categories/handlers.ts'
import { createInstitutionHandlers } from './ledger/institutions/handlers.ts'
import { transactionHandlers } from './ledger/transactions/handlers.ts'
import { transactionLists } from './ledger/transactions/lists.ts'
import { sawSample } from './ledger-transaction.ts'
import { planHandlers } from './plans/handlers.ts'
import { accountPlans } from './plans/scenarios/account-plans.ts'
import type { Values } from './reading.ts'
import { userHandlers } from './users/handlers.ts'

type OwnHandlers = Handlers<typeof endpoints, Tables>

export const handlers: OwnHandlers = marked({
  ...userHandlers,
  ...createInstitutionHandlers(accountPlans),
  ...createAccountHandlers(accountPlans),
  ...transactionLists,
  ...transactionHandlers,
  ...categoryHandlers,
  ...attachmentHandlers,
  ...planHandlers,
})

/** The same handlers; what they answer from the sample household says so. */
function marked(own: OwnHandlers): OwnHandlers {
  const all = Object.entries(own).map(([id, handle]) => [id, markedHandler(id, handle as AnyHandler)])
  return Object.fromEntries(all) as OwnHandlers // the names are those of the handlers, and each answers what it answered
}

type AnyHandler = (input: Values, kit: Kit<Tables>) => unknown

function markedHandler(id: string, handle: AnyHandler): AnyHandler {
  return async (input, kit): Promise<unknown> => {
    const answer = await handle(input, kit)
    return sawSample(kit) ? withMark(id, answer) : answer
  }
}

function withMark(id: string, answer: unknown): Reply<unknown> {
  const mark = { 'x-gateway-sample': 'true' }
  if (isReply(answer)) return reply(answer.body, { status: answer.status, headers: { ...answer.headers, ...mark } })
  const endpoint: { status?: number } = Reflect.get(endpoints, id)
  return reply(answer, { status: endpoint.status ?? 200, headers: mark })
}
