// Endpoints of the operator's overview: recent calls, matters that need attention, and the cost of calls.
import { get, int, obj } from '#define'
import { accountsSpendingParams, activity, Spending } from '../../accounts/overview-shapes.ts'

export const overviewEndpoints = {
  overview: get('/overview', 'Calls of the last day, and what needs attention', {
    returns: obj({
      counts: obj({ accounts: int(), keys: int({ doc: 'Keys that are not revoked.' }), providerKeys: int() }),
      ...activity,
    }),
  }),
  spending: get('/spending', 'What calls cost, and what is left of budgets', {
    params: accountsSpendingParams,
    returns: Spending,
  }),
}
