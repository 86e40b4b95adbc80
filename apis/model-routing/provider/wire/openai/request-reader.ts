// Reads a request of chat completions (SOURCES 3.1 and 10).
import type {
  ChatRequest,
  Message,
  ResponseFormat,
  Sampling,
  SystemDetails,
  Tool,
  ToolChoice,
} from '../chat-request.ts'
import { type Field, openBody } from '../field.ts'
import { isJson, type Json } from '../json.ts'
import { readAssistant, readFunction, readSystem, readToolResult, readUser } from './message-reader.ts'

/** Limit of messages: reading more would hold up other calls, and real conversations are shorter. */
const mostMessages = 10_000
/** Vendors judge the number; most take more than the one of this wire. */
const mostTools = 1_000
/** Providers that copy this wire take more than its vendor. */
const mostStops = 64

/**
 * Members that the chat request covers; all others become `extras`. `models` and `provider` are routing preferences.
 */
const known = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'top_k',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'n',
  'stop',
  'response_format',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'reasoning_effort',
  'reasoning',
  'user',
  'prompt_cache_key',
  'models',
  'provider',
])

/** Throws ModelError 'invalid'. */
export function readRequest(body: unknown): ChatRequest {
  const root = openBody(body, 'brackets')
  const { tools, toolChoice, legacyFunctions } = readTools(root)
  return {
    model: root.member('model').name(),
    ...readMessages(root.member('messages')),
    tools,
    toolChoice,
    parallelToolCalls: root.member('parallel_tool_calls').maybeBoolean(),
    maxTokens: root.either('max_completion_tokens', 'max_tokens').maybeNumber({ min: 1, integer: true }),
    stop: readStops(root.member('stop'), mostStops),
    sampling: readSampling(root),
    n: root.member('n').maybeNumber({ min: 1, max: 128, integer: true }) ?? 1,
    responseFormat: readForm(root.member('response_format')),
    thinking: readThinking(root),
    stream: root.member('stream').maybeBoolean() ?? false,
    user: root.member('user').maybeText(),
    cacheKey: root.member('prompt_cache_key').maybeText(),
    textCompletion: undefined,
    wire: 'openai',
    extras: root.rest(known),
    includeUsage: readIncludeUsage(root),
    legacyFunctions,
  }
}

/** Reads the option that ends a stream with the usage. */
export function readIncludeUsage(root: Field): boolean {
  const options = root.member('stream_options')
  return options.absent ? false : (options.member('include_usage').maybeBoolean() ?? false)
}

/** Reads one string or several; empty ones never end an answer and are dropped. */
export function readStops(field: Field, most: number): string[] {
  if (field.absent) return []
  const stops = typeof field.value === 'string' ? [field.value] : field.items(most).map((item) => item.text())
  return stops.filter((stop) => stop !== '')
}

/** Reads the sampling parameters that chat and text completions share. */
export function readDrawing(root: Field): Sampling {
  const bias = root.member('logit_bias')
  if (!bias.absent) for (const token of Object.keys(bias.json())) bias.member(token).number({ min: -100, max: 100 })
  return {
    temperature: root.member('temperature').maybeNumber({ min: 0, max: 2 }),
    topP: root.member('top_p').maybeNumber({ min: 0, max: 1 }),
    topK: root.member('top_k').maybeNumber({ min: -1, integer: true }),
    seed: root.member('seed').maybeNumber({ integer: true }),
    presencePenalty: root.member('presence_penalty').maybeNumber({ min: -2, max: 2 }),
    frequencyPenalty: root.member('frequency_penalty').maybeNumber({ min: -2, max: 2 }),
    logitBias: bias.absent ? undefined : bias.json(),
  }
}

function readSampling(root: Field): Sampling {
  const requested = root.member('logprobs').maybeBoolean() ?? false
  const top = root.member('top_logprobs').maybeNumber({ min: 0, max: 20, integer: true })
  if (top !== undefined && top > 0 && !requested) throw root.member('top_logprobs').error('needs logprobs to be true')
  return { ...readDrawing(root), logprobs: requested ? (top ?? 0) : undefined }
}

function readMessages(field: Field): Pick<ChatRequest, 'system' | 'systemDetails' | 'messages'> {
  const items = field.items(mostMessages)
  if (items.length === 0) throw field.error('must hold at least one message')
  const system: string[] = []
  const systemDetails: SystemDetails[] = []
  const messages: Message[] = []
  for (const message of items) {
    const role = message.member('role').oneOf(['developer', 'system', 'user', 'assistant', 'tool', 'function'])
    if (role === 'system' || role === 'developer')
      for (const { text, extras } of readSystem(message, role)) {
        system.push(text)
        systemDetails.push({ after: messages.length, extras })
      }
    else if (role === 'user') messages.push(readUser(message))
    else if (role === 'assistant') messages.push(readAssistant(message, messages.length))
    else messages.push(role === 'tool' ? readToolResult(message) : readFunction(message, messages))
  }
  return { system, systemDetails, messages }
}

