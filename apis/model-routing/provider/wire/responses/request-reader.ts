// Reads the request of a response as one of chat completions, which has a counterpart for nearly everything in it
// (SOURCES 3.18).
import type { ChatRequest } from '../chat-request.ts'
import { type Field, openBody } from '../field.ts'
import { compact, isJson, type Json } from '../json.ts'
import { ModelError } from '../model-error.ts'
import { readRequest as readChat } from '../openai/request-reader.ts'
import { objectWithProperties } from '../tool-schema.ts'
import { mostItems, readItems } from './input-items.ts'

const mostTools = 1_000
/** Members that both formats have. */
const common = [
  ...['model', 'stream', 'temperature', 'top_p', 'parallel_tool_calls', 'user', 'metadata', 'service_tier'],
  ...['safety_identifier', 'prompt_cache_key', 'prompt_cache_retention'],
]
/** Members that have a counterpart, or that the router itself heeds. */
const known = new Set([
  ...[...common, 'input', 'instructions', 'max_output_tokens', 'include', 'top_logprobs', 'text', 'reasoning', 'tools'],
  ...['tool_choice', 'previous_response_id', 'store', 'models', 'provider', 'stream_options', 'background'],
])
/** Values of `include`: the first is optional, the second always there. */
const included = ['message.output_text.logprobs', 'reasoning.encrypted_content']
/** Members that would have to run or be kept elsewhere. */
const refused: Readonly<Record<string, string>> = {
  background: 'cannot be true: answers are given while the caller waits',
  conversation: 'is not kept here; use previous_response_id or send the items',
  prompt: 'names a template, and none are stored here',
}

/** `items`: the input after its references have been resolved. Throws ModelError 'invalid'. */
export function readRequest(body: unknown, items: readonly unknown[]): ChatRequest {
  const root = openBody(body, 'brackets')
  for (const [name, problem] of Object.entries(refused)) {
    const field = root.member(name)
    if (!field.absent && field.value !== false) throw field.error(problem)
  }
  const { messages, leftOut } = readItems(
    root
      .member('input')
      .replaced(items)
      .items(mostItems * 2),
  )
  const { tools, hosted } = readTools(root)
  const chat = compact({
    ...Object.fromEntries(common.map((name) => [name, root.member(name).value ?? undefined])),
    messages: [...readInstructions(root), ...messages],
    max_completion_tokens: root.member('max_output_tokens').value ?? undefined,
    ...readLogprobs(root),
    ...readText(root.member('text')),
    ...readReasoning(root.member('reasoning')),
    ...tools,
  })
  try {
    return { ...readChat(chat), dropped: [...droppedIn(root), ...leftOut.map((kind) => `input.${kind}`), ...hosted] }
  } catch (error) {
    throw error instanceof ModelError ? renamed(error) : error
  }
}

/** Reads the input of a body as items. Throws ModelError 'invalid'. */
export function itemsOf(body: unknown): readonly unknown[] {
  const input = openBody(body, 'brackets').member('input')
  if (typeof input.value === 'string') return [{ type: 'message', role: 'user', content: input.value }]
  return input.absent ? [] : input.list(mostItems)
}

const names: Readonly<Record<string, string>> = {
  messages: 'input',
  max_completion_tokens: 'max_output_tokens',
  response_format: 'text',
  reasoning_effort: 'reasoning',
}
function renamed(error: ModelError): ModelError {
  const { kind, message, param, ...details } = error
  const [first = ''] = /^\w+/.exec(param ?? '') ?? []
  const name = Object.hasOwn(names, first) ? names[first] : undefined
  if (param === undefined || name === undefined) return error
  return new ModelError(kind, message.replace(param, name), { ...details, param: name, cause: error })
}

/** Names items and members without a counterpart. */
function droppedIn(root: Field): readonly string[] {
  const others = Object.entries(root.rest(known) ?? {})
  const isAsked = ([name, value]: [string, unknown]) =>
    value !== null && !(name === 'truncation' && value === 'disabled') && !Object.hasOwn(refused, name)
  const include = root.member('include').maybeItems(100)
  const isIncluded = include.every((one) => included.includes(one.text()))
  return [...others.filter(isAsked).map(([name]) => name), ...(isIncluded ? [] : ['include'])]
}

function readInstructions(root: Field): Json[] {
  const text = root.member('instructions').maybeText()
  return text === undefined || text === '' ? [] : [{ role: 'system', content: text }]
}

function readLogprobs(root: Field): Json {
  const include = root
    .member('include')
    .maybeItems(100)
    .map((one) => one.text())
  const top = root.member('top_logprobs').maybeNumber({ min: 0, max: 20, integer: true })
  if (!include.includes('message.output_text.logprobs') && (top ?? 0) === 0) return {}
  return compact({ logprobs: true, top_logprobs: top })
}

function readText(text: Field): Json {
  if (text.absent) return {}
  const verbosity = text.member('verbosity').maybeText()
  const format = text.member('format')
  if (format.absent) return compact({ verbosity })
  const kind = format.member('type').oneOf(['text', 'json_object', 'json_schema'])
  if (kind !== 'json_schema') return compact({ verbosity, response_format: { type: kind } })
  const { type: _type, ...schema } = format.json()
  return compact({ verbosity, response_format: { type: kind, json_schema: schema } })
}

function readReasoning(reasoning: Field): Json {
  const effort = reasoning.absent ? undefined : reasoning.member('effort').maybeText()
  return effort === undefined ? {} : { reasoning_effort: effort }
}

interface ReadTools {
  /** The members of chat completions. */
  readonly tools: Json
  /** Names of the tools that run at their vendor, which are left out. */
  readonly hosted: readonly string[]
}
function readTools(root: Field): ReadTools {
  const fields = root.member('tools').maybeItems(mostTools)
  const kinds = fields.map((tool) => tool.member('type').text())
  const tools = fields.filter((_, index) => isRunByCaller(kinds[index])).map(readTool)
  const hosted = kinds.filter((kind) => !isRunByCaller(kind)).map((kind) => `tools.${kind.slice(0, 80)}`)
  const choice = readChoice(root.member('tool_choice'))
  const members = tools.length === 0 ? {} : compact({ tools, tool_choice: choice })
  return { tools: members, hosted: [...new Set(hosted)] }
}
const isRunByCaller = (kind: unknown): boolean => kind === 'function' || kind === 'custom'
function readTool(tool: Field): Json {
  const { type, ...members } = tool.json()
  // chat completions want an object with properties
  const parameters =
    type === 'function' && isJson(members.parameters) ? objectWithProperties(members.parameters) : undefined
  return { type, [String(type)]: parameters === undefined ? members : { ...members, parameters } }
}
/** A choice of a tool that runs at its vendor is left out with the tool. */
function readChoice(choice: Field): unknown {
  const { value } = choice
  if (!isJson(value)) return value ?? undefined
  if (value.type !== 'allowed_tools') return readNamed(value)
  const tools = choice
    .member('tools')
    .items(mostTools)
    .flatMap((tool) => readNamed(tool.json()) ?? [])
  return tools.length === 0 ? 'none' : { type: 'allowed_tools', allowed_tools: { mode: value.mode, tools } }
}
function readNamed({ type, name }: Json): Json | undefined {
  return isRunByCaller(type) ? { type, [String(type)]: { name } } : undefined
}
