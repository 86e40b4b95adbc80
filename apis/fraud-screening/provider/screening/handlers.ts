// Screens an order: reads it, gathers facts, computes the score, applies the rules, stores it.
import type { Handlers, ProviderKit } from '#define'
import { keyedMutex, sampleHeaders } from '#provider'
import type { endpoints } from '../../endpoints.ts'
import type { Tables } from '../../tables.ts'
import { errorMembers, OrderError } from '../errors.ts'
import type { SaltOf } from '../history/salts.ts'
import { saveOrder } from '../history/save-order.ts'
import { rankIn } from '../history/store.ts'
import type { HashOf } from '../identity/hash.ts'
import { type Order, readOrder } from '../order/order.ts'
import { type Traits, traitsOf } from '../order/traits.ts'
import { judgementNames } from '../scoring/fact-names.ts'
import { decide, type Rule } from '../scoring/rules.ts'
import { scoreOf } from '../scoring/weights.ts'
import { answerIn } from '../wire/answer.ts'
import { type Fields, fieldsOf } from '../wire/fields.ts'
import { factsOf } from './facts.ts'
import { type FindingsDeps, historyOf, lookUp } from './findings.ts'
import { judgementsOf } from './judgements.ts'
import { createWhitelist } from './whitelist.ts'

interface ScreeningDeps extends FindingsDeps {
  readonly kit: Pick<ProviderKit<Tables>, 'now' | 'random' | 'dialect'>
  readonly hashOf: HashOf
  readonly saltOf: SaltOf
}

const version = '1.5.0'

export function screeningHandler(deps: ScreeningDeps): Handlers<typeof endpoints>['screen'] {
  const { hashOf, saltOf, settings, kit } = deps
  const isWhitelisted = createWhitelist(settings.whitelistedEmails, hashOf)
  // orders of an account are counted one after another, so that concurrent ones do not miss each other
  const turns = keyedMutex<string>()
  return async (input, { account }) => {
    const fields = fieldsOf(input)
    try {
      const order = readOrder(fields)
      const traits = await traitsOf(order, { hashOf, salt: await saltOf(account, kit.now()) })
      const buyer = { account, traits, isApproved: await isWhitelisted(order) }
      const { answer, headers } = await turns.run(account, () => screen(order, buyer, deps))
      return answerIn(fields.get('format'), answer, headers)
    } catch (error) {
      if (error instanceof OrderError) return answerIn(fields.get('format'), failedScreening(fields, error))
      throw error
    }
  }
}

async function screen(
  order: Order,
  { account, traits, isApproved }: { account: string; traits: Traits; isApproved: boolean },
  deps: ScreeningDeps,
) {
  const { db, settings, kit } = deps
  const nowMs = kit.now()
  const lookedUp = await lookUp(order, nowMs, deps)
  const findings = { ...lookedUp, traits, ...(await historyOf(db, { account, traits, nowMs })) }
  if (findings.used >= settings.creditsPerMonth) throw new OrderError('10007')
  const judgements = judgementsOf(findings)
  const facts = factsOf(findings, judgements)
  const score = scoreOf(facts, settings.points)
  const rule = isApproved ? undefined : decide(settings.rules, { ...facts, score })
  const distribution = rankIn(findings.scores, score)
  const status = rule?.status ?? 'APPROVE'
  const id = await saveOrder(
    { account, nowMs, score, status, traits },
    { db, dialect: kit.dialect, random: kit.random, creditsPerMonth: settings.creditsPerMonth },
  )
  const answer = {
    ...judgements,
    user_order_id: order.orderId,
    user_order_memo: order.memo,
    fraudlabspro_score: score,
    fraudlabspro_distribution: distribution,
    fraudlabspro_status: status,
    fraudlabspro_id: id,
    fraudlabspro_rules: namesOf(rule),
    fraudlabspro_version: version,
    ...errorMembers(),
    fraudlabspro_credits: String(settings.creditsPerMonth - findings.used - 1),
  }
  return { answer, headers: { ...sampleHeaders(findings.isSample), ...engineHeader(findings.network.source) } }
}

const namesOf = (rule: Rule | undefined) => (rule ? [rule.name] : [])

/** Returns a header with the name and date of the database that has the country. */
function engineHeader(source: string | undefined): Record<string, string> {
  return source === undefined ? {} : { 'x-gateway-engine': source.replace(/[^\x20-\x7e]/g, '?') }
}

/** Returns all members, without an assessment (SOURCES 2.2). */
function failedScreening(fields: Fields, error: OrderError) {
  const empty = Object.fromEntries(judgementNames.map((name) => [name, '']))
  const judgements = empty as ReturnType<typeof judgementsOf> // one member for each of its names
  return {
    ...judgements,
    distance_in_km: '-',
    distance_in_mile: '-',
    is_address_ship_forward: 'NA' as const,
    user_order_id: fields.get('user_order_id') ?? '',
    user_order_memo: fields.get('user_order_memo') ?? '',
    fraudlabspro_score: 0,
    fraudlabspro_distribution: 0,
    fraudlabspro_status: '',
    fraudlabspro_id: 'NA',
    fraudlabspro_rules: [],
    fraudlabspro_version: version,
    ...errorMembers(error),
    fraudlabspro_credits: '0',
  }
}
