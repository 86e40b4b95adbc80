// What only the operator may do with the router: channels, guardrails, budgets and the ledger of all accounts.
import { defineOperator, loadedHandlers } from '#define'
import api from './api.ts'
import { budgetOperator } from './provider/router/operator/budget-endpoints.ts'
import { operatorEndpoints, operatorExamples } from './provider/router/operator/channel-endpoints.ts'

const endpoints = { ...operatorEndpoints, ...budgetOperator.endpoints }

export default defineOperator(api, endpoints, {
  handlers: loadedHandlers(endpoints, async () => {
    const { operatorHandlers } = await import('./provider/router/operator/channel-handlers.ts')
    return { ...operatorHandlers, ...budgetOperator.handlers }
  }),
  examples: { ...operatorExamples, ...budgetOperator.examples },
})
