// Remaining budget of a key, in the shape of a former dashboard API.
import { bool, get, int, list, num, obj, oneOf, opt, str } from '#define'
import { quick } from '../schemas/fields.ts'

const dollars = num({ doc: 'US dollars.' })

export const billing = {
  getSubscription: get('/v1/dashboard/billing/subscription', 'Spending limits of the key', {
    returns: obj({
      object: oneOf(['billing_subscription']),
      has_payment_method: bool(),
      soft_limit_usd: dollars,
      hard_limit_usd: dollars,
      system_hard_limit_usd: dollars,
      access_until: int({ doc: 'Unix seconds; 0 for never.' }),
    }),
    limits: quick,
  }),
  getUsage: get('/v1/dashboard/billing/usage', 'Amount spent with the key', {
    params: {
      start_date: str({ beyond: true, doc: 'First day, YYYY-MM-DD; routers ignore it.' }),
      end_date: str({ beyond: true, doc: 'Day after the last one, YYYY-MM-DD; routers ignore it.' }),
    },
    returns: obj({
      object: oneOf(['list']),
      total_usage: num({ doc: 'Cents of a US dollar.' }),
      daily_costs: opt(
        list(obj({ timestamp: num({ doc: 'Unix seconds.' }), line_items: list(obj({ name: str(), cost: num() })) })),
      ),
    }),
    limits: quick,
  }),
}
