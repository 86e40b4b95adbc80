// Handlers of the operator's endpoints of the router.
import { fail, type Kit, reply } from '#define'
import type { Tables } from '../../../tables.ts'
import { isBuiltIn } from '../../models/built-in/models.ts'
import { ModelError } from '../../wire/model-error.ts'
import { type Channel, secretName } from '../channels/channel.ts'
import { ChannelProblem, writePrice } from '../channels/channel-input.ts'
import { RuleProblem } from '../guardrails/rule.ts'
import { fileRules } from '../guardrails/rule-store.ts'
import { partsOf } from '../router.ts'
import { keyOf } from '../routing/affinity.ts'
import { readHints } from '../routing/preferences.ts'
import { type Ability, type Judged, judge } from '../routing/selection.ts'
import { writeChannel } from './channel-view.ts'
import { probe } from './probe.ts'

type CallKit = Kit<Tables>
interface Named {
  readonly channel: string
}
interface WithKey {
  readonly body: { readonly key?: string | null | undefined }
}

export const operatorHandlers = {
  async channels(_input: unknown, kit: CallKit) {
    const { channels: store, health } = partsOf(kit)
    const { channels, keyed } = await store.list(kit)
    return { channels: channels.map((channel) => writeChannel(channel, health.state(channel.id), keyed)) }
  },
  async createChannel({ body }: WithKey, kit: CallKit) {
    const { key, ...given } = body
    const channel = await checked('body', () => partsOf(kit).channels.create(kit, withoutNulls(given)))
    if (key != null) await putKey(kit, channel, key)
    return reply(await shown(kit, channel.id), { status: 201 })
  },
  channel: ({ channel }: Named, kit: CallKit) => shown(kit, channel),
  async changeChannel({ channel: id, body }: Named & WithKey, kit: CallKit) {
    const { channels: store, health } = partsOf(kit)
    const { key, ...given } = body
    const channel = await checked('body', () => store.change(kit, id, withoutNulls(given)))
    if (!channel) throw unknown(id)
    health.forget(id)
    if (key != null) await putKey(kit, channel, key)
    return shown(kit, id)
  },
  async removeChannel({ channel: id }: Named, kit: CallKit) {
    const { channels: store } = partsOf(kit)
    const channel = await find(kit, id)
    const removed = await store.remove(kit, id)
    await kit.secrets.remove(secretName(channel))
    store.forget()
    return { removed }
  },
  async storeChannelKey({ channel: id, body }: Named & { readonly body: { readonly key: string } }, kit: CallKit) {
    await putKey(kit, await find(kit, id), body.key)
    return shown(kit, id)
  },
  async forgetChannelKey({ channel: id }: Named, kit: CallKit) {
    await kit.secrets.remove(secretName(await find(kit, id)))
    partsOf(kit).channels.forget()
    return shown(kit, id)
  },
  async testChannel({ channel: id, model }: Named & { readonly model?: string | undefined }, kit: CallKit) {
    const { channels: store, formats } = partsOf(kit)
    const channel = await find(kit, id)
    const isKeyed = (await store.list(kit)).keyed.has(id)
    return probe({ kit, formats, channel, isKeyed, model, signal: kit.signal })
  },
  async explainRoute({ body }: { readonly body: Explained }, kit: CallKit) {
    const { channels: store, health } = partsOf(kit)
    const { channels } = await store.list(kit)
    const { model, ability = 'chat', cache_key, account = '' } = body
    const hints = wished(() => readHints(body))
    const drawKey = cache_key == null ? kit.random.bytes(8).toString('hex') : keyOf(account, cache_key)
    const steps = [model, ...hints.models].map((asked) => ({
      model: asked,
      judged: judge(channels, health, { model: asked, ability, hints, drawKey, tried: new Set<string>() }),
    }))
    const own = isBuiltIn(model) || !channels.some(({ enabled }) => enabled)
    const some = steps.some(({ judged: [first] }) => first !== undefined && first.refusal === undefined)
    return {
      answered_by: own ? ('built-in' as const) : some ? ('channel' as const) : ('nobody' as const),
      steps: steps.map((step) => ({ model: step.model, candidates: step.judged.map(writeJudged) })),
    }
  },
  guardrails: (_input: unknown, kit: CallKit) => written(kit),
  async storeGuardrails({ body }: { readonly body: { readonly guardrails: unknown } }, kit: CallKit) {
    await checked('guardrails', () => partsOf(kit).rules.write(kit, body.guardrails))
    return written(kit)
  },
}

const unknown = (id: string) => fail('thing.unknown', { thing: 'channel', id })

async function find(kit: CallKit, id: string): Promise<Channel> {
  const channel = (await partsOf(kit).channels.list(kit)).channels.find((one) => one.id === id)
  if (!channel) throw unknown(id)
  return channel
}

async function shown(kit: CallKit, id: string) {
  const { channels, health } = partsOf(kit)
  const channel = await find(kit, id)
  return writeChannel(channel, health.state(id), (await channels.list(kit)).keyed)
}

async function putKey(kit: CallKit, channel: Channel, key: string): Promise<void> {
  const { channels, health } = partsOf(kit)
  await kit.secrets.put(secretName(channel), key)
  channels.forget()
  health.forget(channel.id)
}

async function written(kit: CallKit) {
  const guardrails = [...(await partsOf(kit).rules.written(kit))]
  return { guardrails, of_the_file: fileRules(kit.config).length }
}

interface Explained {
  readonly model: string
  readonly ability?: Ability | undefined
  readonly models?: unknown
  readonly provider?: unknown
  readonly cache_key?: string | null | undefined
  readonly account?: string | undefined
}

function writeJudged({ channel, model, price, refusal, untilMs }: Judged, place: number) {
  const { id, name, priority, weight } = channel
  return {
    place: refusal === undefined ? place + 1 : null,
    channel: id,
    ...{ name, upstream_model: model, priority, weight },
    price: price ? writePrice(price) : {},
    passed_over: refusal ?? null,
    until: untilMs === undefined ? null : new Date(untilMs).toISOString(),
  }
}

/** The problem as one of the gateway's own 400s. */
async function checked<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ChannelProblem || error instanceof RuleProblem ? invalid(name, error.message) : error
  }
}

function wished<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof ModelError ? invalid(error.param ?? 'body', error.message) : error
  }
}

const invalid = (name: string, problem: string) =>
  fail('input.invalid', { problems: problem }, { details: { problems: [{ name, problem }] } })

/** A member that is null counts as one that is not there. */
const withoutNulls = (given: object): object =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined))
