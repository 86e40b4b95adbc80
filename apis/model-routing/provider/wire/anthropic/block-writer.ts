// Writes the messages of a chat request as those of the Messages API (SOURCES 10).
import type { ChatRequest, Part, Source } from '../chat-request.ts'
import { objectIn } from '../field.ts'
import type { Json } from '../json.ts'
import { compact } from '../json.ts'
import { typeByName } from '../source.ts'

/** A placeholder where the wire requires content and there is none. */
const nothing = { type: 'text', text: '...' }

/** The system instructions, one block each, `more` last. Undefined when there are none. */
export function writeSystem({ system, systemDetails, wire }: ChatRequest, more: string | undefined): unknown {
  const isNative = wire === 'anthropic'
  const blocks = system.flatMap((text, index) => {
    const mark = systemDetails?.[index]
    if ((isNative && mark?.after !== undefined) || text.trim() === '') return []
    return [{ ...extrasOf(mark ?? {}, isNative), type: 'text', text }]
  })
  if (more !== undefined) blocks.push({ type: 'text', text: more })
  const [only] = blocks
  if (only === undefined) return undefined
  return blocks.length === 1 && Object.keys(only).length === 2 ? only.text : blocks
}

/** All members of this wire; of other wires only `cache_control`, which many of them have adopted. */
function extrasOf({ extras }: { readonly extras?: Json | undefined }, isNative: boolean): Json | undefined {
  if (isNative || extras === undefined) return extras
  return extras.cache_control === undefined ? undefined : { cache_control: extras.cache_control }
}

/** Consecutive messages of one role become one; the first one is the user's. */
export function writeMessages(request: ChatRequest): Json[] {
  const { wire } = request
  const isNative = wire === 'anthropic'
  const messages: { role: string; content: Json[] }[] = []
  const say = (role: string, content: readonly Json[], apart = false) => {
    const last = messages.at(-1)
    if (last?.role === role && !apart) last.content.push(...content)
    else messages.push({ role, content: [...content] })
  }
  const saySystem = systemOf(request)
  for (const [index, message] of request.messages.entries()) {
    for (const block of saySystem(index)) say('system', [block])
    const content = message.parts
      .filter((part) => isNative || !isBlank(part))
      .flatMap((part) => writePart(part, isNative))
    if (content.length > 0) say(message.role, content, isNative)
  }
  for (const block of saySystem(Infinity)) say('system', [block])
  if (!isNative && messages[0]?.role !== 'user') messages.unshift({ role: 'user', content: [nothing] })
  if (messages.length === 0) messages.push({ role: 'user', content: [nothing] })
  return messages.map(({ role, content }, index) => {
    const isLast = index === messages.length - 1
    return { role, content: plain(role === 'user' ? resultsFirst(content) : said(content, isLast && !isNative)) }
  })
}

/** The vendor refuses text that is only white space. */
function isBlank(part: Part): boolean {
  return part.kind === 'text' && part.text.trim() === ''
}

/** Instructions between messages of this same wire, at their positions. */
function systemOf({ system, systemDetails, wire }: ChatRequest): (before: number) => Json[] {
  let next = 0
  return (before) => {
    const blocks: Json[] = []
    for (; wire === 'anthropic' && next < system.length; next++) {
      const mark = systemDetails?.[next]
      if (mark?.after === undefined) continue
      if (mark.after > before) break
      blocks.push({ ...mark.extras, type: 'text', text: system[next] ?? '' })
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

function writePart(part: Part, isNative: boolean): Json[] {
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
      return [{ type: 'text', text: '[sound that this model cannot hear]' }]
    case 'thinking':
      // Thinking without its signature is refused.
      return part.signature === undefined ? [] : [{ type: 'thinking', thinking: part.text, signature: part.signature }]
    case 'redactedThinking':
      return [{ type: 'redacted_thinking', data: part.data }]
    case 'toolCall':
      return [{ ...extras, type: 'tool_use', id: idOf(part.id), name: part.name, input: objectIn(part.input) }]
    case 'toolResult':
      return [writeResult(part, extras, isNative)]
    case 'opaque':
      if (part.wire === 'anthropic') return [part.block]
      return part.text === undefined ? [] : [{ type: 'text', text: part.text }]
  }
}

/** The wire allows letters, digits, `_` and `-`; ids of some servers contain more. */
function idOf(id: string): string {
  return id.replace(/[^\w-]/g, '_')
}

function writeResult(part: Extract<Part, { kind: 'toolResult' }>, extras: Json | undefined, isNative: boolean): Json {
  const content = part.parts.flatMap((inside) => writePart(inside, isNative))
  return compact({
    ...extras,
    type: 'tool_result',
    tool_use_id: idOf(part.id),
    content: content.length === 0 ? undefined : plain(content),
    is_error: part.isError ? true : undefined,
  })
}

function writeSource(source: Source): Json {
  if (source.at === 'url') return { type: 'url', url: source.url }
  if (source.at === 'file') return { type: 'file', file_id: source.id }
  return { type: 'base64', media_type: source.mediaType, data: source.data }
}

function writeDocument({ source, name }: Extract<Part, { kind: 'document' }>, extras: Json | undefined): Json[] {
  const type = source.at === 'data' ? source.mediaType : source.at === 'url' ? (typeByName(source.url) ?? '') : ''
  if (type.startsWith('image/')) return [{ ...extras, type: 'image', source: writeSource(source) }]
  const isText = source.at === 'data' && (type.startsWith('text/') || type === 'application/json')
  const written = isText
    ? { type: 'text', media_type: 'text/plain', data: Buffer.from(source.data, 'base64').toString('utf8') }
    : writeSource(source)
  return [compact({ ...extras, type: 'document', source: written, title: name })]
}
