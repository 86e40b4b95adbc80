// What is known of an order, by the names under which weights and rules ask for it: the members of the answer, and
// what the answer does not show.
import { avsMatch } from '../checks/card.ts'
import { judged, judgeEqual } from '../checks/judgement.ts'
import { neverSeen } from '../history/velocity.ts'
import { type TraitKind, traitKinds } from '../order/traits.ts'
import type { Facts } from '../scoring/conditions.ts'
import type { orderFacts } from '../scoring/fact-names.ts'
import type { Findings } from './findings.ts'
import type { Judgements } from './judgements.ts'

/** All facts but the score, which follows from them. */
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
  return { ...judgements, ...own, ...Object.fromEntries(traitKinds.flatMap((kind) => velocityOf(findings, kind))) }
}

function velocityOf({ velocity, traits }: Findings, kind: TraitKind): [string, number | undefined][] {
  const seen = traits.has(kind) ? (velocity.get(kind) ?? neverSeen) : undefined
  return [
    [`${kind}_orders_hour`, seen?.hour],
    [`${kind}_orders_day`, seen?.day],
    [`${kind}_cards_day`, seen?.cards],
  ]
}
