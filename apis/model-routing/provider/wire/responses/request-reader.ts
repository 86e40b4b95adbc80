// Reads the request of a response as one of chat completions, which has a counterpart for nearly everything in it
// (SOURCES 3.18).
import type { ChatRequest } from '../chat-request.ts'
import { type Field, openBody } from '../field.ts'
import { compact, isJson, type Json } from '../json.ts'
import { ModelError } from '../model-error.ts'
import { readRequest as readChat } from '../openai/request-reader.ts'
import { mostItems, readItems } from './input-items.ts'

const mostTools = 128
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
/** What answers can include; the first is asked for, the second always there. */
const included = ['message.output_text.logprobs', 'reasoning.encrypted_content']
/** What would have to run or be kept elsewhere. */
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
  const chat = compact({
    ...Object.fromEntries(common.map((name) => [name, root.member(name).value ?? undefined])),
    messages: [
      ...readInstructions(root),
      ...readItems(
        root
          .member('input')
          .replaced(items)
          .items(mostItems * 2),
      ),
    ],
    max_completion_tokens: root.member('max_output_tokens').value ?? undefined,
    ...readLogprobs(root),
    ...readText(root.member('text')),
    ...readReasoning(root.member('reasoning')),
    ...readTools(root),
  })
  try {
    return { ...readChat(chat), dropped: droppedIn(root) }
  } catch (error) {
    throw error instanceof ModelError ? renamed(error) : error
  }
}

/** The input of a body as items. Throws ModelError 'invalid'. */
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

/** Names of what has no counterpart. */
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

function readTools(root: Field): Json {
  const tools = root.member('tools').maybeItems(mostTools).map(readTool)
  const choice = readChoice(root.member('tool_choice'))
  return tools.length === 0 ? {} : compact({ tools, tool_choice: choice })
}
function readTool(tool: Field): Json {
  const kind = tool.member('type').text()
  const { type: _type, ...members } = tool.json()
  if (kind === 'function' || kind === 'custom') return { type: kind, [kind]: members }
  throw tool.member('type').error(`'${kind.slice(0, 80)}' runs at its vendor and cannot be used through this router`)
}
function readChoice(choice: Field): unknown {
  const { value } = choice
  if (!isJson(value)) return value ?? undefined
  if (value.type === 'function' || value.type === 'custom')
    return { type: value.type, [value.type]: { name: value.name } }
  if (value.type !== 'allowed_tools') return value
  const tools = choice.member('tools').items(mostTools).map(readChoiceOf)
  return { type: 'allowed_tools', allowed_tools: { mode: value.mode, tools } }
}
const readChoiceOf = (tool: Field): unknown => readChoice(tool)
