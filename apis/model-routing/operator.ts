// What only the operator may do with the router: channels, guardrails, budgets and the ledger of all accounts.
import { defineOperator } from '#define'
import api from './api.ts'
import { operatorEndpoints, operatorExamples } from './provider/channels/operator-endpoints.ts'
import { operatorHandlers } from './provider/channels/operator-handlers.ts'
import { budgetOperator } from './provider/metering/operator-budgets.ts'

export default defineOperator(
  api,
  { ...operatorEndpoints, ...budgetOperator.endpoints },
  {
    handlers: { ...operatorHandlers, ...budgetOperator.handlers },
    examples: { ...operatorExamples, ...budgetOperator.examples },
  },
)
