// The embedded provider: a ledger per account of the gateway, with what is planned in it. Handlers by topic are in provider/, the
// plans in provider/plans/.
import { defineProvider, type Handlers, isReply, type Kit, type Reply, reply } from '#define'
import api from './api.ts'
import ledger from './migrations/0001-ledger.ts'
import plans from './migrations/0002-plans.ts'
import { accountHandlers } from './provider/accounts/handlers.ts'
import { attachmentHandlers } from './provider/attachments/handlers.ts'
import { categoryHandlers } from './provider/categories/handlers.ts'
import { importer } from './provider/import/importer.ts'
import { institutionHandlers } from './provider/institutions/handlers.ts'
import { sawSample } from './provider/open-world.ts'
import { planHandlers } from './provider/plans/handlers.ts'
import type { Values } from './provider/reading.ts'
import { transactionHandlers } from './provider/transactions/handlers.ts'
import { transactionLists } from './provider/transactions/lists.ts'
import { userHandlers } from './provider/users/handlers.ts'
import type { Tables } from './tables.ts'

type OwnHandlers = Handlers<(typeof api)['endpoints'], Tables>

const handlers: OwnHandlers = {
  ...userHandlers,
  ...institutionHandlers,
  ...accountHandlers,
  ...transactionLists,
  ...transactionHandlers,
  ...categoryHandlers,
  ...attachmentHandlers,
  ...planHandlers,
}

export default defineProvider(api, marked(handlers), {
  migrations: { '0001-ledger': ledger, '0002-plans': plans },
  importer,
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
  const endpoint: { status?: number } = Reflect.get(api.endpoints, id)
  return reply(answer, { status: endpoint.status ?? 200, headers: mark })
}
