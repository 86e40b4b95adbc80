// How the tests of this provider call it: the kit of `#provider/test`, the gateway's own outbound calls, and the
// handlers by endpoint. The clock starts at noon (UTC) of 2 November 2026 until it is moved.
import assert from 'node:assert/strict'
import { isReply, type ProviderKit, Refusal } from '#define'
import { isRaw, type OpenedProvider } from '#define/reflect'
import { checkOf } from '#derive'
import { openWorld, testCall, type World, type WorldOptions } from '#provider/test'
import { Secret } from '../../../packages/gateway/src/process/secret.ts'
import { createHops } from '../../../packages/gateway/src/upstream/hops.ts'
import { createOutbound } from '../../../packages/gateway/src/upstream/outbound.ts'
import { createPools } from '../../../packages/gateway/src/upstream/pools.ts'
import type { Cleanup } from '../../../tests/harness/upstream.ts'
import api from '../api.ts'
import { endpoints } from '../endpoints.ts'
import { readCatalogue } from '../provider/catalogue/catalogue.ts'
import type { Certificate } from '../provider/inspect/certificate.ts'
import { encodeCertificate } from '../provider/inspect/certificate-writer.ts'
import { createHostRateLimiters } from '../provider/prices/feeds/host-rate-limiter.ts'
import { openPrices } from '../provider/prices/open.ts'
import provider from '../provider.ts'
import type { Tables } from '../tables.ts'

export const catalogue = readCatalogue()
type MarketKit = ProviderKit<Tables>
type Database = Pick<WorldOptions<Tables>, 'database' | 'migrated'>

/** Units of each currency for one dollar. */
const rates = { EUR: 0.9, JPY: 150.25, CNY: 7.2 }

const askRates: MarketKit['ask'] = async (slug, endpoint, input) => {
  if (slug === 'exchange-rates' && endpoint === 'providersV2') return [{ key: 'ECB', rate_type: 'reference' }]
  if (slug !== 'exchange-rates' || endpoint !== 'latest' || input.base !== 'USD')
    throw new Error('an unexpected question')
  return { amount: 1, base: 'USD', date: '2026-10-30', rates }
}

/** The areas of prices as the provider opens them, with their internals. */
export interface PriceWorld extends Omit<ReturnType<typeof openPrices>, 'handlers'> {
  readonly kit: MarketKit
  readonly logged: readonly string[]
  readonly secrets: Map<string, string>
  /** Moves the clock to a moment such as `2026-11-02T12:00:00Z`, or forward by milliseconds. */
  setClock(moment: string | number): void
  /** Sets what the operator permits and has configured, from now on. */
  allow(settings: { mayCallOut?: boolean; config?: unknown }): void
  runJob(name: string): Promise<void>
  /** Calls a handler; a refusal comes back as `{ status, body }`. */
  ask(id: PriceEndpoint, input: Record<string, unknown>): Promise<{ status: number; body: unknown }>
}
type PriceEndpoint = keyof ReturnType<typeof openPrices>['handlers']

export async function openPriceWorld(t: Cleanup, options: Database = {}): Promise<PriceWorld> {
  const secrets = new Map<string, string>()
  const pools = createPools(() => performance.now(), createHops('own-token'))
  t.after(() => pools.close())
  const open = async (name: string) => (secrets.has(name) ? new Secret(secrets.get(name) ?? '') : undefined)
  const { kit, clock, logged } = await openWorld<Tables>(api, provider, {
    ...options,
    kit: {
      ask: askRates,
      secrets: {
        put: async (name, text) => void secrets.set(name, text),
        remove: async (name) => secrets.delete(name),
        names: async () => [...secrets.keys()],
        sign: async () => undefined,
      },
      outbound: createOutbound({ pools, open }),
    },
  })
  const { handlers, ...area } = openPrices({ kit, catalogue, limiters: createHostRateLimiters() })
  return {
    ...area,
    kit,
    logged,
    secrets,
    setClock: (moment) => (typeof moment === 'number' ? clock.advance(moment) : clock.set(moment)),
    allow: (settings) => void Object.assign(kit, settings),
    async runJob(name) {
      const job = area.jobs[name]
      assert.ok(job, name)
      await job()
    },
    async ask(id, input) {
      const handler: (input: never, call: typeof testCall) => unknown = handlers[id]
      try {
        const defaults = { game: 'cs2', currency: 'USD', days: 30, min_discount: 0.15, limit: 100, offset: 0 }
        const body: unknown = await handler({ ...defaults, ...input } as never, testCall)
        return { status: 200, body: JSON.parse(JSON.stringify(body)) }
      } catch (error) {
        if (error instanceof Refusal) return { status: error.status, body: error.body }
        throw error
      }
    },
  }
}

