// Opens the provider: builds its parts once and connects them.

import { type Call, type Handlers, isReply, type Reply, reply } from '#define'
import { present } from '#define/present'
import { sampleHeaders } from '#provider'
import { endpoints } from '../endpoints.ts'
import { createRates } from './exchange/rates.ts'
import type { LedgerHandlers } from './handler.ts'
import { createSampleDays } from './household/sample-days.ts'
import { copySharedHousehold, createSampleUsers } from './household/sample-user.ts'
import { createStatementImporter } from './import/importer.ts'
import { createAccountHandlers } from './ledger/accounts/handlers.ts'
import { createTransactionAccountHandlers } from './ledger/accounts/transaction-account-handlers.ts'
import { createAttachmentHandlers } from './ledger/attachments/handlers.ts'
import { createImageShrinker } from './ledger/attachments/images.ts'
import { categoryHandlers } from './ledger/categories/handlers.ts'
import { createInstitutionHandlers } from './ledger/institutions/handlers.ts'
import { createTransactionHandlers } from './ledger/transactions/handlers.ts'
import { createTransactionLists } from './ledger/transactions/lists.ts'
import type { Kit } from './ledger.ts'
import { createLedgers, type LedgerAccess, type OpenLedger } from './ledger-transaction.ts'
import { createBudgetHandlers } from './plans/budgets/handlers.ts'
import { createEventHandlers } from './plans/events/handlers.ts'
import { accountPlans } from './plans/scenarios/account-plans.ts'
import { createUserHandlers } from './users/handlers.ts'

export function openFinance(kit: Kit) {
  const rates = createRates(kit)
  const openLedger = createLedgers({
    kit,
    createUser: createSampleUsers(kit),
    addDays: createSampleDays(kit),
    makeOwn: copySharedHousehold,
  })
  const accounts = { rates, plans: accountPlans }
  const handlers: LedgerHandlers<keyof typeof endpoints> = {
    ...createUserHandlers(kit),
    ...createInstitutionHandlers(accounts),
    ...createAccountHandlers(accounts),
    ...createTransactionAccountHandlers({ rates }),
    ...createTransactionLists({ rates }),
    ...createTransactionHandlers({ rates }),
    ...categoryHandlers,
    ...createAttachmentHandlers({ shrink: createImageShrinker() }),
    ...createEventHandlers({ rates }),
    ...createBudgetHandlers({ rates }),
  }
  return {
    handlers: withLedger(handlers, openLedger),
    importFile: createStatementImporter({ kit, openLedger, plans: accountPlans }),
  }
}

type AnyHandler = (input: Readonly<Record<string, unknown>>, access: LedgerAccess, call: Call) => unknown

/** Opens the caller's ledger for each call, and marks responses from the sample household. */
function withLedger(
  handlers: LedgerHandlers<keyof typeof endpoints>,
  openLedger: OpenLedger,
): Handlers<typeof endpoints> {
  const opened = Object.entries<AnyHandler>(handlers as never).map(([id, handle]) => [
    id,
    async (input: Readonly<Record<string, unknown>>, call: Call): Promise<unknown> => {
      const access = openLedger(call.account)
      const answer = await handle(input, access, call)
      return access.isSample ? markedAsSample(id, answer) : answer
    },
  ])
  return Object.fromEntries(opened) as Handlers<typeof endpoints> // the same ids, each with the response of its handler
}

const declared: ReadonlyMap<string, { readonly status?: number }> = new Map(Object.entries(endpoints))

function markedAsSample(id: string, answer: unknown): Reply<unknown> {
  const mark = sampleHeaders(true)
  if (isReply(answer)) return reply(answer.body, { status: answer.status, headers: { ...answer.headers, ...mark } })
  const { status = 200 } = present(declared.get(id))
  return reply(answer, { status, headers: mark })
}
