// Endpoints of an account's overview: recent calls, the remaining quota, matters that need attention, and the cost of
// calls.
import { bool, get, int, list, obj, opt, str } from '#define'
import { activity, Spending, spendingParams } from '../../accounts/overview-shapes.ts'
import { accountProvider } from '../../accounts/shapes.ts'

export const Windows = obj({
  limitMinute: int({ min: 0 }),
  remainingMinute: int({ min: 0 }),
  minuteResetS: int({ min: 1, doc: 'Seconds until the next minute.' }),
  limitDay: int({ min: 0 }),
  remainingDay: int({ min: 0 }),
  dayResetS: int({ min: 1, doc: 'Seconds until the next UTC day.' }),
})
const dollars = (doc: string) => str({ doc: `${doc} US dollars as a decimal string.`, example: '0.0124' })
export const Money = obj({
  limit: dollars('Per UTC day.'),
  spent: dollars('By calls that have ended.'),
  held: dollars('The most that calls under way may cost.'),
  resetS: int({ min: 1, doc: 'Seconds until the next UTC day.' }),
})
export const OwnAccount = obj({
  id: str(),
  name: str(),
  isDemo: bool({ doc: 'Created by the first start.' }),
  provider: accountProvider,
})
export const OwnPlan = obj({ id: str(), perMinute: int({ min: 0 }), perDay: int({ min: 0 }) })

export const overviewEndpoints = {
  overview: get('/me/overview', 'Calls of the last day, what is left, and what needs attention', {
    returns: obj({
      account: OwnAccount,
      plan: OwnPlan,
      limits: obj({ hosted: Windows, market: Windows }),
      ...activity,
    }),
  }),
  listPrices: get('/me/prices', 'What calls cost, in order of listing and endpoint; calls without a price are free', {
    params: { after: str({ max: 200, doc: 'The `next` of the previous page.' }) },
    returns: obj({
      prices: list(
        obj({
          listing: str(),
          endpoint: str({ doc: 'Operation id, or * for all endpoints without a price of their own.' }),
          usd: dollars('Of a call; 0 for an endpoint that is free although its listing has a price.'),
          per: opt(
            str({
              doc: 'JSON pointer to the number of the call, in its request or its answer, each of which costs `usd`; absent for the price of a call.',
            }),
          ),
          atMost: opt(dollars('The most that one call costs; present exactly with `per`.')),
          embedded: bool({ doc: 'Answers of the embedded provider cost as much; otherwise they are free.' }),
        }),
        { doc: 'At most 1000, of endpoints that are served.' },
      ),
      next: opt(str({ doc: 'Cursor of the next page; absent on the last page.' })),
    }),
  }),
  spending: get('/me/spending', 'What the calls of the account cost, and what is left of its budgets', {
    params: spendingParams,
    returns: Spending,
  }),
}
