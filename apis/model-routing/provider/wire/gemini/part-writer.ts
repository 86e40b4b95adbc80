// What a conversation says, as the contents and parts of a generateContent request (SOURCES 10).
import type { ChatRequest, Part, Source } from '../chat-request.ts'
import { objectIn } from '../field.ts'
import type { Json } from '../json.ts'
import { compact, isJson, parsed } from '../json.ts'
import { typeByName } from '../source.ts'
import { resultText } from './part-reader.ts'
import { versionOf } from './version.ts'

/**
 * The vendor's own word for a call that another model made and that so has no signature; newer models refuse calls
 * without one.
 */
const notOurs = 'skip_thought_signature_validator'

/** Turns of one side after another become one content; the first is the user's. */
export function writeContents(conversation: ChatRequest, model: string): Json[] {
  const { messages, wire } = conversation
  const own = wire === 'gemini'
  /** Of the calls so far: some servers begin their ids anew in each answer. */
  const names = new Map<string, string>()
  const contents: { readonly role: string; readonly parts: Json[] }[] = []
  for (const turn of messages) {
    const role = turn.role === 'assistant' ? 'model' : 'user'
    for (const part of turn.parts) if (part.kind === 'toolCall') names.set(part.id, part.name)
    const parts = turn.parts.flatMap((part) => writePart(part, own, names))
    const signed = role === 'model' && (versionOf(model) ?? 0) >= 3 ? withSignature(parts) : parts
    const last = contents.at(-1)
    if (signed.length === 0) continue
    if (last?.role === role && !own) last.parts.push(...signed)
    else contents.push({ role, parts: [...signed] })
  }
  if (contents[0]?.role !== 'user' && (!own || contents.length === 0))
    contents.unshift({ role: 'user', parts: [{ text: '...' }] })
  return contents.map(({ role, parts }) => ({ role, parts: role === 'user' ? responsesFirst(parts) : parts }))
}

function responsesFirst(parts: readonly Json[]): readonly Json[] {
  const isResponse = (part: Json) => part.functionResponse !== undefined
  return [...parts.filter(isResponse), ...parts.filter((part) => !isResponse(part))]
}
/** Of calls made at once the first one carries the signature. */
function withSignature(parts: readonly Json[]): readonly Json[] {
  const first = parts.findIndex((part) => part.functionCall !== undefined)
  return parts.map((part, index) =>
    index === first && part.thoughtSignature === undefined ? { ...part, thoughtSignature: notOurs } : part,
  )
}

function writePart(part: Part, own: boolean, names: ReadonlyMap<string, string>): Json[] {
  const extras = own ? part.extras : undefined
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return part.text === '' && extras === undefined ? [] : [{ ...extras, text: part.text }]
    // The type must be told, and addresses do not always tell it.
    case 'image':
      return [writeSource(part.source, extras, 'image/jpeg')]
    case 'audio':
      return [writeSource(part.source, extras, 'audio/wav')]
    case 'document':
      return [writeSource(part.source, extras, typeByName(part.name ?? ''))]
    // Signatures of other vendors' thoughts mean nothing here.
    case 'thinking':
      return own ? [compact({ ...extras, text: part.text, thought: true, thoughtSignature: part.signature })] : []
    case 'redactedThinking':
      return []
    case 'toolCall': {
      const functionCall = compact({ id: extras?.id, name: part.name, args: objectIn(part.input) })
      return [compact({ ...without(extras, 'id'), functionCall, thoughtSignature: part.signature })]
    }
    case 'toolResult':
      return writeResult(part, own, names)
    case 'opaque':
      if (part.wire === 'gemini') return [part.block]
      return part.text === undefined ? [] : [{ text: part.text }]
  }
}
function without(extras: Json | undefined, ...names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(extras ?? {}).filter(([name]) => !names.includes(name)))
}

function writeResult(
  part: Extract<Part, { kind: 'toolResult' }>,
  own: boolean,
  names: ReadonlyMap<string, string>,
): Json[] {
  const texts = part.parts.map((inside) => ('text' in inside ? (inside.text ?? '') : '')).filter((text) => text !== '')
  const shown = part.parts.filter((inside) => ['image', 'audio', 'document'].includes(inside.kind))
  const extras = own ? part.extras : undefined
  const functionResponse = compact({
    id: extras?.id,
    name: part.name ?? names.get(part.id) ?? part.id,
    response: responseOf(texts.join('\n'), part.isError, extras?.response),
  })
  const others = without(extras, 'id', 'response')
  return [{ ...others, functionResponse }, ...shown.flatMap((inside) => writePart(inside, own, names))]
}
/** An object; a result that is none is wrapped. `given` is what this same wire said, where the text still says it. */
function responseOf(text: string, isError: boolean, given: unknown): Json {
  if (isJson(given) && resultText(given) === text) return given
  if (isError) return { error: text }
  const value = parsed(text)
  return isJson(value) ? objectIn(text) : { result: text }
}
/** `type` is taken where neither the caller nor the address tells one, of pictures and sounds one of their family. */
function writeSource(source: Source, extras: Json | undefined, type: string | undefined): Json {
  const others = without(extras, 'mimeType')
  if (source.at === 'data') return { ...others, inlineData: { mimeType: source.mediaType, data: source.data } }
  const fileUri = source.at === 'url' ? source.url : source.id
  // the end of a host's name is none of a file's
  const told = typeByName(source.at === 'url' ? (URL.parse(fileUri)?.pathname ?? '') : fileUri)
  const family = /^(?:image|audio)\//.exec(type ?? '')?.[0] ?? ''
  const mimeType = extras?.mimeType ?? (told?.startsWith(family) ? told : type)
  return { ...others, fileData: compact({ fileUri, mimeType }) }
}
