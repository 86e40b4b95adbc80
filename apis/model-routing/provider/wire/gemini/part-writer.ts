// Writes the messages of a chat request as contents of generateContent (SOURCES 10).
import { present } from '#define/present'
import { asInstruction, type ChatRequest, type Message, type Part, type Source } from '../chat-request.ts'
import { objectIn } from '../field.ts'
import type { Json } from '../json.ts'
import { compact, isJson, parsed } from '../json.ts'
import { typeByName } from '../source.ts'
import { resultText } from './part-reader.ts'
import { versionOf } from './version.ts'

/**
 * The vendor's placeholder for a call of another model, which has no signature; newer models refuse calls without
 * one.
 */
const notOurs = 'skip_thought_signature_validator'

/** Joins consecutive messages of one role into one content; the first is the user's. */
export function writeContents(request: ChatRequest, model: string): Json[] {
  const isNative = request.wire === 'gemini'
  const messages = isNative ? request.messages : inCallOrder(request.messages)
  const names = new Map<string, string>()
  const isNewer = (versionOf(model) ?? 0) >= 3
  const target: Target = { isNative, names, showsInside: isNative || isNewer }
  const contents: { readonly role: string; readonly parts: Json[] }[] = []
  const say = (role: string, parts: readonly Json[]) => {
    const last = contents.at(-1)
    if (parts.length === 0) return
    if (last?.role === role && !isNative) last.parts.push(...parts)
    else contents.push({ role, parts: [...parts] })
  }
  const instructions = laterInstructions(request)
  for (const [index, message] of messages.entries()) {
    say('user', instructions.get(index) ?? [])
    const role = message.role === 'assistant' ? 'model' : 'user'
    for (const part of message.parts) if (part.kind === 'toolCall') names.set(part.id, part.name)
    const parts = message.parts.flatMap((part) => writePart(part, target))
    say(role, role === 'model' && isNewer ? withSignature(parts) : parts)
  }
  say('user', instructions.get(messages.length) ?? [])
  if (contents[0]?.role !== 'user' && (!isNative || contents.length === 0))
    contents.unshift({ role: 'user', parts: [{ text: '...' }] })
  return contents.map(({ role, parts }) => ({ role, parts: role === 'user' ? responsesFirst(parts) : parts }))
}

/**
 * Puts the results of parallel calls in the order of the calls: this wire knows them by their names only, and two calls
 * can have the same.
 */
function inCallOrder(messages: readonly Message[]): readonly Message[] {
  const ordered: Message[] = []
  /** The place of each call of the last answer, by its id. */
  let places: ReadonlyMap<string, number> = new Map()
  for (let at = 0; at < messages.length; ) {
    const message = present(messages[at])
    if (message.role === 'assistant' || places.size < 2) {
      const calls = message.parts.flatMap((part) => (part.kind === 'toolCall' ? part.id : []))
      places = new Map(calls.map((id, place) => [id, place]))
      ordered.push(message)
      at += 1
      continue
    }
    let end = at + 1
    while (end < messages.length && messages[end]?.role !== 'assistant') end += 1
    const turn = messages.slice(at, end)
    const placeOf = (id: string) => places.get(id) ?? -1
    const results = turn
      .flatMap(({ parts }) => parts.filter((part) => part.kind === 'toolResult'))
      .sort((one, other) => placeOf(one.id) - placeOf(other.id))
      .values()
    for (const one of turn)
      ordered.push({
        ...one,
        parts: one.parts.map((part) => (part.kind === 'toolResult' ? present(results.next().value) : part)),
      })
    at = end
    places = new Map()
  }
  return ordered
}

/** Returns instructions between messages, by the number of messages before them: this wire lacks a role for them. */
function laterInstructions({ system, systemDetails }: ChatRequest): ReadonlyMap<number, readonly Json[]> {
  const instructions = new Map<number, Json[]>()
  for (const [index, text] of system.entries()) {
    const after = systemDetails?.[index]?.after ?? 0
    if (after === 0 || text.trim() === '') continue
    const part = { text: asInstruction(text) }
    const others = instructions.get(after)
    if (others) others.push(part)
    else instructions.set(after, [part])
  }
  return instructions
}

function responsesFirst(parts: readonly Json[]): readonly Json[] {
  const isResponse = (part: Json) => part.functionResponse !== undefined
  return [...parts.filter(isResponse), ...parts.filter((part) => !isResponse(part))]
}
/** The first of parallel calls carries the signature. */
function withSignature(parts: readonly Json[]): readonly Json[] {
  const first = parts.findIndex((part) => part.functionCall !== undefined)
  return parts.map((part, index) =>
    index === first && part.thoughtSignature === undefined ? { ...part, thoughtSignature: notOurs } : part,
  )
}