interface ToolWishes {
  readonly tools: readonly Tool[]
  readonly toolChoice: ToolChoice | undefined
  readonly legacyFunctions: boolean | undefined
}
function readTools(root: Field): ToolWishes {
  const functions = root.member('functions')
  if (!functions.absent && root.member('tools').absent) {
    const tools = functions.items(mostTools).map((item) => readFunctionTool(item))
    return { tools, toolChoice: readFunctionCall(root.member('function_call'), tools), legacyFunctions: true }
  }
  const tools = root.member('tools').maybeItems(mostTools).map(readTool)
  return { ...readToolChoice(root.member('tool_choice'), tools), legacyFunctions: undefined }
}

function readTool(field: Field): Tool {
  const kind = field.member('type').maybeOneOf(['function', 'custom']) ?? 'function'
  if (kind === 'custom') return readCustomTool(field.member('custom'))
  const tool = readFunctionTool(field.member('function'))
  const mark = field.member('function').json().cache_control
  const rest = field.rest(new Set(['type', 'function']))
  const extras = isJson(mark) ? { cache_control: mark, ...rest } : rest
  return extras === undefined ? tool : { ...tool, extras }
}

function readFunctionTool(field: Field): Tool {
  const parameters = field.member('parameters')
  return {
    name: field.member('name').name(),
    description: field.member('description').maybeText(),
    schema: parameters.absent ? noParameters : parameters.json(),
    strict: field.member('strict').maybeBoolean(),
  }
}
const noParameters: Json = { type: 'object', properties: {} }

/** A tool that takes free text: for other wires a function with one string. */
function readCustomTool(field: Field): Tool {
  return {
    name: field.member('name').name(),
    description: field.member('description').maybeText(),
    schema: {
      type: 'object',
      properties: { input: { type: 'string' } },
      required: ['input'],
      additionalProperties: false,
    },
    extras: { type: 'custom', format: field.member('format').value ?? undefined },
  }
}

type Choice = Pick<ToolWishes, 'tools' | 'toolChoice'>
function readToolChoice(field: Field, tools: readonly Tool[]): Choice {
  if (field.absent) return { tools, toolChoice: undefined }
  if (typeof field.value === 'string') return { tools, toolChoice: choiceOfWord(field) }
  const kind = field.member('type').oneOf(['function', 'custom', 'allowed_tools'])
  if (kind === 'allowed_tools') return readAllowedTools(field.member('allowed_tools'), tools)
  return { tools, toolChoice: namedTool(field.member(kind).member('name'), tools) }
}
function choiceOfWord(field: Field): ToolChoice {
  const word = field.oneOf(['none', 'auto', 'required'])
  return { kind: word === 'required' ? 'any' : word }
}
function namedTool(field: Field, tools: readonly Tool[]): ToolChoice {
  const name = field.name()
  if (!tools.some((tool) => tool.name === name)) throw field.error('names no tool of this request')
  return { kind: 'tool', name }
}
/** A choice among some of the tools equals the same choice with only these tools. */
function readAllowedTools(field: Field, tools: readonly Tool[]): Choice {
  const mode = field.member('mode').oneOf(['auto', 'required'])
  const names = new Set(
    field
      .member('tools')
      .items(mostTools)
      .map((item) =>
        item
          .member(item.member('type').oneOf(['function', 'custom']))
          .member('name')
          .name(),
      ),
  )
  const allowed = tools.filter((tool) => names.has(tool.name))
  if (allowed.length === 0) throw field.member('tools').error('names no tool of this request')
  return { tools: allowed, toolChoice: { kind: mode === 'required' ? 'any' : 'auto' } }
}
function readFunctionCall(field: Field, tools: readonly Tool[]): ToolChoice | undefined {
  if (field.absent) return undefined
  if (typeof field.value === 'string') return { kind: field.oneOf(['none', 'auto']) }
  return namedTool(field.member('name'), tools)
}

function readForm(field: Field): ResponseFormat {
  if (field.absent) return { kind: 'text' }
  const kind = field.member('type').oneOf(['text', 'json_object', 'json_schema'])
  if (kind === 'text') return { kind: 'text' }
  if (kind === 'json_object') return { kind: 'json' }
  const format = field.member('json_schema')
  const schema = format.member('schema')
  return {
    kind: 'schema',
    name: format.member('name').name(),
    schema: schema.absent ? {} : schema.json(),
    strict: format.member('strict').maybeBoolean() ?? false,
    description: format.member('description').maybeText(),
  }
}

/** `reasoning_effort`, or the objects that routers and other vendors of this dialect accept instead. */
function readThinking(root: Field): ChatRequest['thinking'] {
  const effort = root.member('reasoning_effort').maybeText()
  const reasoning = root.member('reasoning')
  if (effort !== undefined) return { effort }
  if (reasoning.absent) return readSwitch(root.member('thinking').value)
  const budget = reasoning.member('max_tokens').maybeNumber({ min: 0, integer: true })
  const wished = reasoning.member('effort').maybeText()
  if (reasoning.member('enabled').maybeBoolean() === false) return { effort: 'none' }
  return { effort: wished, budget }
}
/** Reads the switch that other vendors have, which stays among the members of the caller's wire. */
function readSwitch(thinking: unknown): ChatRequest['thinking'] {
  if (!isJson(thinking)) return undefined
  const { type, budget_tokens: budget } = thinking
  if (type === 'disabled') return { effort: 'none' }
  if (type !== 'enabled') return undefined
  return typeof budget === 'number' && budget > 0 ? { budget } : {}
}
