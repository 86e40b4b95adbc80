// Names of tools on a wire that refuses some of them: longer ones, and characters that other wires take. A name is
// written in a form that the wire takes, and answers have the caller's own name again.
import { createHash } from 'node:crypto'
import type { Batches } from './batches.ts'
import type { ChatRequest, Part, ToolChoice } from './chat-request.ts'
import type { StreamEvent } from './stream-event.ts'
import type { Wire } from './wire.ts'

const most = 64
/** Length of the digest of the whole name, with the character before it. */
const digestLength = 9
const plain = /^[A-Za-z0-9_-]{1,64}$/
const taken: Readonly<Record<Wire, RegExp>> = {
  openai: plain,
  completions: plain,
  anthropic: plain,
  gemini: /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/,
}

export interface NamedRequest {
  readonly request: ChatRequest
  /** The caller's names by those that were written instead; empty if the wire takes all names. */
  readonly originals: ReadonlyMap<string, string>
}

/** Returns the request with names that the wire takes. Names of the wire's own callers stay unchanged. */
export function withTakenNames(given: ChatRequest, wire: Wire): NamedRequest {
  const originals = new Map<string, string>()
  if (given.wire === wire) return { request: given, originals }
  const request = hasChosenTool(given) ? given : { ...given, toolChoice: undefined }
  const nameFor = (name: string): string => {
    if (taken[wire].test(name)) return name
    const written = takenName(name)
    originals.set(written, name)
    return written
  }
  // nearly every request has only names that the wire takes
  if (namesIn(request).every((name) => taken[wire].test(name))) return { request, originals }
  const named = (part: Part): Part => {
    if (part.kind === 'toolCall') return { ...part, name: nameFor(part.name) }
    return part.kind === 'toolResult' && part.name !== undefined ? { ...part, name: nameFor(part.name) } : part
  }
  const tools = request.tools.map((tool) => ({ ...tool, name: nameFor(tool.name) }))
  const messages = request.messages.map((message) => ({ ...message, parts: message.parts.map(named) }))
  const toolChoice = request.toolChoice && namedChoice(request.toolChoice, nameFor)
  return { request: { ...request, tools, messages, toolChoice }, originals }
}
/** False for the choice of a tool that runs at its vendor: it is left out with the tool. */
const hasChosenTool = ({ tools, toolChoice: choice }: ChatRequest): boolean =>
  choice?.kind !== 'tool' || tools.some(({ name }) => name === choice.name)
function namesIn({ tools, messages }: ChatRequest): string[] {
  const names = tools.map(({ name }) => name)
  for (const { parts } of messages)
    for (const part of parts)
      if ((part.kind === 'toolCall' || part.kind === 'toolResult') && part.name !== undefined) names.push(part.name)
  return names
}
const namedChoice = (choice: ToolChoice, nameFor: (name: string) => string): ToolChoice =>
  choice.kind === 'tool' ? { kind: 'tool', name: nameFor(choice.name) } : choice

/** Returns a name that depends only on the caller's, so that it is the same in every turn and differs between names. */
export function takenName(name: string): string {
  const clean = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, most - digestLength - 1)
  const begun = /^[A-Za-z_]/.test(clean) ? clean : `_${clean}`
  return `${begun}_${createHash('sha256')
    .update(name)
    .digest('hex')
    .slice(0, digestLength - 1)}`
}

/** Returns the batches with the caller's own names of tools. */
export async function* withOriginalNames(batches: Batches, originals: ReadonlyMap<string, string>): Batches {
  for await (const events of batches) yield events.map((event) => originalOf(event, originals))
}
function originalOf(event: StreamEvent, originals: ReadonlyMap<string, string>): StreamEvent {
  const name = event.kind === 'toolCall' ? originals.get(event.name) : undefined
  return event.kind === 'toolCall' && name !== undefined ? { ...event, name } : event
}
