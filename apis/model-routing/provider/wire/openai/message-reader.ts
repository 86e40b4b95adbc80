// Reads the messages of a chat completions request (SOURCES 3.1).
import type { Message, Part } from '../chat-request.ts'
import { type Field, toolInput } from '../field.ts'
import type { Json } from '../json.ts'
import { base64, soundType, sourceOfDataUrl, sourceOfUrl, typeByName } from '../source.ts'
import { readReasoning } from './reasoning.ts'

const mostParts = 10_000
const mostCalls = 1_000
const messageKnown = new Set(['role', 'content', 'name', 'tool_call_id'])
const assistantKnown = new Set([
  ...messageKnown,
  'refusal',
  'tool_calls',
  'function_call',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  // Members of answers that clients send back; they mean nothing to a model.
  'annotations',
])

/** The texts of an instruction, one for each part. */
export function readSystem(message: Field, role: string): { text: string; extras: Json | undefined }[] {
  const isNative: Json = { ...message.rest(messageKnown), ...(role === 'system' ? {} : { role }), ...nameOf(message) }
  const content = message.member('content')
  if (typeof content.value === 'string') return [{ text: content.value, extras: filled(isNative) }]
  const { cache_control: _mark, ...unmarked } = isNative
  return textParts(content).map(({ text, extras }, index, all) => {
    // the mark of a message is that of its end
    const own: Json = index === all.length - 1 ? isNative : unmarked
    return { text, extras: filled(extras === undefined ? own : { ...own, part: extras }) }
  })
}
function nameOf(message: Field): Json {
  const name = message.member('name').maybeText()
  return name === undefined ? {} : { name }
}
function filled(json: Json): Json | undefined {
  return Object.keys(json).length > 0 ? json : undefined
}

interface TextPart {
  readonly kind: 'text'
  readonly text: string
  readonly extras?: Json | undefined
}
function textParts(content: Field): TextPart[] {
  return content.items(mostParts).map((part) => {
    part.member('type').oneOf(['text'])
    return textPart(part)
  })
}
function textPart(part: Field): TextPart {
  const extras = part.rest(new Set(['type', 'text']))
  const text = part.member('text').text()
  return extras === undefined ? { kind: 'text', text } : { kind: 'text', text, extras }
}

export function readUser(message: Field): Message {
  const content = message.member('content').required()
  const parts: Part[] =
    typeof content.value === 'string'
      ? [{ kind: 'text', text: content.value }]
      : content.items(mostParts).map(readUserPart)
  if (parts.length === 0) throw content.error('must hold at least one part')
  return messageOf('user', parts, message, messageKnown)
}

function messageOf(role: Message['role'], parts: readonly Part[], message: Field, known: ReadonlySet<string>): Message {
  const name = message.member('name').maybeText()
  const extras = message.rest(known)
  return {
    role,
    parts,
    ...(name === undefined ? {} : { name }),
    ...(extras === undefined ? {} : { extras }),
  }
}

function readUserPart(part: Field): Part {
  const kind = part.member('type').oneOf(['text', 'image_url', 'input_audio', 'file'])
  if (kind === 'text') return textPart(part)
  const extras = part.rest(new Set(['type', kind]))
  const said = readMedia(kind, part.member(kind))
  return extras === undefined ? said : { ...said, extras }
}

function readMedia(kind: 'image_url' | 'input_audio' | 'file', field: Field): Part {
  if (kind === 'image_url') {
    // Some clients send only the URL instead of the object.
    if (typeof field.value === 'string') return { kind: 'image', source: sourceOfUrl(field) }
    const detail = field.member('detail').maybeOneOf(['auto', 'low', 'high', 'original'])
    const source = sourceOfUrl(field.member('url'))
    return detail === undefined ? { kind: 'image', source } : { kind: 'image', source, detail }
  }
  if (kind === 'input_audio') {
    const format = field.member('format').name().toLowerCase()
    if (!/^[a-z0-9.+-]{1,40}$/.test(format)) throw field.member('format').error('is not a format of sound')
    return {
      kind: 'audio',
      source: { at: 'data', mediaType: soundType(format), data: base64(field.member('data')) },
    }
  }
  return readFile(field)
}

