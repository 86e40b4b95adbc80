// Thoughts of one vendor in conversations of another wire. Each vendor refuses what another has signed, so signatures
// and sealed thoughts name their wire while a caller of another one keeps them, and go back to that wire alone.
import type { Batches } from './batches.ts'
import type { ChatRequest, Part } from './chat-request.ts'
import type { StreamEvent } from './stream-event.ts'
import type { Wire } from './wire.ts'

/** Base64, which some SDKs decode; the length in bytes is a multiple of three, so that all marks begin alike. */
const mark = Buffer.from('gatehouse thought of ').toString('base64')

function marked(wire: Wire, signature: string): string {
  return mark + Buffer.from(`${wire} ${signature}`).toString('base64')
}
function unmarked(text: string): { readonly wire: string; readonly signature: string } | undefined {
  if (!text.startsWith(mark)) return undefined
  const inside = Buffer.from(text.slice(mark.length), 'base64').toString()
  const end = inside.indexOf(' ')
  return end < 0 ? undefined : { wire: inside.slice(0, end), signature: inside.slice(end + 1) }
}

/** True if a text, such as a body, holds a thought of another wire. */
export const hasMarkedThought = (text: string): boolean => text.includes(mark)

/**
 * True for a request in its provider's own wire that only the writer can send: the provider would refuse the thoughts
 * of another that it holds. Servers of chat completions take any.
 */
export function hasForeignThoughts({ messages, wire }: ChatRequest): boolean {
  if (wire !== 'anthropic' && wire !== 'gemini') return false
  return messages.some(({ parts }) => parts.some((part) => hasMarkedThought(sealedIn(part) ?? '')))
}

const sealedIn = (part: Part): string | undefined =>
  part.kind === 'thinking' ? part.signature : part.kind === 'redactedThinking' ? part.data : undefined

/** Returns the request without thoughts that the provider refuses, and with its own as it gave them. */
export function withOwnThoughts(request: ChatRequest, wire: Wire): ChatRequest {
  const isOwnForm = request.wire === wire && request.dropped === undefined
  if (isOwnForm && wire === 'openai') return request
  const isSealed = (part: Part) => (sealedIn(part) ?? '') !== ''
  // most requests have none
  if (!request.messages.some(({ parts }) => parts.some(isSealed))) return request
  const messages = request.messages.map((message) => ({
    ...message,
    parts: message.parts.flatMap((part) => ownThought(part, request, wire)),
  }))
  return { ...request, messages }
}

function ownThought(part: Part, request: ChatRequest, wire: Wire): readonly Part[] {
  const sealed = sealedIn(part) ?? ''
  if (sealed === '') return [part]
  const opened = unmarked(sealed)
  if (opened === undefined) return isOfAnother(part, request, wire) ? [] : [part]
  if (opened.wire !== wire) return []
  if (part.kind === 'redactedThinking') return [{ ...part, data: opened.signature }]
  if (part.kind !== 'thinking') return [part]
  return [{ ...part, signature: opened.signature === '' ? undefined : opened.signature }]
}

/**
 * True for a thought without our mark that Claude did not sign: those of its own callers and those that say so are its
 * own, and nobody knows of those of other routers.
 */
function isOfAnother({ extras }: Part, request: ChatRequest, wire: Wire): boolean {
  if (wire !== 'anthropic' || request.wire === 'anthropic') return false
  if (request.wire === 'gemini' || request.dropped !== undefined) return true
  return extras?.thoughtFormat !== undefined && !String(extras.thoughtFormat).startsWith('anthropic')
}

/**
 * Yields the batches with what a provider signed or sealed under its name. Callers of messages send every thought back,
 * so one without a signature gets a mark as well.
 */
export async function* withMarkedThoughts(batches: Batches, wire: Wire, caller: Wire | undefined): Batches {
  const open = new Set<number>()
  for await (const events of batches) yield events.flatMap((event) => markedEvents(event, { wire, caller, open }))
}

interface Marking {
  readonly wire: Wire
  readonly caller: Wire | undefined
  /** The choices whose last event was a thought. */
  readonly open: Set<number>
}
function markedEvents(event: StreamEvent, { wire, caller, open }: Marking): readonly StreamEvent[] {
  if (!('choice' in event)) return [event]
  const { choice } = event
  if (event.kind === 'thinking') {
    open.add(choice)
    return [event]
  }
  const wasOpen = open.delete(choice)
  if (event.kind === 'signature') return [{ ...event, signature: marked(wire, event.signature) }]
  const ended: readonly StreamEvent[] =
    wasOpen && caller === 'anthropic' ? [{ kind: 'signature', choice, signature: marked(wire, '') }] : []
  return [...ended, event.kind === 'redactedThinking' ? { ...event, data: marked(wire, event.data) } : event]
}