interface Target {
  readonly isNative: boolean
  /** Names of the calls so far, by id: some servers restart their ids with each answer. */
  readonly names: ReadonlyMap<string, string>
  /** True if pictures and files of a result are part of it. */
  readonly showsInside: boolean
}
function writePart(part: Part, target: Target): Json[] {
  const { isNative } = target
  const extras = isNative ? part.extras : undefined
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return part.text === '' && extras === undefined ? [] : [{ ...extras, text: part.text }]
    // The media type is required, and an address does not always reveal it.
    case 'image':
      return [writeSource(part.source, extras, 'image/jpeg')]
    case 'audio':
      return [writeSource(part.source, extras, 'audio/wav')]
    case 'document':
      return [writeSource(part.source, extras, typeByName(part.name ?? ''))]
    // Signatures of other vendors mean nothing here.
    case 'thinking':
      return isNative ? [compact({ ...extras, text: part.text, thought: true, thoughtSignature: part.signature })] : []
    case 'redactedThinking':
      return []
    case 'toolCall': {
      const functionCall = compact({ id: extras?.id, name: part.name, args: objectIn(part.input) })
      return [compact({ ...without(extras, 'id'), functionCall, thoughtSignature: part.signature })]
    }
    case 'toolResult':
      return writeResult(part, target)
    case 'opaque':
      if (part.wire === 'gemini') return [part.block]
      return part.text === undefined ? [] : [{ text: part.text }]
  }
}
function without(extras: Json | undefined, ...names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(extras ?? {}).filter(([name]) => !names.includes(name)))
}

function writeResult(part: Extract<Part, { kind: 'toolResult' }>, target: Target): Json[] {
  const { isNative } = target
  const texts = part.parts.map((inside) => ('text' in inside ? (inside.text ?? '') : '')).filter((text) => text !== '')
  const shown = part.parts.filter((inside) => ['image', 'audio', 'document'].includes(inside.kind))
  const extras = isNative ? part.extras : undefined
  const isInside = (inside: Part) => target.showsInside && isShownInside(inside)
  const inside = shown.filter(isInside).flatMap((one) => writePart(one, target))
  const functionResponse = compact({
    ...pick(extras, ...responseMembers),
    name: part.name ?? target.names.get(part.id) ?? part.id,
    response: responseOf(texts.join('\n'), part.isError, extras?.response),
    parts: inside.length > 0 ? inside : undefined,
  })
  const beside = shown.filter((one) => !isInside(one)).flatMap((one) => writePart(one, target))
  return [{ ...without(extras, 'response', ...responseMembers), functionResponse }, ...beside]
}
/** Members of a result that only this wire has. */
const responseMembers = ['id', 'willContinue', 'scheduling']
const pick = (extras: Json | undefined, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(extras ?? {}).filter(([name]) => names.includes(name)))

/** True for what newer models take within a result; everything else is beside it. */
function isShownInside(part: Part): boolean {
  if (part.kind !== 'image' && part.kind !== 'document') return false
  return part.source.at === 'data' && /^(?:image\/(?:png|jpeg|webp)|application\/pdf)$/.test(part.source.mediaType)
}
/**
 * Always an object; other results are wrapped. `original` is the object of this same wire, where the text still
 * matches it.
 */
function responseOf(text: string, isError: boolean, original: unknown): Json {
  if (isJson(original) && resultText(original) === text) return original
  if (isError) return { error: text }
  const value = parsed(text)
  return isJson(value) && !hasReference(value) ? objectIn(text) : { result: text }
}
/** The vendor takes a member `$ref` for a reference to a part of the response, and refuses one to anything else. */
function hasReference(value: Json): boolean {
  const open: object[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Object.hasOwn(next, '$ref')) return true
    for (const inside of Object.values(next)) if (typeof inside === 'object' && inside !== null) open.push(inside)
  }
  return false
}
/** `type` is the fallback where neither the caller nor the address reveals the media type. */
function writeSource(source: Source, extras: Json | undefined, type: string | undefined): Json {
  const others = without(extras, 'mimeType')
  if (source.at === 'data') return { ...others, inlineData: { mimeType: source.mediaType, data: source.data } }
  const fileUri = source.at === 'url' ? source.url : source.id
  // a host name has no file extension
  const guessed = typeByName(source.at === 'url' ? (URL.parse(fileUri)?.pathname ?? '') : fileUri)
  const [family = ''] = /^(?:image|audio)\//.exec(type ?? '') ?? []
  const mimeType = extras?.mimeType ?? (guessed?.startsWith(family) ? guessed : type)
  return { ...others, fileData: compact({ fileUri, mimeType }) }
}
