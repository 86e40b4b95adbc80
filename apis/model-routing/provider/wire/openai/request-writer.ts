// Writes a request of chat completions (SOURCES 3.1 and 10).
import { createHash } from 'node:crypto'
import { present } from '#define/present'
import { nineLetterCallId, shortCallId } from '../call-id.ts'
import type { ChatRequest, Message, Part, Sampling, Tool, ToolChoice } from '../chat-request.ts'
import { objectIn } from '../field.ts'
import type { Json } from '../json.ts'
import { compact } from '../json.ts'
import { isTextType, isVideo, soundFormat, unheardSound, unseenVideo, urlOf } from '../source.ts'
import { refuseUnsupportedPrompt } from '../text-prompts.ts'
import { objectWithProperties } from '../tool-schema.ts'
import { takenEffort } from './efforts.ts'
import { isMistral, isServedByMistral, thinkingPart, withBridges, withPrefix } from './mistral.ts'
import { writeReasoning } from './reasoning.ts'
import { isStrictSchema } from './strict-schema.ts'

/**
 * Writes the request body for an upstream that names the model `model`. A stream always asks for the usage, unless the
 * service reports it unasked and refuses the question.
 */
export function writeRequest(request: ChatRequest, model: string): Json {
  refuseUnsupportedPrompt(request)
  const { extras, sampling, tools, stop, n, stream, maxTokens } = request
  const isNew = takesNewLimit.test(model)
  const isOwn = isOwnForm(request)
  const takesSampling = isOwn || !refusesSampling(model)
  const isStrict = isServedByMistral(model)
  const isTrimmed = isStrict && !isOwn
  const drawn = takesSampling ? writeSampling(sampling, request) : { seed: sampling.seed }
  const isGrok = !isOwn && thinkingGrok.test(model)
  const written = isGrok ? { ...drawn, presence_penalty: undefined, frequency_penalty: undefined } : drawn
  const takesStops = isOwn || !refusesStops(model)
  const messages = writeMessages(request, {
    takesThoughts: returnsThoughts(model),
    takesAnyThought: isOwn || (request.wire === 'openai' && returnsThoughts(model)),
    isServedByMistral: isStrict,
    idOf: idsFor(request, model),
  })
  const bridged = isMistral(model) ? withBridges(messages) : messages
  return compact({
    ...(request.wire === 'openai' && !isTrimmed ? extras : undefined),
    model,
    messages: isTrimmed ? withPrefix(bridged) : bridged,
    stream: stream ? true : undefined,
    stream_options: stream && !isStrict ? { include_usage: true } : undefined,
    max_completion_tokens: isNew ? maxTokens : undefined,
    max_tokens: isNew ? undefined : maxTokens,
    ...(isTrimmed ? { ...written, seed: undefined, random_seed: sampling.seed } : written),
    n: n === 1 ? undefined : n,
    stop: takesStops ? writeStops(isOwn ? stop : stop.slice(0, mostStops)) : undefined,
    response_format: writeForm(request),
    tools: tools.length > 0 ? tools.map((tool) => writeTool(tool, request)) : undefined,
    tool_choice: tools.length > 0 ? writeToolChoice(request.toolChoice, request) : undefined,
    parallel_tool_calls: tools.length > 0 ? request.parallelToolCalls : undefined,
    reasoning_effort: isTrimmed ? undefined : effortOf(request, model),
    user: isTrimmed ? undefined : userOf(request),
    prompt_cache_key: isTrimmed ? undefined : request.cacheKey,
  })
}

/** True for a request in this wire's own form, which its provider judges. Responses and Ollama's chats only use it. */
const isOwnForm = ({ wire, dropped }: ChatRequest): boolean => wire === 'openai' && dropped === undefined

/** The vendor takes at most 64 characters, which a digest has too. */
export function userOf({ user, wire }: ChatRequest): string | undefined {
  const isTooLong = user !== undefined && user.length > 64 && wire !== 'openai' && wire !== 'completions'
  return isTooLong ? createHash('sha256').update(user).digest('hex') : user
}

/** Models that refuse `max_tokens`; most other servers accept nothing else. */
const takesNewLimit = /(?:^|\/)(?:o\d|gpt-(?:[5-9]|\d\d))/i
/** Models that think refuse sampling parameters. */
const refusesSampling = (model: string): boolean => takesNewLimit.test(model) && !/chat/i.test(model)

