// Signatures of tool calls for clients whose wire cannot carry them. A provider that signs its thinking wants the
// signature of a call back with the result of the tool (SOURCES 10.8); the router remembers it by the id of the call.
import type { Batches } from '../../wire/batches.ts'
import type { ChatRequest, Message, Part } from '../../wire/chat-request.ts'
import type { StreamEvent } from '../../wire/stream-event.ts'

export interface CallSignatures {
  /** Passes events on, and remembers the signatures of their calls for the account. */
  remembering(account: string, batches: Batches): Batches
  /** Returns the request with the known signatures of its calls. */
  restored(account: string, request: ChatRequest): ChatRequest
}

/** Bytes of all signatures that this process remembers, newest first. */
const mostBytes = 16 * 1024 * 1024
const longestSignature = 64 * 1024

export function createCallSignatures(): CallSignatures {
  const signatures = new Map<string, string>()
  let bytes = 0

  function remember(key: string, signature: string): void {
    if (signature.length > longestSignature) return
    forget(key)
    signatures.set(key, signature)
    bytes += key.length + signature.length
    for (const oldest of signatures.keys()) {
      if (bytes <= mostBytes) break
      forget(oldest)
    }
  }
  function forget(key: string): void {
    const known = signatures.get(key)
    if (known === undefined) return
    signatures.delete(key)
    bytes -= key.length + known.length
  }

  const keyOf = (account: string, id: string): string => `${account} ${id}`
  const rememberAll = (account: string, events: readonly StreamEvent[]): void => {
    for (const event of events)
      if (event.kind === 'toolCall' && event.signature !== undefined)
        remember(keyOf(account, event.id), event.signature)
  }
  const signed = (account: string, part: Part): Part => {
    if (part.kind !== 'toolCall' || part.signature !== undefined) return part
    const signature = signatures.get(keyOf(account, part.id))
    return signature === undefined ? part : { ...part, signature }
  }
  const withSignatures = (account: string, message: Message): Message =>
    message.parts.some(({ kind }) => kind === 'toolCall')
      ? { ...message, parts: message.parts.map((part) => signed(account, part)) }
      : message

  return {
    async *remembering(account, batches) {
      for await (const batch of batches) {
        rememberAll(account, batch)
        yield batch
      }
    },
    restored: (account, request) =>
      signatures.size === 0
        ? request
        : { ...request, messages: request.messages.map((message) => withSignatures(account, message)) },
  }
}
