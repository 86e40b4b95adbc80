// Operator's endpoints of the router: channels, guardrails, budgets and the ledger of all accounts.
import { defineOperator } from '#define'
import api from './api.ts'
import { budgetEndpoints, budgetExamples } from './provider/router/operator/budget-endpoints.ts'
import { channelEndpoints, channelExamples } from './provider/router/operator/channel-endpoints.ts'

export default defineOperator(
  api,
  { ...channelEndpoints, ...budgetEndpoints },
  { ...channelExamples, ...budgetExamples },
)