/** Models of another vendor that refuse stops and penalties (SOURCES 10.14). */
const thinkingGrok = /(?:^|[/._-])grok-(?:3-mini|[4-9]|\d\d|code|build)/i
/** Models that refuse stops (SOURCES 10.14); the first ones that think took them. */
const refusesStops = (model: string): boolean =>
  thinkingGrok.test(model) || (refusesSampling(model) && !/(?:^|\/)o(?:1|3-mini)/i.test(model))

function writeSampling(sampling: Sampling, request: ChatRequest): Json {
  const { logprobs } = sampling
  return {
    ...writeDrawing(sampling, request),
    logprobs: logprobs === undefined ? undefined : true,
    top_logprobs: logprobs === undefined || logprobs === 0 ? undefined : logprobs,
  }
}

/** Models that refuse `reasoning_effort`. */
const neverThinks = /(?:^|\/)(?:gpt-3|gpt-4|chatgpt-4)/i

/** Limit of the vendor. */
const mostStops = 4

/** A single stop sequence is written as a string, several as a list. */
export function writeStops(stop: readonly string[]): string | readonly string[] | undefined {
  return stop.length > 1 ? stop : stop[0]
}

export function writeDrawing(sampling: Sampling, request: ChatRequest): Json {
  return {
    temperature: sampling.temperature,
    top_p: sampling.topP,
    // Not in the vendor's API but in most that copy it, so only for callers of this wire who asked for it by name.
    top_k: request.wire === 'openai' || request.wire === 'completions' ? sampling.topK : undefined,
    seed: sampling.seed,
    presence_penalty: sampling.presencePenalty,
    frequency_penalty: sampling.frequencyPenalty,
    logit_bias: sampling.logitBias,
  }
}

function effortOf(request: ChatRequest, model: string): string | undefined {
  const { thinking, wire } = request
  const isOwn = isOwnForm(request)
  if (thinking === undefined || (!isOwn && neverThinks.test(model))) return undefined
  const { effort, budget } = thinking
  // the caller has turned it off by another member, which is sent too
  if (effort === 'none' && wire === 'openai' && request.extras?.thinking !== undefined) return undefined
  if (effort !== undefined) return isOwn ? effort : takenEffort(effort, model)
  if (budget === undefined) return wire === 'openai' ? undefined : 'medium'
  if (budget === 0) return takenEffort('none', model)
  return budget <= 1280 ? 'low' : budget < 4096 ? 'medium' : 'high'
}

function writeForm({ responseFormat: form, wire }: ChatRequest): Json | undefined {
  if (form.kind === 'text') return undefined
  if (form.kind === 'json') return { type: 'json_object' }
  const { name, schema, description } = form
  const strict = form.strict && (wire === 'openai' || isStrictSchema(schema)) ? true : undefined
  return { type: 'json_schema', json_schema: compact({ name, description, schema, strict }) }
}

function writeTool(tool: Tool, request: ChatRequest): Json {
  const { name, description } = tool
  const isNative = request.wire === 'openai'
  const schema = isNative ? tool.schema : objectWithProperties(tool.schema)
  const strict = isNative || (tool.strict === true && isStrictSchema(tool.schema)) ? tool.strict : undefined
  const extras = isNative ? tool.extras : undefined
  if (extras?.type === 'custom')
    return { type: 'custom', custom: compact({ name, description, format: extras.format }) }
  return { ...extras, type: 'function', function: compact({ name, description, parameters: schema, strict }) }
}

function writeToolChoice(choice: ToolChoice | undefined, request: ChatRequest): unknown {
  if (choice === undefined) return undefined
  if (choice.kind !== 'tool') return choice.kind === 'any' ? 'required' : choice.kind
  const { name } = choice
  const kind = request.wire === 'openai' && isCustom(request.tools, name) ? 'custom' : 'function'
  return { type: kind, [kind]: { name } }
}

/** True if the tool of that name takes free text instead of JSON. */
export function isCustom(tools: readonly Tool[], name: string): boolean {
  return tools.some((tool) => tool.name === name && tool.extras?.type === 'custom')
}

/** Models of the vendor itself refuse reasoning in a request; servers that gave it want it back. */
const returnsThoughts = (model: string): boolean => !/(?:^|\/)(?:o\d|gpt-(?!oss)|chatgpt-)/i.test(model)

interface Target {
  readonly takesThoughts: boolean
  /** True if signed and sealed thoughts are written, too. */
  readonly takesAnyThought: boolean
  readonly isServedByMistral: boolean
  /** Returns the id of a call as the model takes it. */
  readonly idOf: (id: string) => string
}

