// Screening an order: read it, find everything out, compute the score, let the rules decide, store it.
import type { Handlers, ProviderKit } from '#define'
import { type keyedMutex, sampleHeaders } from '#provider'
import type { endpoints } from '../../endpoints.ts'
import type { Tables } from '../../tables.ts'
import { errorMembers, OrderError } from '../errors.ts'
import type { LaterHashes } from '../history/later-hashes.ts'
import type { SaltOf } from '../history/salts.ts'
import { saveOrder } from '../history/save-order.ts'
import { rankIn } from '../history/store.ts'
import { canonicalHash, firstRound } from '../identity/hash.ts'
import type { Hashes } from '../identity/hashes.ts'
import { type Order, readOrder } from '../order/order.ts'
import { judgementNames } from '../scoring/fact-names.ts'
import { decide, type Rule } from '../scoring/rules.ts'
import { scoreOf } from '../scoring/weights.ts'
import { answerIn } from '../wire/answer.ts'
import { type Fields, fieldsOf } from '../wire/fields.ts'
import { factsOf } from './facts.ts'
import { type FindingsDeps, historyOf, lookUp } from './findings.ts'
import { createIdentify, type Identify } from './identity.ts'
import { judgementsOf } from './judgements.ts'

export interface ScreeningDeps extends FindingsDeps {
  readonly kit: Pick<ProviderKit<Tables>, 'now' | 'random' | 'dialect'>
  readonly hashes: Hashes
  readonly later: LaterHashes
  readonly saltOf: SaltOf
  /** Orders of an account are counted one after another, so that none of several at once misses the others. */
  readonly turns: ReturnType<typeof keyedMutex<string>>
}

const version = '1.5.0'

export function screeningHandler(deps: ScreeningDeps): Handlers<typeof endpoints>['screen'] {
  const identify = createIdentify(deps)
  return async (input, { account }) => {
    const fields = fieldsOf(input)
    deps.later.resume()
    try {
      const order = readOrder(fields)
      const salt = await deps.saltOf(account, deps.kit.now())
      const { answer, headers } = await deps.turns.run(account, () =>
        screen(order, { account, salt }, { ...deps, identify }),
      )
      return answerIn(fields.get('format'), answer, headers)
    } catch (error) {
      if (error instanceof OrderError) return answerIn(fields.get('format'), failedScreening(fields, error))
      throw error
    }
  }
}

async function screen(
  order: Order,
  { account, salt }: { account: string; salt: string },
  deps: ScreeningDeps & { readonly identify: Identify },
) {
  const { db, settings, kit } = deps
  const nowMs = kit.now()
  const [identity, lookedUp] = await Promise.all([
    deps.identify(order, { account, salt, nowMs }),
    lookUp(order, nowMs, deps),
  ])
  const { traits, hashes, unhashed, named, checks } = identity
  const findings = { ...lookedUp, traits, ...(await historyOf(db, { account, traits, nowMs })) }
  if (findings.used >= settings.creditsPerMonth) throw new OrderError('10007')
  const judgements = judgementsOf(findings)
  const facts = factsOf(findings, judgements)
  const score = scoreOf(facts, settings.points)
  const isWhitelisted = await whitelists(order, deps)
  const rule = isWhitelisted ? undefined : decide(settings.rules, { ...facts, score })
  const distribution = rankIn(findings.scores, score)
  const status = rule?.status ?? 'APPROVE'
  const id = await saveOrder(
    { account, salt, nowMs, score, status, traits, hashes, unhashed, named },
    { db, dialect: kit.dialect, random: kit.random },
  )
  if (unhashed.length > 0) deps.later.wake({ account, salt })
  for (const text of checks) deps.later.check(text, { account, salt })
  const answer = {
    ...judgements,
    user_order_id: order.orderId,
    user_order_memo: order.memo,
    ...{ fraudlabspro_score: score, fraudlabspro_distribution: distribution, fraudlabspro_status: status },
    fraudlabspro_id: id,
    fraudlabspro_rules: namesOf(rule),
    fraudlabspro_version: version,
    ...errorMembers(),
    fraudlabspro_credits: String(settings.creditsPerMonth - findings.used - 1),
  }
  return { answer, headers: { ...sampleHeaders(findings.isSample), ...engineHeader(findings.network.source) } }
}

const namesOf = (rule: Rule | undefined) => (rule ? [rule.name] : [])

/** Names the database that knew the country, with its date. */
function engineHeader(source: string | undefined): Record<string, string> {
  return source === undefined ? {} : { 'x-gateway-engine': source.replace(/[^\x20-\x7e]/g, '?') }
}

/** Whether the operator approves whatever this e-mail address orders. */
async function whitelists({ email, emailHash }: Order, { settings, hashes }: ScreeningDeps): Promise<boolean> {
  const { whitelistedEmails } = settings
  if (whitelistedEmails.length === 0) return false
  if (email !== undefined && whitelistedEmails.some((one) => one.toLowerCase() === email.toLowerCase())) return true
  // a listed address is found by itself, unless either of the two is a hash
  if (emailHash === undefined && whitelistedEmails.every((one) => one.includes('@'))) return false
  const hashOf = (text: string) => hashes.of(firstRound(text), 'now')
  const own = (emailHash && canonicalHash(emailHash)) ?? (email && (await hashOf(email)))
  if (!own) return false
  for (const listed of whitelistedEmails)
    if ((listed.includes('@') ? await hashOf(listed) : canonicalHash(listed)) === own) return true
  return false
}

/** All members without a judgement (SOURCES 2.2). */
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
    ...{ fraudlabspro_score: 0, fraudlabspro_distribution: 0, fraudlabspro_status: '' },
    fraudlabspro_id: 'NA',
    fraudlabspro_rules: [],
    fraudlabspro_version: version,
    ...errorMembers(error),
    fraudlabspro_credits: '0',
  }
}
