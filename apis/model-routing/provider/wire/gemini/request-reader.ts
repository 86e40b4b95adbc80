// Reads a request of generateContent (SOURCES 3.11 and 10). Members may also be spelt in snake case.
import type { ChatRequest, Message, ResponseFormat, Sampling, Tool, ToolChoice } from '../chat-request.ts'
import { type Field, openBody } from '../field.ts'
import type { PathDetails } from '../format.ts'
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'
import { joinedThoughts } from '../thoughts.ts'
import { CallIds, readPart } from './part-reader.ts'
import { jsonSchema } from './schema.ts'

const mostContents = 10_000
const mostParts = 10_000
const mostTools = 512
const mostStops = 64

const known = new Set([
  'model',
  'contents',
  'systemInstruction',
  'system_instruction',
  'tools',
  'toolConfig',
  'tool_config',
  'generationConfig',
  'generation_config',
])
const drawingKnown = new Set([
  'temperature',
  'topP',
  'top_p',
  'topK',
  'top_k',
  'seed',
  'maxOutputTokens',
  'max_output_tokens',
  'stopSequences',
  'stop_sequences',
  'candidateCount',
  'candidate_count',
  'presencePenalty',
  'presence_penalty',
  'frequencyPenalty',
  'frequency_penalty',
  'responseLogprobs',
  'response_logprobs',
  'logprobs',
  'responseMimeType',
  'response_mime_type',
  'responseSchema',
  'response_schema',
  'responseJsonSchema',
  'response_json_schema',
])

/** Reads a request; `path` has what the body leaves out. Throws ModelError 'invalid'. */
export function readRequest(body: unknown, path?: PathDetails): ChatRequest {
  return readFields(openBody(body, 'brackets'), path)
}

/** Reads the body of a token count: contents alone, or a complete request in a member. Throws ModelError 'invalid'. */
export function readCountedRequest(body: unknown, path?: PathDetails): ChatRequest {
  const root = openBody(body, 'brackets')
  const complete = root.either('generateContentRequest', 'generate_content_request')
  return readFields(complete.absent ? root : complete, path)
}

function readFields(root: Field, path: PathDetails | undefined): ChatRequest {
  const config = root.either('generationConfig', 'generation_config')
  const drawing = config.absent ? config.replaced({}) : config
  const { tools, vendorTools } = readTools(root.member('tools'))
  return {
    model: path?.model ?? root.member('model').name(),
    system: readSystem(root.either('systemInstruction', 'system_instruction')),
    messages: readContents(root.member('contents')),
    ...readToolConfig(root.either('toolConfig', 'tool_config'), tools),
    parallelToolCalls: undefined,
    maxTokens: drawing.either('maxOutputTokens', 'max_output_tokens').maybeNumber({ min: 1, integer: true }),
    stop: readStops(drawing.either('stopSequences', 'stop_sequences')),
    sampling: readSampling(drawing),
    n: drawing.either('candidateCount', 'candidate_count').maybeNumber({ min: 1, max: 128, integer: true }) ?? 1,
    responseFormat: readForm(drawing),
    thinking: readThinking(drawing.either('thinkingConfig', 'thinking_config')),
    stream: path?.stream ?? false,
    user: undefined,
    cacheKey: undefined,
    textCompletion: undefined,
    wire: 'gemini',
    extras: readExtras(root, drawing, vendorTools),
  }
}

/** `generationConfig` in the extras holds the caller's other settings, `tools` the vendor's own tools. */
function readExtras(root: Field, drawing: Field, vendorTools: readonly Json[]): Json | undefined {
  const rest = root.rest(known)
  const generationConfig = drawing.rest(drawingKnown)
  const extras = {
    ...rest,
    ...(generationConfig === undefined ? {} : { generationConfig }),
    ...(vendorTools.length > 0 ? { tools: vendorTools } : {}),
  }
  return Object.keys(extras).length > 0 ? extras : undefined
}

function readSystem(field: Field): string[] {
  if (field.absent) return []
  if (typeof field.value === 'string') return [field.value]
  return partsOf(field).map((part) => part.member('text').text())
}
/** A content has a list of parts, or a single part. */
function partsOf(content: Field): Field[] {
  const parts = content.member('parts')
  return isJson(parts.value) ? [parts] : parts.items(mostParts)
}

function readContents(field: Field): Message[] {
  const ids = new CallIds()
  if (typeof field.value === 'string') return [{ role: 'user', parts: [{ kind: 'text', text: field.value }] }]
  const contents = isJson(field.value) ? [field] : field.items(mostContents)
  if (contents.length === 0) throw field.error('must hold at least one content')
  return contents.map((content) => {
    const role = content.member('role').maybeOneOf(['user', 'model', 'function', 'tool']) ?? 'user'
    return {
      role: role === 'model' ? 'assistant' : 'user',
      parts: joinedThoughts(partsOf(content).map((part) => readPart(part, role === 'model', ids))),
    }
  })
}