/** Ids of the wire's own callers stay for their provider to judge. */
function idsFor({ wire }: ChatRequest, model: string): Target['idOf'] {
  if (wire === 'openai') return (id) => id
  return isMistral(model) ? nineLetterCallId : shortCallId
}

function writeMessages(request: ChatRequest, target: Target): Json[] {
  const { system, systemDetails, wire } = request
  const isNative = wire === 'openai'
  const messages: Json[] = []
  let said = 0
  const saySystem = (before: number) => {
    for (; said < system.length; said++) {
      const mark = systemDetails?.[said]
      if ((mark?.after ?? 0) > before) return
      messages.push(writeSystem(present(system[said]), isNative ? mark?.extras : undefined))
    }
  }
  for (const [index, message] of withShown(request.messages).entries()) {
    // Nothing may come between calls and their results.
    if (!message.parts.some(({ kind }) => kind === 'toolResult')) saySystem(index)
    messages.push(
      ...(message.role === 'user' ? writeUser(message, isNative, target) : writeAssistant(message, isNative, target)),
    )
  }
  saySystem(Infinity)
  return messages
}

function writeSystem(text: string, extras: Json | undefined): Json {
  if (extras === undefined) return { role: 'system', content: text }
  const { part, ...members } = extras
  const content = typeof part === 'object' && part !== null ? [{ ...part, type: 'text', text }] : text
  return { role: 'system', ...members, content }
}

/**
 * Moves what the results of one turn show, if they came as separate messages, behind the last of them, because nothing
 * may come between them. The messages keep their places.
 */
function withShown(messages: readonly Message[]): readonly Message[] {
  const isResult = (message: Message | undefined) =>
    message?.role === 'user' && message.parts.length > 0 && message.parts.every((part) => part.kind === 'toolResult')
  let shown: Part[] = []
  return messages.map((message, index) => {
    const mayFollow = isResult(message) && isResult(messages[index + 1])
    if (!mayFollow && shown.length === 0) return message
    if (!mayFollow) {
      const parts = [...message.parts, ...shown]
      shown = []
      return { ...message, parts }
    }
    const parts = message.parts.map((part) => {
      if (part.kind !== 'toolResult') return part
      shown.push(...part.parts.filter((inside) => textIn(inside).length === 0))
      return { ...part, parts: part.parts.flatMap(textIn) }
    })
    return { ...message, parts }
  })
}

/**
 * Tool results come first, one message each, because this wire requires them right after the calls; then the user's
 * own content.
 */
function writeUser(message: Message, isNative: boolean, { idOf }: Target): Json[] {
  const [said] = message.parts
  const isBare = message.parts.length === 1 && message.name === undefined && message.extras === undefined
  // nearly every message takes this path
  if (isBare && said?.kind === 'text' && said.extras === undefined) return [{ role: 'user', content: said.text }]
  const results = message.parts.filter((part) => part.kind === 'toolResult')
  const rest = message.parts.filter((part) => part.kind !== 'toolResult')
  const extras = isNative ? message.extras : undefined
  const members = compact({ ...extras, name: message.name })
  const messages: Json[] = results.map((result) => ({
    ...(rest.length === 0 ? extras : undefined),
    role: 'tool',
    tool_call_id: idOf(result.id),
    content: writeResult(result.parts, isNative),
  }))
  // A tool message contains only text; its images and documents go into a message of the user.
  const shown = results.flatMap((result) => result.parts.filter((part) => textIn(part).length === 0))
  const parts = [...shown, ...rest].flatMap((part) => writeUserPart(part, isNative))
  if (parts.length > 0) messages.push({ role: 'user', ...members, content: plain(parts) })
  else if (results.length === 0) messages.push({ role: 'user', ...members, content: '' })
  return messages
}

/** A single text part is written as a string, everything else as a list of parts. */
function plain(parts: readonly Json[]): unknown {
  const [only] = parts
  const isText = parts.length === 1 && only?.type === 'text' && Object.keys(only).length === 2
  return isText ? only.text : parts
}

function writeResult(parts: readonly Part[], isNative: boolean): unknown {
  const texts = parts.flatMap(textIn)
  if (isNative && texts.length > 0) return plain(texts.flatMap((part) => writeUserPart(part, isNative)))
  return texts.map((part) => part.text).join('\n')
}

/** Returns a text, or another part in words. */
function textIn(part: Part): Extract<Part, { kind: 'text' }>[] {
  if (part.kind === 'text') return [part]
  return part.kind === 'opaque' && part.text !== undefined ? [{ kind: 'text', text: part.text }] : []
}

