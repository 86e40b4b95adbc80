// The most frequent requests of chat completions, texts and the few options that nearly every client sets, read without
// a `Field` for each member. Everything else, and all that has to be refused, is left to request-reader.ts, whose
// result for these is the same.
import type { ChatRequest, Message, Sampling, SystemDetails } from '../chat-request.ts'
import { isJson, type Json } from '../json.ts'

const most = { messages: 1000, name: 512 }
const members = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'temperature',
  'max_tokens',
  'models',
  'provider',
])

/** Undefined for what is not read here. */
export function readPlainRequest(body: unknown): ChatRequest | undefined {
  if (!isPlain(body)) return undefined
  for (const name in body) if (!members.has(name)) return undefined
  const { model, stream = false, temperature, max_tokens: maxTokens } = body
  const includeUsage = readIncludeUsage(body.stream_options)
  const said = readTexts(body.messages)
  if (!isText(model) || model === '' || model.length > most.name || typeof stream !== 'boolean') return undefined
  if (said === undefined || includeUsage === undefined || body.models !== undefined || body.provider !== undefined)
    return undefined
  if (temperature !== undefined && !isWithin(temperature, 0, 2)) return undefined
  if (maxTokens !== undefined && !(isWithin(maxTokens, 1, Number.MAX_SAFE_INTEGER) && Number.isInteger(maxTokens)))
    return undefined
  return {
    model,
    system: said.system,
    systemDetails: said.systemDetails,
    messages: said.messages,
    tools: none,
    toolChoice: undefined,
    parallelToolCalls: undefined,
    maxTokens,
    stop: none,
    sampling: temperature === undefined ? plainSampling : { ...plainSampling, temperature },
    n: 1,
    responseFormat: asText,
    thinking: undefined,
    stream,
    user: undefined,
    cacheKey: undefined,
    textCompletion: undefined,
    wire: 'openai',
    extras: undefined,
    includeUsage,
    legacyFunctions: undefined,
  }
}

// what most requests have in common is made once
const none: readonly never[] = []
const asText = { kind: 'text' } as const
const plainSampling: Sampling = {
  temperature: undefined,
  topP: undefined,
  topK: undefined,
  seed: undefined,
  presencePenalty: undefined,
  frequencyPenalty: undefined,
  logitBias: undefined,
  logprobs: undefined,
}

/** As a parser makes them: an object that inherits nothing of its own. */
const isPlain = (value: unknown): value is Json => isJson(value) && Object.getPrototypeOf(value) === Object.prototype

const isText = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed()

const isWithin = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && value >= min && value <= max

function readIncludeUsage(options: unknown): boolean | undefined {
  if (options === undefined) return false
  if (!isPlain(options)) return undefined
  for (const name in options) if (name !== 'include_usage') return undefined
  const { include_usage: wanted = false } = options
  return typeof wanted === 'boolean' ? wanted : undefined
}

type Said = Pick<ChatRequest, 'system' | 'systemDetails' | 'messages'>

function readTexts(list: unknown): Said | undefined {
  if (!Array.isArray(list) || list.length === 0 || list.length > most.messages) return undefined
  const system: string[] = []
  const systemDetails: SystemDetails[] = []
  const messages: Message[] = []
  for (const message of list) {
    const role = isPlain(message) ? roleOf(message) : undefined
    if (role === undefined) return undefined
    const text: string = message.content
    if (role === 'system') {
      system.push(text)
      systemDetails.push({ after: messages.length, extras: undefined })
    } else messages.push({ role, parts: [{ kind: 'text', text }] })
  }
  return { system, systemDetails, messages }
}

/** Of a message that holds a text and nothing else. */
function roleOf(message: Json): 'system' | 'user' | 'assistant' | undefined {
  for (const name in message) if (name !== 'role' && name !== 'content') return undefined
  const { role, content } = message
  if (!isText(content) || (role !== 'system' && role !== 'user' && role !== 'assistant')) return undefined
  // an empty text of the assistant is no part
  return role === 'assistant' && content === '' ? undefined : role
}