function readTools(field: Field): { tools: Tool[]; vendorTools: Json[] } {
  const tools: Tool[] = []
  const vendorTools: Json[] = []
  const items = isJson(field.value) ? [field] : field.maybeItems(mostTools)
  for (const item of items) {
    tools.push(...item.either('functionDeclarations', 'function_declarations').maybeItems(mostTools).map(readFunction))
    const others = item.rest(new Set(['functionDeclarations', 'function_declarations']))
    if (others !== undefined) vendorTools.push(others)
  }
  return { tools, vendorTools }
}
function readFunction(field: Field): Tool {
  const schema = field.either('parametersJsonSchema', 'parameters_json_schema')
  const parameters = field.member('parameters')
  const isNative = ['name', 'description', 'parameters', 'parametersJsonSchema', 'parameters_json_schema']
  const extras = field.rest(new Set(isNative))
  const tool: Tool = {
    name: field.member('name').name(),
    description: field.member('description').maybeText(),
    schema: !schema.absent ? schema.json() : parameters.absent ? noParameters : jsonSchema(parameters.json()),
  }
  return extras === undefined ? tool : { ...tool, extras }
}
const noParameters: Json = { type: 'object', properties: {} }

function readToolConfig(field: Field, tools: readonly Tool[]): Pick<ChatRequest, 'tools' | 'toolChoice'> {
  const calling = field.absent ? field : field.either('functionCallingConfig', 'function_calling_config')
  if (calling.absent) return { tools, toolChoice: undefined }
  const mode = (calling.member('mode').maybeText() ?? 'AUTO').toUpperCase()
  const kind = Object.hasOwn(modes, mode) ? modes[mode] : undefined
  if (kind === undefined) throw calling.member('mode').error('must be one of AUTO, ANY, NONE, VALIDATED')
  const names = calling
    .either('allowedFunctionNames', 'allowed_function_names')
    .maybeItems(mostTools)
    .map((name) => name.name())
  const choice = toolChoiceOf(kind, names)
  return { tools: choice.kind === 'tool' ? tools : allowed(tools, names, calling), toolChoice: choice }
}
const modes: Readonly<Record<string, 'auto' | 'any' | 'none'>> = {
  MODE_UNSPECIFIED: 'auto',
  AUTO: 'auto',
  VALIDATED: 'auto',
  ANY: 'any',
  NONE: 'none',
}
function allowed(tools: readonly Tool[], names: readonly string[], calling: Field): readonly Tool[] {
  if (names.length === 0) return tools
  const left = tools.filter((tool) => names.includes(tool.name))
  if (left.length === 0) throw calling.member('allowedFunctionNames').error('names no function of this request')
  return left
}
function toolChoiceOf(kind: 'auto' | 'any' | 'none', names: readonly string[]): ToolChoice {
  const [only] = names
  return kind === 'any' && names.length === 1 && only !== undefined ? { kind: 'tool', name: only } : { kind }
}

function readStops(field: Field): string[] {
  return field
    .maybeItems(mostStops)
    .map((item) => item.text())
    .filter((stop) => stop !== '')
}

function readSampling(config: Field): Sampling {
  const requested = config.either('responseLogprobs', 'response_logprobs').maybeBoolean() ?? false
  const top = config.member('logprobs').maybeNumber({ min: 0, max: 20, integer: true })
  return {
    temperature: config.member('temperature').maybeNumber({ min: 0, max: 2 }),
    topP: config.either('topP', 'top_p').maybeNumber({ min: 0, max: 1 }),
    // Older clients send integers as 40.0, which JSON does not distinguish.
    topK: config.either('topK', 'top_k').maybeNumber({ min: 0, integer: true }),
    seed: config.member('seed').maybeNumber({ integer: true }),
    presencePenalty: config.either('presencePenalty', 'presence_penalty').maybeNumber({ min: -2, max: 2 }),
    frequencyPenalty: config.either('frequencyPenalty', 'frequency_penalty').maybeNumber({ min: -2, max: 2 }),
    logprobs: requested ? (top ?? 0) : undefined,
  }
}

function readForm(config: Field): ResponseFormat {
  const schema = config.either('responseJsonSchema', 'response_json_schema')
  const isNative = config.either('responseSchema', 'response_schema')
  const type = config.either('responseMimeType', 'response_mime_type')
  const form = type.maybeOneOf(['text/plain', 'text/x.enum', 'application/json'])
  const read = !schema.absent ? schema.json() : isNative.absent ? undefined : jsonSchema(isNative.json())
  if (read !== undefined) {
    const isBareText = form === 'text/x.enum' ? true : undefined
    return { kind: 'schema', name: 'answer', schema: read, strict: true, isBareText }
  }
  return form === 'application/json' ? { kind: 'json' } : { kind: 'text' }
}

function readThinking(config: Field): ChatRequest['thinking'] {
  if (config.absent) return undefined
  const budget = config.either('thinkingBudget', 'thinking_budget').maybeNumber({ min: -1, integer: true })
  const level = config.either('thinkingLevel', 'thinking_level').maybeText()?.toLowerCase()
  if (level !== undefined) return { effort: level }
  if (budget === undefined) return undefined
  if (budget === 0) return { effort: 'none' }
  // -1 lets the model decide.
  return budget === -1 ? { effort: 'medium' } : { budget }
}
