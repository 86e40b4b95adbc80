// Facts about an order under the names that weights and rules use: members of the response, and facts that the response
// omits.
import { avsMatch } from '../checks/card.ts'
import { judged, judgeEqual } from '../checks/judgement.ts'
import { neverSeen } from '../history/velocity.ts'
import type { TraitKind } from '../order/traits.ts'
import type { Facts } from '../scoring/conditions.ts'
import { type orderFacts, velocityKinds, velocityNames } from '../scoring/fact-names.ts'
import type { Findings } from './findings.ts'
import type { Judgements } from './judgements.ts'

/** Returns all facts but the score, which is computed from them. */
export function factsOf(findings: Findings, judgements: Judgements): Facts {
  const { order, phone } = findings
  const own: Record<(typeof orderFacts)[number], string | number | undefined> = {
    score: undefined,
    amount: order.amount,
    amount_usd: findings.amountUsd,
    quantity: order.quantity,
    currency: order.currency,
    department: order.department,
    payment_mode: order.paymentMode,
    bill_country: order.bill.country,
    ship_country: order.ship.country,
    email_domain: order.emailDomain,
    distance_km: findings.distanceKm,
    avs_match: avsMatch(order.avs),
    avs_result: order.avs,
    cvv_result: order.cvv,
    phone_valid: judged(phone?.isValid),
    phone_country: phone?.country,
    phone_country_match: judgeEqual(phone?.country, order.bill.country),
  }
  return { ...judgements, ...own, ...Object.fromEntries(velocityKinds.flatMap((kind) => velocityOf(findings, kind))) }
}

function velocityOf({ velocity, traits }: Findings, kind: TraitKind): [string, number | undefined][] {
  if (!traits.has(kind)) return velocityNames(kind).map((name) => [name, undefined])
  const same = kind === 'email' ? (['email', 'mailbox'] as const) : [kind]
  const seen = same.map((one) => velocity.get(one) ?? neverSeen)
  const counts = (['hour', 'day', 'cards'] as const).map((span) => Math.max(...seen.map((one) => one[span])))
  return velocityNames(kind).map((name, at) => [name, counts[at]])
}
