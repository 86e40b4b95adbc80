// Handlers of the operator's endpoints for channels, routes and guardrails.
import { fail, type Handlers, reply } from '#define'
import { isBuiltIn } from '../../models/built-in/models.ts'
import { ModelError } from '../../wire/model-error.ts'
import { type Channel, secretName } from '../channels/channel.ts'
import { ChannelProblem, writePrice } from '../channels/channel-input.ts'
import { RuleProblem } from '../guardrails/rule.ts'
import type { Router } from '../router.ts'
import { affinityOfCacheKey } from '../routing/affinity.ts'
import { type RoutingPreferences, readPreferences } from '../routing/preferences.ts'
import { type RankedCandidate, rankCandidates } from '../routing/selection.ts'
import type { channelEndpoints } from './channel-endpoints.ts'
import { writeChannel } from './channel-view.ts'
import { probe } from './probe.ts'

export function createChannelHandlers(router: Router): Handlers<typeof channelEndpoints> {
  const { kit, channels: store, health, rules } = router
  const { secrets } = kit

  async function find(id: string): Promise<Channel> {
    const channel = (await store.list()).channels.find((one) => one.id === id)
    if (!channel) throw unknownChannel(id)
    return channel
  }
  async function view(id: string) {
    const channel = await find(id)
    return writeChannel(channel, health.state(id), (await store.list()).keyed)
  }
  async function putKey(channel: Channel, key: string): Promise<void> {
    await secrets.put(secretName(channel), key)
    store.invalidate()
    health.reset(channel.id)
  }
  const guardrails = async () => ({ guardrails: [...(await rules.written())], of_the_file: rules.fileCount })

  return {
    async channels() {
      const { channels, keyed } = await store.list()
      return { channels: channels.map((channel) => writeChannel(channel, health.state(channel.id), keyed)) }
    },
    async createChannel({ body }) {
      const { key, ...settings } = body
      const channel = await withProblems('body', () => store.create(withoutNulls(settings)))
      if (key != null) await putKey(channel, key)
      return reply(await view(channel.id), { status: 201 })
    },
    channel: ({ channel }) => view(channel),
    async changeChannel({ channel: id, body }) {
      const { key, ...settings } = body
      const channel = await withProblems('body', () => store.change(id, withoutNulls(settings)))
      if (!channel) throw unknownChannel(id)
      health.reset(id)
      if (key != null) await putKey(channel, key)
      return view(id)
    },
    async removeChannel({ channel: id }) {
      const channel = await find(id)
      const removed = await store.remove(id)
      await secrets.remove(secretName(channel))
      store.invalidate()
      return { removed }
    },
    async storeChannelKey({ channel: id, body }) {
      await putKey(await find(id), body.key)
      return view(id)
    },
    async forgetChannelKey({ channel: id }) {
      await secrets.remove(secretName(await find(id)))
      store.invalidate()
      return view(id)
    },
    async testChannel({ channel: id, model }, { signal }) {
      const channel = await find(id)
      const isKeyed = (await store.list()).keyed.has(id)
      return probe({ outbound: kit.outbound, channel, isKeyed, model, signal })
    },
    explainRoute: ({ body }) => explain(router, body),
    guardrails,
    async storeGuardrails({ body }) {
      await withProblems('guardrails', () => rules.write(body.guardrails))
      return guardrails()
    },
  }
}

type RouteBody = Parameters<Handlers<typeof channelEndpoints>['explainRoute']>[0]['body']

const unknownChannel = (id: string) => fail('thing.unknown', { thing: 'channel', id })

/** Ranks the candidates of each model in turn, as a call with this body would. */
async function explain(router: Router, body: RouteBody) {
  const { channels } = await router.channels.list()
  const { model, ability = 'chat', cache_key, account = '' } = body
  const preferences = preferencesIn(body)
  const affinityKey =
    cache_key == null ? router.kit.random.bytes(8).toString('hex') : affinityOfCacheKey(account, cache_key)
  const steps = [model, ...preferences.models].map((step) => ({
    model: step,
    candidates: rankCandidates(channels, router.health, {
      model: step,
      ability,
      preferences,
      affinityKey,
      tried: [],
    }),
  }))
  const isOwn = isBuiltIn(model) || !channels.some(({ enabled }) => enabled)
  const isServed = steps.some(({ candidates: [best] }) => best !== undefined && best.refusal === undefined)
  const answeredBy: 'built-in' | 'channel' | 'nobody' = isOwn ? 'built-in' : isServed ? 'channel' : 'nobody'
  return {
    answered_by: answeredBy,
    steps: steps.map((step) => ({ model: step.model, candidates: step.candidates.map(writeCandidate) })),
  }
}

function writeCandidate({ channel, model, price, refusal, untilMs }: RankedCandidate, index: number) {
  const { id, name, priority, weight } = channel
  return {
    place: refusal === undefined ? index + 1 : null,
    channel: id,
    name,
    upstream_model: model,
    priority,
    weight,
    price: price ? writePrice(price) : {},
    passed_over: refusal ?? null,
    until: untilMs === undefined ? null : new Date(untilMs).toISOString(),
  }
}

/** Reports a problem with the operator's input as one of the gateway's own 400s. */
async function withProblems<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ChannelProblem || error instanceof RuleProblem ? invalid(name, error.message) : error
  }
}

function preferencesIn(body: { readonly models?: unknown; readonly provider?: unknown }): RoutingPreferences {
  try {
    return readPreferences(body)
  } catch (error) {
    throw error instanceof ModelError ? invalid(error.param ?? 'body', error.message) : error
  }
}

const invalid = (name: string, problem: string) =>
  fail('input.invalid', { problems: problem }, { details: { problems: [{ name, problem }] } })

/** Returns the settings without nulls, which count as absent. */
const withoutNulls = (settings: object): object =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined))
