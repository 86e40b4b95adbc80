// Gathers facts about an order from the databases, the lists and the stored orders, before it is assessed.
import type { ProviderKit } from '#define'
import { type CardJudgement, judgeCard } from '../checks/card.ts'
import { publicLists } from '../checks/countries.ts'
import { kilometresBetween, type Place } from '../checks/distance.ts'
import { type EmailJudgement, judgeEmail } from '../checks/email.ts'
import { isCommon } from '../checks/passwords.ts'
import type { Phone } from '../checks/phone.ts'
import { blacklistedOf, type Db, type ScoreCounts, scoreCounts, usedCredits } from '../history/store.ts'
import { type Velocity, velocityOf } from '../history/velocity.ts'
import { cityKeys } from '../lists/cities.ts'
import type { Lists } from '../lists/lists.ts'
import type { Databases } from '../network/databases.ts'
import { type Network, readNetwork } from '../network/network.ts'
import type { Order } from '../order/order.ts'
import type { TraitKind, Traits } from '../order/traits.ts'
import type { Settings } from '../settings.ts'
import type { ToDollars } from './amounts.ts'

export interface Findings extends LookedUp, History {
  readonly traits: Traits
}
/** Facts that do not depend on stored orders. */
interface LookedUp {
  readonly nowMs: number
  readonly order: Order
  readonly network: Network
  readonly email: EmailJudgement
  readonly phone: Phone | undefined
  readonly card: CardJudgement
  readonly isProxy: boolean | undefined
  readonly isForwarder: boolean | undefined
  readonly isCommonLogin: boolean | undefined
  readonly distanceKm: number | undefined
  /** True if the distance was computed from the sample of cities. */
  readonly isSample: boolean
  readonly amountUsd: number | undefined
  readonly highRisk: ReadonlySet<string>
}
/** Facts from the account's stored orders. */
interface History {
  readonly blacklisted: ReadonlySet<TraitKind>
  readonly velocity: Velocity
  readonly scores: ScoreCounts
  /** Screenings of the account in the current month. */
  readonly used: number
}
/** Input of a lookup in the account's history. */
interface HistoryOf {
  readonly account: string
  readonly traits: Traits
  readonly nowMs: number
}
export interface FindingsDeps {
  readonly db: Db
  readonly log: ProviderKit['log']
  readonly databases: () => Promise<Databases>
  readonly lists: Lists
  readonly settings: Settings
  readonly toDollars: ToDollars
}

/** Looks up an order in databases and lists. */
export async function lookUp(order: Order, nowMs: number, deps: FindingsDeps): Promise<LookedUp> {
  const { lists, settings } = deps
  const network = readNetwork(order.ip, await deps.databases(), deps.log)
  const billed = await placeOf(order, lists)
  const from = placeOfNetwork(network)
  return {
    order,
    network,
    nowMs,
    email: judgeEmail(order.emailDomain),
    phone: order.phone,
    card: judgeCard(order.bin, order.bin === undefined ? undefined : await lists.bin(order.bin), order.bill.country),
    isProxy: network.isProxy ?? (await lists.isProxy(order.ip)),
    isForwarder: await lists.isForwarder(order.ship),
    isCommonLogin: commonLogin(order),
    distanceKm: from && billed ? kilometresBetween(from, billed.place) : undefined,
    isSample: from !== undefined && billed?.isSample === true,
    amountUsd: await deps.toDollars(order.amount, order.currency),
    highRisk: new Set([...publicLists.highRisk, ...settings.highRiskCountries]),
  }
}

export async function historyOf(db: Db, { account, traits, nowMs }: HistoryOf): Promise<History> {
  const [blacklisted, velocity, scores, used] = await Promise.all([
    blacklistedOf(db, traits),
    velocityOf(db, traits, nowMs),
    scoreCounts(db, account),
    usedCredits(db, account, nowMs),
  ])
  return { blacklisted, velocity, scores, used }
}

async function placeOf({ bill }: Order, lists: Lists): Promise<{ place: Place; isSample: boolean } | undefined> {
  if (bill.country === undefined || bill.city === undefined) return undefined
  return lists.city(cityKeys(bill.country, bill.state, bill.city))
}

function placeOfNetwork({ latitude, longitude }: Network): Place | undefined {
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
}

function commonLogin({ username, usernameHash, passwordHash }: Order): boolean | undefined {
  const user = isCommon(usernameHash, username)
  const password = isCommon(passwordHash)
  return user === undefined && password === undefined ? undefined : user === true || password === true
}
