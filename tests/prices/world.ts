// Gateways on one database in front of a provider, with prices and budgets of the test.

import { sql } from 'kysely'
import { dollarsOf } from '#provider/budgets'
import { admin } from '../added-apis/document.ts'
import { type OpenGateway, type OpenOptions, openGateway } from '../harness/open-gateway.ts'
import type { StoreTarget } from '../harness/services.ts'
import { smallApi } from '../harness/small-api.ts'
import { until } from '../harness/until.ts'
import { type Cleanup, openUpstream, sendJson, type Upstream } from '../harness/upstream.ts'

export interface PricesWorld {
  readonly gateways: readonly OpenGateway[]
  readonly gateway: OpenGateway
  readonly upstream: Upstream
  price(listing: string, endpoint: string, usd: string, embedded?: boolean): Promise<void>
  budget(row: BudgetOrder): Promise<string>
  /** The amounts of a budget that the database has as spent and as held. */
  spentOf(budget: string, who?: string): Promise<{ spent: string; held: string }>
  /** Dollars and calls that the sums of days have for an account. */
  bookedFor(account: string): Promise<{ calls: number; cost: string }>
}
interface BudgetOrder {
  readonly account?: string
  readonly key?: string
  readonly model?: string
  readonly per?: 'all' | 'account' | 'key'
  /** 1e-12 dollars. */
  readonly amount: bigint
}
interface WorldOptions extends Pick<OpenOptions, 'apis' | 'upstreams' | 'platform' | 'environment'> {
  readonly database?: StoreTarget
  readonly processes?: number
}

export const dollar = 1_000_000_000_000n

/** Opens gateways; the provider answers the status in the path of a thing, such as `/things/404`, and cuts at `cut`. */
export async function openPricesWorld(t: Cleanup, options: WorldOptions = {}): Promise<PricesWorld> {
  const { database, processes = 1, apis = [smallApi()], upstreams, platform, environment = {} } = options
  const upstream = await openUpstream(t, ({ url }, response) => {
    const asked = url.split('/').at(-1) ?? ''
    if (asked === 'cut') response.destroy()
    else sendJson(response, { id: asked }, { status: /^\d+$/.test(asked) ? Number(asked) : 200 })
  })
  const gateways: OpenGateway[] = []
  for (let process = 0; process < processes; process++)
    gateways.push(
      await openGateway(t, {
        apis,
        upstreams: upstreams ?? { small: upstream.url },
        ...(platform && { platform }),
        ...(database && { dataDir: database.dataDir }),
        environment: { ...environment, ...(database?.url && { GATEHOUSE_DATABASE_URL: database.url }) },
      }),
    )
  const [gateway] = gateways
  if (!gateway) throw new Error('there is a gateway')
  const { db } = gateway.components.store
  // a charge is settled when the connection has taken the answer, which the caller may have before
  const settled = () =>
    until(async () => {
      for (const { components } of gateways) await components.charges.flush()
      return (await sql`select id from model_routing_holds`.execute(db)).rows.length === 0
    })
  let budgets = 0
  return {
    gateways,
    gateway,
    upstream,
    async price(listing, endpoint, usd, embedded = false) {
      const body = { usd, embedded }
      const { status, text } = await admin(gateway, 'PUT', `/prices/${listing}/${endpoint}`, body)
      if (status !== 200) throw new Error(text)
    },
    async budget({ account = '', key = '', model = '', per = 'all', amount }) {
      const id = `bud_${++budgets}`
      await sql`insert into model_routing_budgets (id, account, key_id, model, per, period, amount, created_ms)
        values (${id}, ${account}, ${key}, ${model}, ${per}, 'total', ${amount}, 0)`.execute(db)
      return id
    },
    async spentOf(budget, who) {
      await settled()
      const { rows } = await sql<{ spent: string; held: string }>`select cast(coalesce(sum(spent), 0) as text) as spent,
        cast(coalesce(sum(held), 0) as text) as held from model_routing_spent
        where budget = ${budget} ${who === undefined ? sql`` : sql`and who = ${who}`}`.execute(db)
      const [row = { spent: '0', held: '0' }] = rows
      return { spent: dollarsOf(BigInt(row.spent)), held: dollarsOf(BigInt(row.held)) }
    },
    async bookedFor(account) {
      await settled()
      const { rows } = await sql<{ calls: string; cost: string }>`select cast(coalesce(sum(calls), 0) as text) as calls,
        cast(coalesce(sum(cost), 0) as text) as cost from spending_days where account_id = ${account}`.execute(db)
      const [row = { calls: '0', cost: '0' }] = rows
      return { calls: Number(row.calls), cost: dollarsOf(BigInt(row.cost)) }
    },
  }
}
