// Reads the input items of a response as messages of chat completions (SOURCES 3.18).
import type { Field } from '../field.ts'
import { compact, isJson, type Json } from '../json.ts'
import { signatureAlone } from './output-items.ts'

export const mostItems = 10_000
const mostParts = 10_000

type ChatMessage = Record<string, unknown> & { readonly role: string }

interface ReadItems {
  readonly messages: readonly Json[]
  /** Kinds of items that chat completions have no counterpart for, such as calls of a vendor's own tools. */
  readonly leftOut: readonly string[]
}

/**
 * Throws ModelError 'invalid'. Calls and reasoning of one turn become one message of the assistant; what follows the
 * result of a call is a turn of its own.
 */
export function readItems(items: readonly Field[]): ReadItems {
  const messages: ChatMessage[] = []
  const results: ChatMessage[] = []
  const leftOut = new Set<string>()
  /** The last message, if results of its calls have been read. */
  let answered: ChatMessage | undefined
  const assistant = (): ChatMessage => {
    const last = messages.at(-1)
    if (last?.role === 'assistant' && last !== answered) return last
    const created = { role: 'assistant', content: null }
    messages.push(created)
    return created
  }
  const append = (name: string, value: unknown) => {
    const message = assistant()
    const before = message[name]
    if (Array.isArray(before)) before.push(value)
    else message[name] = [value]
  }
  for (const item of items) {
    const kind = item.member('type').maybeText() ?? 'message'
    const read = Object.hasOwn(readers, kind) ? readers[kind] : undefined
    if (!read) {
      leftOut.add(kind.slice(0, 80))
      continue
    }
    if (hasPictureById(item)) leftOut.add('input_image')
    const { message, call, reasoning } = read(item)
    if (reasoning) append('reasoning_details', reasoning)
    if (call) append('tool_calls', call)
    if (message?.role === 'tool') {
      results.push(message)
      answered = messages.at(-1)
    } else if (message) addMessage(messages, message)
  }
  return { messages: withResults(messages, results), leftOut: [...leftOut] }
}

/** Chat completions take the results of calls only right after the calls, whatever was said meanwhile. */
function withResults(messages: readonly ChatMessage[], results: readonly ChatMessage[]): ChatMessage[] {
  const waiting = new Map<unknown, ChatMessage[]>()
  for (const result of results) {
    const others = waiting.get(result.tool_call_id)
    if (others) others.push(result)
    else waiting.set(result.tool_call_id, [result])
  }
  const ordered = messages.flatMap((message) => {
    const calls = Array.isArray(message.tool_calls) ? message.tool_calls : []
    return [message, ...calls.flatMap((call) => waiting.get(Object(call).id)?.shift() ?? [])]
  })
  // Those of calls that are not in the input stay for the provider to judge.
  return [...ordered, ...[...waiting.values()].flat()]
}

/** Reasoning comes before the message it belongs to. */
function addMessage(messages: ChatMessage[], message: ChatMessage): void {
  const last = messages.at(-1)
  const isContinued = message.role === 'assistant' && last?.role === 'assistant' && last.content === null
  if (isContinued && last.tool_calls === undefined) Object.assign(last, message)
  else messages.push(message)
}

interface ReadItem {
  readonly message?: ChatMessage
  readonly call?: Json
  readonly reasoning?: Json
}
const readers: Readonly<Record<string, (item: Field) => ReadItem>> = {
  message: (item) => ({ message: readMessage(item) }),
  function_call: (item) => {
    const [name, text] = [item.member('name').name(), item.member('arguments').text()]
    return { call: { id: callId(item), type: 'function', function: { name, arguments: text } } }
  },
  custom_tool_call: (item) => {
    const [name, input] = [item.member('name').name(), item.member('input').text()]
    return { call: { id: callId(item), type: 'custom', custom: { name, input } } }
  },
  function_call_output: (item) => ({ message: readOutput(item) }),
  custom_tool_call_output: (item) => ({ message: readOutput(item) }),
  reasoning: (item) => {
    const reasoning = readReasoning(item)
    return reasoning ? { reasoning } : {}
  },
}

const callId = (item: Field): string => item.member('call_id').name()

function readMessage(item: Field): ChatMessage {
  const named = item.member('role').oneOf(['user', 'assistant', 'system', 'developer'])
  // the vendor's models take either role, and those of others only the older one (SOURCES 10.21)
  const role = named === 'developer' ? 'system' : named
  const content = item.member('content').required()
  if (typeof content.value === 'string') return { role, content: content.value }
  const parts = content.items(mostParts).map(readPart)
  if (role === 'user') return { role, content: parts }
  const texts = parts.filter(({ type }) => type === 'text' || type === 'refusal')
  return { role, content: texts }
}

function readPart(part: Field): Json {
  const kind = part.member('type').oneOf(partKinds)
  switch (kind) {
    case 'input_text':
    case 'output_text':
    case 'text':
    case 'summary_text':
      return { type: 'text', text: part.member('text').text() }
    case 'refusal':
      return { type: 'refusal', refusal: part.member('refusal').text() }
    case 'input_audio':
      return { type: 'input_audio', input_audio: part.member('input_audio').json() }
    case 'input_image':
      return readImage(part)
    case 'input_file':
      return readFile(part)
  }
}
const partKinds = [
  ...(['input_text', 'output_text', 'text', 'summary_text', 'refusal'] as const),
  ...(['input_image', 'input_file', 'input_audio'] as const),
] as const

/** Chat completions have no pictures by id, so a text says what is missing. */
const pictureById = '[image that this model cannot see]'

/** True for an item with a picture that is named by its id alone. */
function hasPictureById({ value }: Field): boolean {
  const parts = isJson(value) ? [value.content, value.output].find(Array.isArray) : undefined
  return parts?.some((part: unknown) => isJson(part) && part.type === 'input_image' && isById(part)) === true
}
const isById = ({ image_url: url, file_id: id }: Json): boolean => (url ?? undefined) === undefined && id !== undefined

function readImage(part: Field): Json {
  const detail = part.member('detail').maybeText()
  if (isById(part.json())) return { type: 'text', text: pictureById }
  const url = part.member('image_url').text()
  return { type: 'image_url', image_url: compact({ url, detail }) }
}

function readFile(part: Field): Json {
  const member = (name: string) => part.member(name).maybeText()
  const data = member('file_data') ?? member('file_url')
  const file = { file_id: member('file_id'), file_data: data, filename: member('filename') }
  return { type: 'file', file: compact(file) }
}

function readOutput(item: Field): ChatMessage {
  const output = item.member('output').required()
  const id = callId(item)
  if (typeof output.value === 'string') return { role: 'tool', tool_call_id: id, content: output.value }
  const content = output.items(mostParts).map(readPart)
  return { role: 'tool', tool_call_id: id, content }
}

/** Reads reasoning as the writer of answers made it; what another provider sealed cannot be read here. */
function readReasoning(item: Field): Json | undefined {
  const summary = item
    .member('summary')
    .maybeItems(mostParts)
    .map((part) => part.member('text').text())
  const content = item
    .member('content')
    .maybeItems(mostParts)
    .map((part) => part.member('text').text())
  const sealed = item.member('encrypted_content').maybeText()
  const text = [...content, ...summary].join('')
  if (text === '' && sealed?.startsWith(signatureAlone))
    return { type: 'reasoning.text', text, signature: sealed.slice(signatureAlone.length) }
  if (text === '') return sealed === undefined ? undefined : { type: 'reasoning.encrypted', data: sealed }
  return compact({ type: 'reasoning.text', text, signature: sealed })
}
