// Writes the messages of a chat request as those of the Messages API (SOURCES 10).
import { present } from '#define/present'
import { ConversationIds } from '../call-ids.ts'
import {
  asInstruction,
  type ChatRequest,
  type Message,
  type Part,
  type Source,
  type SystemDetails,
} from '../chat-request.ts'
import { objectIn } from '../field.ts'
import type { Json } from '../json.ts'
import { compact, isJson } from '../json.ts'
import { isTextType, isVideo, typeByName, unheardSound, unseenVideo } from '../source.ts'
import { versionOf } from './version.ts'

/** Placeholder for empty content, which the wire refuses. */
const nothing = { type: 'text', text: '...' }

/** Returns the instructions before the first message, one block each, `more` last; undefined without any. */
export function writeSystem({ system, systemDetails, wire }: ChatRequest, more: string | undefined): unknown {
  const isNative = wire === 'anthropic'
  const blocks = system.flatMap((text, index) => {
    const mark = systemDetails?.[index]
    if (isLater(mark, isNative) || text.trim() === '') return []
    return [{ ...extrasOf(mark ?? {}, isNative), type: 'text', text }]
  })
  if (more !== undefined) blocks.push({ type: 'text', text: more })
  const [only] = blocks
  if (only === undefined) return undefined
  return blocks.length === 1 && Object.keys(only).length === 2 ? only.text : blocks
}

/**
 * Returns all members of this wire; of other wires only `cache_control`, which many of them have adopted. `part`: those
 * of the part that an instruction is.
 */
function extrasOf({ extras }: { readonly extras?: Json | undefined }, isNative: boolean): Json | undefined {
  if (isNative || extras === undefined) return extras
  const { cache_control: own, part } = extras
  const cache_control = own ?? (isJson(part) ? part.cache_control : undefined)
  return cache_control === undefined ? undefined : { cache_control }
}

/** Marks the last block for the cache where a message of another wire is marked as a whole. */
function marked(content: readonly Json[], { extras }: Message): readonly Json[] {
  const last = content.at(-1)
  const mark = extras?.cache_control
  if (!isJson(mark) || last === undefined || /thinking$/.test(String(last.type))) return content
  return [...content.slice(0, -1), { cache_control: mark, ...last }]
}

/** Joins consecutive messages of one role; the first message is the user's. */
export function writeMessages(request: ChatRequest, model: string): Json[] {
  const { wire } = request
  const isNative = wire === 'anthropic'
  const messages: { role: string; content: Json[] }[] = []
  const say = (role: string, content: readonly Json[], apart = false) => {
    const last = messages.at(-1)
    if (last?.role === role && !apart) last.content.push(...content)
    else messages.push({ role, content: [...content] })
  }
  const saySystem = systemOf(request)
  const ids = new ConversationIds(cleanId)
  // Not every model of this wire takes instructions between messages, so those of other wires are the user's.
  const instructor = isNative ? 'system' : 'user'
  for (const [index, message] of request.messages.entries()) {
    for (const block of saySystem(index)) say(instructor, [block])
    const content = message.parts
      .filter((part) => isNative || !isBlank(part))
      .flatMap((part) => writePart(part, isNative, ids))
    if (content.length > 0) say(message.role, isNative ? content : marked(content, message), isNative)
  }
  for (const block of saySystem(Infinity)) say(instructor, [block])
  if (!isNative && messages[0]?.role !== 'user') messages.unshift({ role: 'user', content: [nothing] })
  const isUnasked = !isNative && messages.at(-1)?.role === 'assistant' && refusesBegun(model)
  if (messages.length === 0 || isUnasked) messages.push({ role: 'user', content: [nothing] })
  return messages.map(({ role, content }, index) => {
    const isLast = index === messages.length - 1
    return { role, content: plain(role === 'user' ? resultsFirst(content) : said(content, isLast && !isNative)) }
  })
}

/** True for models that do not go on with an answer that the request begins (SOURCES 10.18). */
const refusesBegun = (model: string): boolean => (versionOf(model) ?? 0) >= 4.6

/** The vendor refuses text that is only white space. */
function isBlank(part: Part): boolean {
  return part.kind === 'text' && part.text.trim() === ''
}

/** True if an instruction is between messages or after them. */
function isLater(mark: SystemDetails | undefined, isNative: boolean): boolean {
  return isNative ? mark?.after !== undefined : (mark?.after ?? 0) > 0
}

/** Instructions between messages, at their positions. */
function systemOf({ system, systemDetails, wire }: ChatRequest): (before: number) => Json[] {
  const isNative = wire === 'anthropic'
  let next = 0
  return (before) => {
    const blocks: Json[] = []
    for (; next < system.length; next++) {
      const mark = systemDetails?.[next]
      const text = present(system[next])
      if (!mark || !isLater(mark, isNative) || (!isNative && text.trim() === '')) continue
      if ((mark.after ?? 0) > before) break
      blocks.push({ ...extrasOf(mark, isNative), type: 'text', text: isNative ? text : asInstruction(text) })
    }
    return blocks
  }
}