function writeUserPart(part: Part, isNative: boolean): Json[] {
  const extras = isNative ? part.extras : undefined
  if (part.kind === 'text') return [{ ...extras, type: 'text', text: part.text }]
  if (part.kind === 'image') {
    if (part.source.at === 'file') return []
    return [{ ...extras, type: 'image_url', image_url: compact({ url: urlOf(part.source), detail: part.detail }) }]
  }
  if (part.kind === 'audio') {
    if (part.source.at !== 'data') return [{ type: 'text', text: unheardSound }]
    const { data, mediaType } = part.source
    return [{ ...extras, type: 'input_audio', input_audio: { data, format: soundFormat(mediaType) } }]
  }
  if (part.kind === 'document') return [{ ...extras, ...writeDocument(part) }]
  if (part.kind === 'opaque' && part.text !== undefined) return [{ type: 'text', text: part.text }]
  return []
}

function writeDocument({ source, name }: Extract<Part, { kind: 'document' }>): Json {
  if (source.at === 'file') return { type: 'file', file: compact({ file_id: source.id, filename: name }) }
  if (isVideo(source)) return { type: 'text', text: unseenVideo }
  // This wire takes no document URLs, so the text says where the document is.
  if (source.at === 'url') return { type: 'text', text: `[${name ?? 'Document'}](${source.url})` }
  if (isTextType(source.mediaType)) {
    const text = Buffer.from(source.data, 'base64').toString('utf8')
    return { type: 'text', text: name === undefined ? text : `${name}\n\n${text}` }
  }
  return { type: 'file', file: { filename: name ?? fileName(source.mediaType), file_data: urlOf(source) } }
}
function fileName(mediaType: string): string {
  return mediaType === 'application/pdf' ? 'document.pdf' : 'document'
}

function writeAssistant(message: Message, isNative: boolean, target: Target): Json[] {
  const { takesThoughts, takesAnyThought, isServedByMistral: hasOwnForm, idOf } = target
  const texts = message.parts.filter((part) => part.kind === 'text')
  const calls = message.parts.filter((part) => part.kind === 'toolCall')
  const refusals = message.parts.filter((part) => part.kind === 'refusal')
  const thoughts = message.parts.filter((part) => part.kind === 'thinking' || part.kind === 'redactedThinking')
  const extras = isNative ? message.extras : undefined
  // A message without a text and a call would be refused; no other vendor reads thoughts alone.
  if (texts.length + calls.length + refusals.length === 0 && !isNative) return []
  return [
    compact({
      role: 'assistant',
      ...extras,
      name: message.name,
      content: assistantContent(texts, hasOwnForm ? thoughts : [], isNative),
      refusal: refusals.length > 0 ? refusals.map((part) => part.text).join('') : undefined,
      ...(hasOwnForm
        ? {}
        : writeReasoning(takesAnyThought ? thoughts : takesThoughts ? thoughts.filter(isUnsigned) : [])),
      tool_calls:
        calls.length > 0 ? calls.map((call) => writeCall({ ...call, id: idOf(call.id) }, isNative)) : undefined,
    }),
  ]
}
/** Signed reasoning is of another vendor, to whom alone it is of use. */
const isUnsigned = (part: Part): part is Extract<Part, { kind: 'thinking' }> =>
  part.kind === 'thinking' && part.signature === undefined

function assistantContent(
  texts: readonly Extract<Part, { kind: 'text' }>[],
  thoughts: readonly Part[],
  isNative: boolean,
): unknown {
  const parts = thoughts.filter(isUnsigned).map((part) => thinkingPart(part.text))
  const said = texts.flatMap((part) => writeUserPart(part, isNative))
  if (parts.length > 0) return [...parts, ...said]
  if (texts.length === 0) return null
  return isNative ? plain(said) : texts.map((part) => part.text).join('')
}

function writeCall(call: Extract<Part, { kind: 'toolCall' }>, isNative: boolean): Json {
  const { id, name, input, signature } = call
  if (isNative && call.extras?.type === 'custom')
    return { id, type: 'custom', custom: { name, input: freeText(input) } }
  const extra = isNative && signature !== undefined ? signed(signature) : undefined
  return { id, type: 'function', function: { name, arguments: input }, ...extra }
}
/** Returns the free text of a custom tool, from the object that wraps it. */
export function freeText(input: string): string {
  const value = objectIn(input).input
  return typeof value === 'string' ? value : input
}
/** The member that holds the signature of a call on this wire. */
export function signed(signature: string): Json {
  return { extra_content: { google: { thought_signature: signature } } }
}