function readFile(field: Field): Part {
  const name = field.member('filename').maybeText()
  const named = name === undefined ? {} : { name }
  const id = field.member('file_id')
  if (!id.absent) return { kind: 'document', source: { at: 'file', id: id.name() }, ...named }
  const data = field.member('file_data')
  if (/^https?:\/\//i.test(data.text())) return { kind: 'document', source: sourceOfUrl(data), ...named }
  if (/^data:/i.test(data.text())) return { kind: 'document', source: sourceOfDataUrl(data), ...named }
  const mediaType = typeByName(name ?? '') ?? 'application/pdf'
  return { kind: 'document', source: { at: 'data', mediaType, data: base64(data) }, ...named }
}

/** `index` counts the preceding messages, for call ids that the older form of tools does not have. */
export function readAssistant(message: Field, index: number): Message {
  const content = message.member('content')
  const said: Part[] = []
  if (typeof content.value === 'string') {
    if (content.value !== '') said.push({ kind: 'text', text: content.value })
  } else for (const part of content.maybeItems(mostParts)) said.push(readAssistantPart(part))
  const refusal = message.member('refusal').maybeText()
  if (refusal !== undefined && refusal !== '') said.push({ kind: 'refusal', text: refusal })
  const parts = [...readReasoning(message), ...said, ...readCalls(message, index)]
  const extras = assistantExtras(message)
  const hasNothing = parts.length === 0 && content.absent && extras === undefined
  if (hasNothing) throw content.error('is required where no tool is called', 'missing_required_parameter')
  return messageOf('assistant', parts, message, assistantKnown)
}
function assistantExtras(message: Field): Json | undefined {
  return message.rest(assistantKnown)
}
function readAssistantPart(part: Field): Part {
  const kind = part.member('type').oneOf(['text', 'refusal', 'thinking'])
  if (kind === 'thinking') return { kind, text: thinkingText(part.member('thinking')) }
  return kind === 'text' ? textPart(part) : { kind, text: part.member('refusal').text() }
}
/** Reasoning as a part of the content, which one vendor of this dialect gives and takes (SOURCES 10.7). */
function thinkingText(field: Field): string {
  if (typeof field.value === 'string') return field.value
  return field
    .items(mostParts)
    .map((part) => part.member('text').text())
    .join('')
}

function readCalls(message: Field, index: number): Part[] {
  const old = message.member('function_call')
  if (!old.absent)
    return [
      {
        kind: 'toolCall',
        id: `call_${index}`,
        name: old.member('name').name(),
        input: toolInput(old.member('arguments')),
      },
    ]
  return message.member('tool_calls').maybeItems(mostCalls).map(readCall)
}
function readCall(field: Field): Part {
  const id = field.member('id').name()
  const kind = field.member('type').maybeOneOf(['function', 'custom']) ?? 'function'
  const call = field.member(kind)
  const name = call.member('name').name()
  if (kind === 'custom') {
    const input = JSON.stringify({ input: call.member('input').text() })
    return { kind: 'toolCall', id, name, input, extras: { type: 'custom' } }
  }
  const signature = signatureIn(field)
  const input = toolInput(call.member('arguments'))
  return signature === undefined
    ? { kind: 'toolCall', id, name, input }
    : { kind: 'toolCall', id, name, input, signature }
}
/** Reads the thought signature of a call from where Gemini's own compatible endpoint puts it. */
function signatureIn(field: Field): string | undefined {
  const extra = field.member('extra_content')
  const google = extra.absent ? extra : extra.member('google')
  return google.absent ? undefined : google.member('thought_signature').maybeText()
}

export function readToolResult(message: Field): Message {
  const id = message.member('tool_call_id').name()
  return messageOf(
    'user',
    [{ kind: 'toolResult', id, parts: resultParts(message), isError: false }],
    message,
    messageKnown,
  )
}
function resultParts(message: Field): Part[] {
  const content = message.member('content').required()
  return typeof content.value === 'string'
    ? [{ kind: 'text', text: content.value }]
    : content.items(mostParts).map(readUserPart)
}

/** The older form only names the function: it answers the last call of that name. */
export function readFunction(message: Field, messages: readonly Message[]): Message {
  const name = message.member('name').name()
  const calls = messages.flatMap((before) => before.parts).filter((part) => part.kind === 'toolCall')
  const id = calls.findLast((call) => call.name === name)?.id
  if (id === undefined) throw message.member('name').error('names no function that was called before')
  const content = message.member('content')
  const text = content.absent ? '' : content.text()
  return { role: 'user', parts: [{ kind: 'toolResult', id, name, parts: [{ kind: 'text', text }], isError: false }] }
}