function plain(content: readonly Json[]): unknown {
  const [only] = content
  return content.length === 1 && only?.type === 'text' && Object.keys(only).length === 2 ? only.text : content
}
function resultsFirst(content: readonly Json[]): readonly Json[] {
  const isResult = (block: Json) => block.type === 'tool_result'
  return [...content.filter(isResult), ...content.filter((block) => !isResult(block))]
}
/** A prefilled answer must not end with white space. */
function said(content: readonly Json[], isLast: boolean): readonly Json[] {
  const last = content.at(-1)
  if (!isLast || last?.type !== 'text' || typeof last.text !== 'string') return content
  const text = last.text.trimEnd()
  return [...content.slice(0, -1), text === '' ? nothing : { ...last, text }]
}

function writePart(part: Part, isNative: boolean, ids: ConversationIds): Json[] {
  const extras = extrasOf(part, isNative)
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return part.text === '' ? [] : [{ ...extras, type: 'text', text: part.text }]
    case 'image':
      return [{ ...extras, type: 'image', source: writeSource(part.source) }]
    case 'document':
      return writeDocument(part, extras)
    // This wire has no audio, so the text says what is missing.
    case 'audio':
      return [{ type: 'text', text: unheardSound }]
    case 'thinking':
      // Thinking without its signature is refused.
      return part.signature === undefined ? [] : [{ type: 'thinking', thinking: part.text, signature: part.signature }]
    case 'redactedThinking':
      return [{ type: 'redacted_thinking', data: part.data }]
    case 'toolCall':
      return [
        {
          ...extras,
          type: 'tool_use',
          id: isNative ? cleanId(part.id) : ids.called(part.id),
          name: part.name,
          input: objectIn(part.input),
        },
      ]
    case 'toolResult':
      return [writeResult(part, { extras, isNative, ids })]
    case 'opaque':
      if (part.wire === 'anthropic') return [part.block]
      return part.text === undefined ? [] : [{ type: 'text', text: part.text }]
  }
}

/** The wire allows letters, digits, `_` and `-`; ids of some servers contain more. */
function cleanId(id: string): string {
  return id.replace(/[^\w-]/g, '_')
}

interface ResultContext {
  readonly extras: Json | undefined
  readonly isNative: boolean
  readonly ids: ConversationIds
}
function writeResult(part: Extract<Part, { kind: 'toolResult' }>, context: ResultContext): Json {
  const { extras, isNative, ids } = context
  const content = part.parts
    .filter((inside) => isNative || !isBlank(inside))
    .flatMap((inside) => writePart(inside, isNative, ids))
  const said = isNative ? content : content.map(({ cache_control: _mark, ...block }) => block)
  return compact({
    ...extras,
    // The vendor takes the mark on a result as a whole, and refuses it within.
    cache_control: extras?.cache_control ?? (isNative ? undefined : content.findLast(isMarked)?.cache_control),
    type: 'tool_result',
    tool_use_id: isNative ? cleanId(part.id) : ids.answered(part.id),
    content: said.length === 0 ? undefined : plain(said),
    is_error: part.isError ? true : undefined,
  })
}

const isMarked = ({ cache_control: mark }: Json): boolean => isJson(mark)

function writeSource(source: Source): Json {
  if (source.at === 'url') return { type: 'url', url: source.url }
  if (source.at === 'file') return { type: 'file', file_id: source.id }
  return { type: 'base64', media_type: source.mediaType, data: source.data }
}

/** True for a file of a type that the wire does not take, such as a table of Excel. */
export function isUnread(source: Source): boolean {
  if (source.at !== 'data' || source.mediaType.startsWith('image/')) return false
  return source.mediaType !== 'application/pdf' && !isTextType(source.mediaType)
}

function writeDocument({ source, name }: Extract<Part, { kind: 'document' }>, extras: Json | undefined): Json[] {
  if (isVideo(source)) return [{ type: 'text', text: unseenVideo }]
  const type = source.at === 'data' ? source.mediaType : source.at === 'url' ? (typeByName(source.url) ?? '') : ''
  if (type.startsWith('image/')) return [{ ...extras, type: 'image', source: writeSource(source) }]
  if (isUnread(source)) return [{ type: 'text', text: `[${name ?? 'file'} that this model cannot read]` }]
  const isText = source.at === 'data' && isTextType(type)
  const written = isText
    ? { type: 'text', media_type: 'text/plain', data: Buffer.from(source.data, 'base64').toString('utf8') }
    : writeSource(source)
  return [compact({ ...extras, type: 'document', source: written, title: name })]
}
