// A test of a channel: asks the provider for its list of models, which costs nothing, or one model for a word.
import type { ProviderKit } from '#define'
import { asBatches } from '../../wire/batches.ts'
import type { ChatRequest } from '../../wire/chat-request.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { Channel } from '../channels/channel.ts'
import { priceOf, upstreamName } from '../channels/channel.ts'
import { addressOf, headersOf } from '../upstreams/address.ts'
import { firstBytes, openChat, type UpstreamFormats } from '../upstreams/chat-call.ts'
import { faultOf } from '../upstreams/outbound-fault.ts'

export interface Probe {
  readonly kit: Pick<ProviderKit, 'outbound'>
  readonly formats: UpstreamFormats
  readonly channel: Channel
  readonly isKeyed: boolean
  /** Asked for a word when given. */
  readonly model: string | undefined
  readonly signal: AbortSignal
}
export interface ProbeResult {
  ok: boolean
  status: number | null
  milliseconds: number
  message: string
  models?: string[]
}

const probeMs = 20_000
const modelLimit = 2000

export async function probe(asked: Probe): Promise<ProbeResult> {
  const startedMs = performance.now()
  try {
    const found = asked.model === undefined ? await listed(asked) : await spoken(asked, asked.model)
    return { ok: true, ...found, milliseconds: since(startedMs) }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { ok: false, status: answeredStatus(error), milliseconds: since(startedMs), message: error.message }
  }
}

const since = (startedMs: number): number => Math.round((performance.now() - startedMs) * 10) / 10

/** A fault that has a cause is of the connection and not the provider's answer. */
const answeredStatus = (fault: ModelError): number | null => (fault.cause === undefined ? fault.status : null)

async function listed({ kit, formats, channel, isKeyed, signal }: Probe) {
  const format = channel.kind === 'ollama' ? formats.openai : formats[channel.kind]
  try {
    const answer = await kit.outbound({
      url: addressOf(channel, 'models'),
      headers: headersOf(channel, isKeyed),
      signal,
      firstByteMs: probeMs,
      totalMs: probeMs,
    })
    if (answer.status < 200 || answer.status > 299)
      throw format.readError(answer.status, answer.headers, await firstBytes(answer))
    const models = namesIn(await answer.bytes())
    return { status: answer.status, message: 'The provider answers.', models }
  } catch (error) {
    throw faultOf(error)
  }
}

/** Names of models in any vendor's list. */
function namesIn(bytes: Buffer): string[] {
  let json: unknown
  try {
    json = JSON.parse(bytes.toString('utf8'))
  } catch {
    return []
  }
  const lists: unknown[] = [Reflect.get(Object(json), 'data'), Reflect.get(Object(json), 'models')]
  const items: unknown[] = lists.flatMap((one: unknown) => (Array.isArray(one) ? one : []))
  const names = items.map((item) => Reflect.get(Object(item), 'id') ?? Reflect.get(Object(item), 'name'))
  return names.flatMap((name) => (typeof name === 'string' ? [name.replace(/^models\//, '')] : [])).slice(0, modelLimit)
}

async function spoken(asked: Probe, model: string) {
  const { channel } = asked
  const candidate = { channel, asked: model, model: upstreamName(channel, model), price: priceOf(channel, model) }
  const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(probeMs)])
  const answer = await openChat({ ...asked, candidate, conversation: oneWord(model), headers: {}, signal })
  for await (const batch of asBatches(answer)) if (batch.at(-1)?.kind === 'end') break
  return { status: 200, message: `The model ${candidate.model} answers.` }
}

const oneWord = (model: string): ChatRequest => ({
  model,
  system: [],
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Say ok.' }] }],
  tools: [],
  toolChoice: undefined,
  parallelToolCalls: undefined,
  maxTokens: 16,
  stop: [],
  sampling: {},
  n: 1,
  responseFormat: { kind: 'text' },
  thinking: undefined,
  stream: false,
  user: undefined,
  cacheKey: undefined,
  textCompletion: undefined,
})