interface Answer {
  readonly status: number
  /** The body after a round trip through JSON. */
  readonly body: Readonly<Record<string, unknown>>
  /** The code of an error. */
  readonly code: string | undefined
  /** The names in the problems of an error. */
  readonly fields: readonly unknown[]
}
/** The provider as a whole, called with floats and trade-ups; answers are checked against their declaration. */
interface ItemWorld extends World<Tables> {
  /** Moves the clock forward. */
  wait(milliseconds: number): void
  /** Sets what `outbound` does from now on, and the operator's file. */
  serve(settings: Partial<Pick<MarketKit, 'outbound' | 'config'>>): void
  float(url: string): Promise<Answer>
  leaderboard(name: string, options?: { order?: 'lowest' | 'highest'; limit?: number }): Promise<Answer>
  tradeup(
    items: readonly { name: string; float: number }[],
    options?: { currency?: string; formula?: 'normalized' | 'legacy' },
  ): Promise<Answer>
}

export async function openItemWorld(options: Database = {}): Promise<ItemWorld> {
  // prices in other currencies than the dollar ask for reference rates
  const ask: MarketKit['ask'] = async () => ({ amount: 1, base: 'USD', date: '2026-11-02', rates: { EUR: 0.8 } })
  const world = await openWorld<Tables>(api, provider, { ...options, kit: { ask } })
  const call = async (id: keyof typeof endpoints, input: object) => answerOf(id, input, (await world.open()).handlers)
  return {
    ...world,
    wait: (milliseconds) => world.clock.advance(milliseconds),
    serve: (settings) => void Object.assign(world.kit, settings),
    float: (url) => call('float', { url }),
    leaderboard: (name, { order = 'lowest', limit = 25 } = {}) => call('floatLeaderboard', { name, order, limit }),
    tradeup: (items, settings = {}) => call('tradeup', { body: { items, ...settings } }),
  }
}

const checks = new Map<string, ReturnType<typeof checkOf>>()

async function answerOf(
  id: keyof typeof endpoints,
  input: object,
  handlers: OpenedProvider['handlers'],
): Promise<Answer> {
  try {
    const result = await handlers[id]?.(input as never, testCall)
    assert.ok(!isReply(result))
    const body = JSON.parse(JSON.stringify(result))
    const { returns } = endpoints[id]
    assert.ok(!isRaw(returns))
    const check = checks.get(id) ?? checkOf(returns, 'result')
    checks.set(id, check)
    assert.deepEqual(check(body), [])
    return { status: 200, body, code: undefined, fields: [] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const body = JSON.parse(JSON.stringify(error.body))
    const problems: unknown[] = body.error.details?.problems ?? []
    const fields = problems.map((problem) => Reflect.get(Object(problem), 'name'))
    return { status: error.status, body, code: body.error.code, fields }
  }
}

/** A knife with its certificate, and a pointer link to it that holds nothing else. */
export const itemLinks = {
  ruby: '5A4AEFE2AAA47742A1597AC559725C6A5962D0F4D5BB591AC659125A0A5A32D9DADADA562A52B7BCC3A6',
  pointer:
    'steam://rungame/730/76561202255233023/+csgo_econ_action_preview%20S76561198084749846A12345678901D7935523998312483177',
}

/** The certificate of an item of the lowest rarity without attachments, with the members that are passed. */
export function certificateWith(members: Partial<Certificate> & { defIndex: number }): string {
  return encodeCertificate({ paintIndex: 0, rarity: 0, quality: 4, seed: 0, stickers: [], keychains: [], ...members })
}

/** The items of a leaderboard's answer. */
export function leadersIn(body: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  assert.ok(Array.isArray(body.items), JSON.stringify(body))
  return body.items
}
