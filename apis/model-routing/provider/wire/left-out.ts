// Finds what a wire cannot express of a request: it is sent without that, and the answer names it. Writers know best
// what they can express for a model, so this compares the request with what they have written.
import type { ChatRequest } from './chat-request.ts'
import { isJson, type Json } from './json.ts'
import { partsLeftOut } from './left-out-parts.ts'
import type { Wire } from './wire.ts'

const headerName = 'x-gateway-left-out'
/** Limit of names, which have to fit into a header. */
const mostNames = 30
/** Names that may go into a header; they are the caller's. */
const plainName = /^[A-Za-z][\w.-]{0,63}$/

/**
 * Names what is left out of `written`, in the words of the chat request, or of the caller if it has none. Nothing is
 * left out of a request in the wire's own form; forms that only use a wire, such as Ollama's, have `dropped`.
 */
export function leftOut(request: ChatRequest, wire: Wire, written: Json): readonly string[] {
  const { dropped } = request
  if (request.wire === wire && dropped === undefined) return []
  const there = { ...says[wire](written), ...lowered(request, written) }
  const missing = asked(request).filter((name) => !there[name])
  const stops = stopsIn(wire, written) < request.stop.length ? ['stop'] : []
  if (request.wire === wire) {
    const unwritten = extrasIn(request).filter((name) => !has(written, name))
    return plain([...missing, ...stops, ...unwritten, ...(dropped ?? [])])
  }
  return plain([...missing, ...stops, ...(dropped ?? []), ...extrasIn(request), ...partsLeftOut(request, wire)])
}

const plain = (names: readonly string[]) =>
  [...new Set(names)].filter((name) => plainName.test(name)).slice(0, mostNames)

/** Returns the header that names what is left out. */
export function leftOutHeaders(names: readonly string[]): Record<string, string> {
  const written = plain(names)
  return written.length > 0 ? { [headerName]: written.join(', ') } : {}
}

/** Adds names to those that the header has already. */
export function addLeftOut(headers: Record<string, string>, names: readonly string[]): void {
  const before = headers[headerName]?.split(', ') ?? []
  Object.assign(headers, leftOutHeaders([...before, ...names]))
}

/** Returns the number of stop sequences that were written. */
function stopsIn(wire: Wire, written: Json): number {
  const { stopSequences } = inner(written, 'generationConfig')
  const stops = wire === 'gemini' ? stopSequences : wire === 'anthropic' ? written.stop_sequences : written.stop
  return Array.isArray(stops) ? stops.length : Number(stops !== undefined)
}

type Sayable = (typeof sayable)[number]
const sayable = [
  ...(['n', 'logprobs', 'seed', 'presence_penalty', 'frequency_penalty', 'logit_bias', 'top_k'] as const),
  ...(['temperature', 'top_p', 'parallel_tool_calls', 'reasoning', 'user', 'stop'] as const),
]

function asked({ sampling, n, parallelToolCalls, tools, thinking, user, stop }: ChatRequest): readonly Sayable[] {
  const { logprobs, seed, presencePenalty, frequencyPenalty, logitBias, topK, temperature, topP } = sampling
  const isAsked: Readonly<Record<Sayable, boolean>> = {
    n: n > 1,
    logprobs: logprobs !== undefined,
    seed: seed !== undefined,
    presence_penalty: presencePenalty !== undefined,
    frequency_penalty: frequencyPenalty !== undefined,
    logit_bias: logitBias !== undefined,
    // smaller ones stand for no limit
    top_k: topK !== undefined && topK > 0,
    temperature: temperature !== undefined,
    top_p: topP !== undefined,
    parallel_tool_calls: parallelToolCalls === false && tools.length > 0,
    reasoning: thinking !== undefined && isWanted(thinking),
    user: user !== undefined,
    stop: stop.length > 0,
  }
  return sayable.filter((name) => isAsked[name])
}

const isWanted = ({ effort, budget }: NonNullable<ChatRequest['thinking']>): boolean =>
  (effort !== undefined && effort !== 'none') || (effort === undefined && budget !== undefined && budget !== 0)

type Said = Readonly<Partial<Record<Sayable, boolean>>>

const has = (json: Json, name: string): boolean => json[name] !== undefined
const inner = (json: Json, name: string): Json => (isJson(json[name]) ? json[name] : {})

function saidInChat(written: Json): Said {
  const same = sayable.map((name) => [name, has(written, name)])
  const seed = has(written, 'seed') || has(written, 'random_seed')
  return { ...Object.fromEntries(same), seed, reasoning: has(written, 'reasoning_effort') }
}
function saidInMessages(written: Json): Said {
  return {
    top_k: has(written, 'top_k'),
    temperature: has(written, 'temperature'),
    top_p: has(written, 'top_p'),
    parallel_tool_calls: inner(written, 'tool_choice').disable_parallel_tool_use === true,
    reasoning: has(written, 'thinking'),
    user: has(inner(written, 'metadata'), 'user_id'),
    stop: has(written, 'stop_sequences'),
  }
}
/** A temperature that the wire's range does not hold is sent as its highest. */
function lowered({ sampling }: ChatRequest, { temperature }: Json): Said {
  const isLowered = typeof temperature === 'number' && temperature !== sampling.temperature
  return isLowered ? { temperature: false } : {}
}
function saidInContent(written: Json): Said {
  const config = inner(written, 'generationConfig')
  return {
    n: has(config, 'candidateCount'),
    logprobs: has(config, 'responseLogprobs'),
    seed: has(config, 'seed'),
    presence_penalty: has(config, 'presencePenalty'),
    frequency_penalty: has(config, 'frequencyPenalty'),
    top_k: has(config, 'topK'),
    temperature: has(config, 'temperature'),
    top_p: has(config, 'topP'),
    reasoning: has(config, 'thinkingConfig'),
    stop: has(config, 'stopSequences'),
  }
}
const says: Readonly<Record<Wire, (written: Json) => Said>> = {
  openai: saidInChat,
  completions: saidInChat,
  anthropic: saidInMessages,
  gemini: saidInContent,
}

/** Members that the chat request has in another form, and hints for caches, which change no answer. */
const covered = [
  ...['thinking', 'thinkingConfig', 'thinking_config', 'cache_control', 'effort', 'format', 'output_format', 'user_id'],
]
/** Members whose own members are named instead. */
const containers = ['metadata', 'output_config', 'generationConfig']

/** Names what only the request's own wire can express. */
export function extrasIn({ wire, extras = {} }: ChatRequest): readonly string[] {
  return Object.entries(extras).flatMap(([name, value]) => {
    const opened = wire === 'openai' || wire === 'completions' ? undefined : containers.includes(name)
    if (opened && isJson(value)) return Object.keys(value).filter((member) => !covered.includes(member))
    return value === null || covered.includes(name) ? [] : [name]
  })
}
