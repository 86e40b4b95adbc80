// Reads a request of text completions (SOURCES 3.2).
import type { ChatRequest, Part } from '../chat-request.ts'
import { type Field, openBody } from '../field.ts'
import { readDrawing, readIncludeUsage, readStops } from '../openai/request-reader.ts'

const mostPrompts = 128
const mostTokens = 2_000_000
const mostStops = 64
/** The wire's default. */
const defaultLimit = 16
const defaultPrompt = '<|endoftext|>'

const known = new Set([
  'model',
  'prompt',
  'suffix',
  'echo',
  'stream',
  'stream_options',
  'max_tokens',
  'temperature',
  'top_p',
  'top_k',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'n',
  'stop',
  'user',
  'models',
  'provider',
])

/** Throws ModelError 'invalid'. */
export function readRequest(body: unknown): ChatRequest {
  const root = openBody(body, 'brackets')
  const n = root.member('n').maybeNumber({ min: 1, max: 128, integer: true }) ?? 1
  const best = root.member('best_of').maybeNumber({ min: 1, max: 128, integer: true })
  if (best !== undefined && best < n) throw root.member('best_of').error('must not be less than n')
  const stream = root.member('stream').maybeBoolean() ?? false
  if (stream && best !== undefined && best > n) throw root.member('best_of').error('cannot be streamed')
  return {
    model: root.member('model').name(),
    system: [],
    messages: [{ role: 'user', parts: readPrompts(root.member('prompt')) }],
    tools: [],
    toolChoice: undefined,
    parallelToolCalls: undefined,
    maxTokens: root.member('max_tokens').maybeNumber({ min: 0, integer: true }) ?? defaultLimit,
    stop: readStops(root.member('stop'), mostStops),
    sampling: {
      ...readDrawing(root),
      logprobs: root.member('logprobs').maybeNumber({ min: 0, max: 5, integer: true }),
    },
    n,
    responseFormat: { kind: 'text' },
    thinking: undefined,
    stream,
    user: root.member('user').maybeText(),
    cacheKey: undefined,
    textCompletion: { suffix: root.member('suffix').maybeText(), echo: root.member('echo').maybeBoolean() ?? false },
    wire: 'completions',
    extras: root.rest(known),
    includeUsage: readIncludeUsage(root),
  }
}

/** A string, strings, tokens, or lists of tokens. */
function readPrompts(field: Field): Part[] {
  if (field.absent) return [{ kind: 'text', text: defaultPrompt }]
  if (typeof field.value === 'string') return [{ kind: 'text', text: field.value }]
  const first = field.list(mostTokens)[0]
  if (first === undefined) throw field.error('must hold at least one prompt')
  if (typeof first === 'number') return [readTokens(field)]
  return field.items(mostPrompts).map((item) => {
    if (typeof item.value === 'string') return { kind: 'text', text: item.value }
    if (!Array.isArray(item.value)) throw item.error('must be a string or a list of tokens')
    return readTokens(item)
  })
}
/** Reads tokens, whose text only their own model knows. */
function readTokens(field: Field): Part {
  const tokens = field.list(mostTokens)
  const wrong = tokens.findIndex((token) => !isToken(token))
  if (wrong !== -1) throw field.item(wrong).error('must be the number of a token')
  if (tokens.length === 0) throw field.error('must hold at least one token')
  return { kind: 'opaque', wire: 'completions', block: { tokens } }
}

function isToken(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31
}
