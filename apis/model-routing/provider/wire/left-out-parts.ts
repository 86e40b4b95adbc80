// Names the parts of messages and tools that another wire cannot express. Reasoning is not among them: it belongs to
// the vendor that it came from.
import { isUnread } from './anthropic/block-writer.ts'
import type { ChatRequest, Message, Part } from './chat-request.ts'
import type { Json } from './json.ts'
import { isVideo } from './source.ts'
import type { Wire } from './wire.ts'

/** Members that the chat request has in another form, and hints for caches, which change no answer. */
const covered = new Set([
  ...['cache_control', 'type', 'id', 'response', 'mimeType', 'thoughtSignature', 'part', 'role', 'caller'],
  ...['reasoning_content', 'reasoning_details', 'thoughtFormat'],
])

/** Returns the parts that are left out in the caller's words, each once. */
export function partsLeftOut(request: ChatRequest, wire: Wire): readonly string[] {
  const names = new Set<string>()
  const titled = request.wire === 'anthropic' ? 'title' : 'filename'
  for (const message of request.messages) {
    if (message.name !== undefined && wire !== 'openai') names.add('name')
    addMembers(message.extras, names)
    for (const part of message.parts) addPart(part, { wire, role: message.role, names, titled })
  }
  for (const { extras } of request.systemDetails ?? []) addMembers(extras, names)
  for (const { extras } of request.tools) addMembers(extras, names)
  return [...names]
}

interface Place {
  readonly wire: Wire
  readonly role: Message['role']
  readonly names: Set<string>
  /** The caller's word for the name of a document. */
  readonly titled: string
}
function addPart(part: Part, place: Place): void {
  const { wire, names } = place
  addMembers(part.extras, names)
  if (part.kind === 'image' && part.detail !== undefined && wire !== 'openai') names.add('detail')
  if (part.kind === 'document' && part.name !== undefined && wire === 'gemini') names.add(place.titled)
  if (part.kind === 'toolResult') {
    if (part.isError && wire === 'openai') names.add('is_error')
    for (const inside of part.parts) addPart(inside, place)
  }
  if (!isSaid(part, place)) names.add(part.kind === 'opaque' ? kindOf(part.block) : part.kind)
}

/** True if the writer of the wire has a form for the part, if only as text. */
function isSaid(part: Part, { wire, role }: Place): boolean {
  const isMedia = part.kind === 'image' || part.kind === 'audio' || part.kind === 'document'
  if (part.kind === 'opaque') return part.wire === wire || (part.text !== undefined && !isByModel(role, wire))
  if (isMedia && isByModel(role, wire)) return false
  if (part.kind === 'image') return part.source.at !== 'file' || wire !== 'openai'
  if (part.kind === 'document' && isVideo(part.source)) return wire === 'gemini'
  if (part.kind === 'document' && wire === 'anthropic') return !isUnread(part.source)
  if (part.kind === 'audio') return wire === 'openai' ? part.source.at === 'data' : wire !== 'anthropic'
  return true
}
/** Chat completions take only texts and calls of the assistant. */
const isByModel = (role: Message['role'], wire: Wire): boolean => role === 'assistant' && wire === 'openai'

/** The type of a block of the Messages API, or the member that a part of generateContent is. */
function kindOf(block: Json): string {
  return typeof block.type === 'string' ? block.type : (Object.keys(block)[0] ?? 'part')
}
function addMembers(extras: Json | undefined, names: Set<string>): void {
  for (const [name, value] of Object.entries(extras ?? {}))
    if (!covered.has(name) && value !== null && value !== undefined) names.add(name)
}
