// Single calls of every caller's wire through every kind of channel, each with an answer that the test gives.
import { openVendor, type Scripted, type VendorKind } from './vendor.ts'
import { type KnownJson, openGatewayWorld, type World } from './world.ts'

const paths: Readonly<Record<string, (model: string, stream: boolean) => string>> = {
  chat: () => '/v1/chat/completions',
  messages: () => '/v1/messages',
  responses: () => '/v1/responses',
  ollama: () => '/api/chat',
  gemini: (model, stream) => `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
}
const says: Readonly<Record<string, object>> = {
  chat: { messages: [{ role: 'user', content: 'x' }] },
  messages: { max_tokens: 9, messages: [{ role: 'user', content: 'x' }] },
  responses: { input: 'x', store: false },
  ollama: { messages: [{ role: 'user', content: 'x' }] },
  gemini: { contents: [{ parts: [{ text: 'x' }] }] },
}

interface Asked {
  readonly kind: VendorKind
  readonly caller: string
  /** Default: that of the vendor's own script. */
  readonly answer?: Scripted
  /** Members beside the model, and instead of those of a short question. */
  readonly body?: object
  readonly stream?: boolean
  /** Begins the name of the model. */
  readonly model?: string
}
interface Answered {
  readonly response: Response
  /** Names in the header of what was left out. */
  readonly leftOut: readonly string[]
  /** The body that the vendor received. */
  readonly sent: KnownJson
}
interface Asking {
  readonly world: World
  /** Asks through a channel of its own, because one that answers badly is not asked again for a while. */
  ask(asked: Asked): Promise<Answered>
}

export async function openAsking(t: { after(close: () => unknown): void }): Promise<Asking> {
  const vendors = {
    openai: await openVendor(t, 'openai'),
    anthropic: await openVendor(t, 'anthropic'),
    gemini: await openVendor(t, 'gemini'),
  }
  const world = await openGatewayWorld(t)
  let channels = 0
  return {
    world,
    async ask({ kind, caller, answer, body, stream = false, model: begun = 'm' }) {
      const vendor = vendors[kind]
      vendor.script(() => answer)
      const model = `${begun}-${++channels}`
      await world.operate('POST', '/channels', { name: model, kind, base: vendor.base, models: [model] })
      const more = caller === 'gemini' ? {} : { model, stream }
      const response = await world.post(paths[caller]?.(model, stream) ?? '', { ...more, ...says[caller], ...body })
      const leftOut = response.headers.get('x-gateway-left-out')?.split(', ') ?? []
      return { response, leftOut, sent: Object(vendor.received.at(-1)?.body) as KnownJson }
    },
  }
}
