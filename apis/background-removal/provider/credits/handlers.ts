// GET /account: the remaining credits, in the provider's order.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { quarters } from './rules.ts'
import type { Credits } from './store.ts'

export function createAccountHandlers({ credits }: { credits: Credits }): HandlersFor<typeof endpoints, 'account'> {
  return {
    async account(_input, { account }) {
      const { freeCalls, ...balance } = await credits.balance(account)
      const [subscription, payg] = [balance.subscription / quarters, balance.payg / quarters]
      const enterprise = balance.enterprise / quarters
      const total = subscription + payg + enterprise
      return {
        data: {
          attributes: {
            credits: { subscription, payg, enterprise, total },
            api: { free_calls: freeCalls, sizes: 'all' },
          },
        },
      }
    },
  }
}
