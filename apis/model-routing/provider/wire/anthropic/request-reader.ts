// Reads a request of the Messages API (SOURCES 3.10 and 10).
import type { ChatRequest, Message, ResponseFormat, SystemDetails, Tool, ToolChoice } from '../chat-request.ts'
import { type Field, openBody } from '../field.ts'
import type { Json } from '../json.ts'
import { compact, isJson } from '../json.ts'
import { readBlocks, readTextBlock } from './block-reader.ts'

/** Limit of messages; reading the provider's 100,000 would hold up other calls. */
const mostMessages = 10_000
const mostTools = 10_000
const mostStops = 8_192
const smallestBudget = 1_024

/** Members that the chat request covers completely; all others become `extras`. */
const known = new Set([
  'model',
  'messages',
  'system',
  'max_tokens',
  'stop_sequences',
  'stream',
  'temperature',
  'top_p',
  'top_k',
  'tools',
  'tool_choice',
  'models',
  'provider',
])

/** Throws ModelError 'invalid'. */
export function readRequest(body: unknown): ChatRequest {
  const root = openBody(body, 'dots')
  const maxTokens = root.member('max_tokens').number({ min: 1, integer: true })
  return readBody(root, maxTokens)
}

/** Reads the body of a token count, which lacks `max_tokens`. Throws ModelError 'invalid'. */
export function readCountedRequest(body: unknown): ChatRequest {
  return readBody(openBody(body, 'dots'), undefined)
}

function readBody(root: Field, maxTokens: number | undefined): ChatRequest {
  const { tools, serverTools } = readTools(root.member('tools'))
  const choice = root.member('tool_choice')
  const metadata = root.member('metadata')
  const { messageMarks, messageSystem, messages } = readMessages(root.member('messages'))
  const system = readSystem(root.member('system'))
  return {
    model: root.member('model').name(),
    system: [...system.map(({ text }) => text), ...messageSystem],
    systemDetails: [...system.map(({ extras }) => ({ extras })), ...messageMarks],
    messages,
    tools,
    toolChoice: choice.absent ? undefined : readToolChoice(choice, [...tools, ...serverTools]),
    parallelToolCalls:
      choice.absent || choice.member('disable_parallel_tool_use').maybeBoolean() !== true ? undefined : false,
    maxTokens,
    stop: root
      .member('stop_sequences')
      .maybeItems(mostStops)
      .map((item) => item.text())
      .filter((stop) => stop !== ''),
    sampling: {
      temperature: root.member('temperature').maybeNumber({ min: 0, max: 1 }),
      topP: root.member('top_p').maybeNumber({ min: 0, max: 1 }),
      topK: root.member('top_k').maybeNumber({ min: 0, integer: true }),
    },
    n: 1,
    responseFormat: readForm(root),
    thinking: readThinking(root, maxTokens),
    stream: root.member('stream').maybeBoolean() ?? false,
    user: metadata.absent ? undefined : metadata.member('user_id').maybeText(),
    cacheKey: undefined,
    textCompletion: undefined,
    wire: 'anthropic',
    extras: readExtras(root, serverTools),
  }
}

function readExtras(root: Field, serverTools: readonly Json[]): Json | undefined {
  const rest = root.rest(known)
  return serverTools.length > 0 ? { ...rest, tools: serverTools } : rest
}

interface SystemText {
  readonly text: string
  readonly extras: Json | undefined
}
function readSystem(field: Field): SystemText[] {
  if (field.absent) return []
  if (typeof field.value === 'string') return field.value === '' ? [] : [{ text: field.value, extras: undefined }]
  return field.items(10_000).map((block) => {
    block.member('type').oneOf(['text'])
    const { text, extras } = readTextBlock(block)
    return { text, extras }
  })
}

interface Messages {
  readonly messages: Message[]
  /** Instructions between the messages. */
  readonly messageSystem: string[]
  readonly messageMarks: SystemDetails[]
}
function readMessages(field: Field): Messages {
  const messages = field.items(mostMessages)
  if (messages.length === 0) throw field.error('must hold at least one message')
  const read: Messages = { messages: [], messageSystem: [], messageMarks: [] }
  for (const message of messages) {
    const role = message.member('role').oneOf(['user', 'assistant', 'system'])
    const content = message.member('content')
    if (role === 'system')
      for (const { text, extras } of readSystem(content.required())) {
        read.messageSystem.push(text)
        read.messageMarks.push({ after: read.messages.length, extras })
      }
    else read.messages.push({ role, parts: readBlocks(content, role) })
  }
  return read
}

/** The vendor's own tools are recognised by their type; only this wire knows what they are. */
function readTools(field: Field): { tools: Tool[]; serverTools: Json[] } {
  const tools: Tool[] = []
  const serverTools: Json[] = []
  for (const item of field.maybeItems(mostTools)) {
    const kind = item.member('type').maybeText() ?? 'custom'
    if (kind === 'custom') tools.push(readTool(item))
    else serverTools.push(item.json())
  }
  return { tools, serverTools }
}
function readTool(item: Field): Tool {
  const extras = item.rest(new Set(['type', 'name', 'description', 'input_schema', 'strict']))
  const tool = {
    name: item.member('name').name(),
    description: item.member('description').maybeText(),
    schema: item.member('input_schema').json(),
    strict: item.member('strict').maybeBoolean(),
  }
  return extras === undefined ? tool : { ...tool, extras }
}

function readToolChoice(field: Field, tools: readonly { readonly name?: unknown }[]): ToolChoice {
  const kind = field.member('type').oneOf(['auto', 'any', 'none', 'tool'])
  if (kind !== 'tool') return { kind }
  const name = field.member('name').name()
  if (!tools.some((tool) => tool.name === name)) throw field.member('name').error('names no tool of this request')
  return { kind, name }
}

/** Reads the format of the answer; its member was `output_format` while it was new. */
function readForm(root: Field): ResponseFormat {
  const config = root.member('output_config')
  const newer = config.absent ? config : config.member('format')
  const format = newer.absent ? root.member('output_format') : newer
  if (format.absent) return { kind: 'text' }
  format.member('type').oneOf(['json_schema'])
  return { kind: 'schema', name: 'answer', schema: format.member('schema').json(), strict: true }
}

function readThinking(root: Field, maxTokens: number | undefined): ChatRequest['thinking'] {
  const thinking = root.member('thinking')
  const config = root.member('output_config')
  const effort = config.absent ? undefined : config.member('effort').maybeText()
  if (thinking.absent) return effort === undefined ? undefined : { effort }
  const kind = thinking.member('type').oneOf(['enabled', 'disabled', 'adaptive', 'between_tools'])
  if (kind === 'disabled') return { effort: 'none' }
  if (kind !== 'enabled') return { effort: effort ?? 'medium' }
  const budget = thinking.member('budget_tokens')
  const tokens = budget.number({ min: smallestBudget, integer: true })
  if (maxTokens !== undefined && tokens >= maxTokens) throw budget.error('must be less than max_tokens')
  return compact({ effort, budget: tokens })
}

/** Returns the vendor's `output_config` without the format of the answer. */
export function ownOutputConfig(extras: Json | undefined): Json {
  const config = extras?.output_config
  if (!isJson(config)) return {}
  const { format: _format, ...others } = config
  return others
}
