// Tests a channel: requests the provider's list of models, which is free, or one word from a model.
import type { Outbound } from '#define/outbound'
import type { ChatRequest } from '../../wire/chat-request.ts'
import { formats } from '../../wire/formats.ts'
import { memberOf } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { Channel } from '../channels/channel.ts'
import { priceOf, upstreamName } from '../channels/channel.ts'
import { addressOf, headersOf } from '../upstreams/address.ts'
import { openChat } from '../upstreams/chat-call.ts'
import { readErrorBody } from '../upstreams/error-body.ts'
import { readJsonAnswer } from '../upstreams/json-answer.ts'
import { modelErrorOf } from '../upstreams/outbound-error.ts'

interface ProbeInput {
  readonly outbound: Outbound
  readonly channel: Channel
  readonly isKeyed: boolean
  /** Model to ask for a word; without it only the list of models is requested. */
  readonly model: string | undefined
  readonly signal: AbortSignal
}
interface ProbeResult {
  ok: boolean
  status: number | null
  milliseconds: number
  message: string
  models?: string[]
}

const probeMs = 20_000
const modelLimit = 2000

export async function probe(input: ProbeInput): Promise<ProbeResult> {
  const startedMs = performance.now()
  try {
    const result = input.model === undefined ? await listModels(input) : await askModel(input, input.model)
    return { ok: true, ...result, milliseconds: since(startedMs) }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { ok: false, status: statusOf(error), milliseconds: since(startedMs), message: error.message }
  }
}

const since = (startedMs: number): number => Math.round((performance.now() - startedMs) * 10) / 10

/** Returns the provider's status; null for an error with a cause, which comes from the connection. */
const statusOf = (error: ModelError): number | null => (error.cause === undefined ? error.status : null)

async function listModels({ outbound, channel, isKeyed, signal }: ProbeInput) {
  const format = channel.kind === 'ollama' ? formats.openai : formats[channel.kind]
  try {
    const answer = await outbound({
      url: addressOf(channel, 'models'),
      headers: headersOf(channel, isKeyed),
      signal,
      firstByteMs: probeMs,
      totalMs: probeMs,
    })
    if (answer.status < 200 || answer.status > 299)
      throw format.readError(answer.status, answer.headers, await readErrorBody(answer))
    const models = namesIn(await readJsonAnswer(answer))
    return { status: answer.status, message: 'The provider answers.', models }
  } catch (error) {
    throw modelErrorOf(error)
  }
}

/** Returns the names in any vendor's list of models. */
function namesIn(json: unknown): string[] {
  const lists = [memberOf(json, 'data'), memberOf(json, 'models')]
  const items: unknown[] = lists.flatMap((one) => (Array.isArray(one) ? one : []))
  const names = items.map((item) => memberOf(item, 'id') ?? memberOf(item, 'name'))
  return names.flatMap((name) => (typeof name === 'string' ? [name.replace(/^models\//, '')] : [])).slice(0, modelLimit)
}

async function askModel(input: ProbeInput, model: string) {
  const { channel } = input
  const names = { requestedModel: model, model: upstreamName(channel, model) }
  const candidate = { channel, ...names, price: priceOf(channel, model) }
  const signal = AbortSignal.any([input.signal, AbortSignal.timeout(probeMs)])
  const { events } = await openChat({ ...input, candidate, request: oneWord(model), headers: {}, signal })
  for await (const batch of events) if (batch.at(-1)?.kind === 'end') break
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
