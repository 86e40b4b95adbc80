// Requests whose every further step takes milliseconds: each gets its own tick.
import { yieldToEventLoop } from '#provider'
import type { ChatRequest, Part } from './chat-request.ts'
import { acceptLongBody } from './field.ts'

/** Messages and their parts. */
const longCount = 1000
const longText = 1_000_000
/** Size of a long body, which can hold much besides messages. */
const longBytes = 100_000

export const isLongBody = (bytes: Buffer): boolean => bytes.length > longBytes

/** Checks a long body, and lets other calls be answered, before it is read. Rejects as reading it would throw. */
export async function prepareLongBody(body: unknown): Promise<void> {
  await yieldToEventLoop()
  await acceptLongBody(body)
  await yieldToEventLoop()
}

/**
 * Lets other calls be answered before the next step with a long request; returns no promise for any other. `bytes`: the
 * body, where it is known.
 */
export function pauseIfLong(
  request: Pick<ChatRequest, 'messages' | 'system'>,
  bytes?: Buffer,
): Promise<void> | undefined {
  return (bytes && isLongBody(bytes)) || isLong(request) ? yieldToEventLoop() : undefined
}

const isLong = (request: Pick<ChatRequest, 'messages' | 'system'>): boolean =>
  countOf(request) > longCount || hasLongText(request)

function countOf({ messages }: Pick<ChatRequest, 'messages'>): number {
  let count = messages.length
  for (const { parts } of messages) count += parts.length
  return count
}

/** True if the texts and data have more than a million characters. */
export function hasLongText({ messages, system }: Pick<ChatRequest, 'messages' | 'system'>): boolean {
  let length = 0
  for (const text of system) length += text.length
  for (const { parts } of messages) for (const part of parts) length += lengthOf(part)
  return length > longText
}

function lengthOf(part: Part): number {
  if (part.kind === 'text' || part.kind === 'thinking') return part.text.length
  if (part.kind === 'toolResult') return part.parts.reduce((sum, inner) => sum + lengthOf(inner), 0)
  return 'source' in part && 'data' in part.source ? part.source.data.length : 0
}
