// What a voice session sends. For tests only.
import { decode } from '@msgpack/msgpack'
import type { TestSocket } from '../../../tests/sockets/client.ts'

/** Everything until the session ends. */
export async function messagesOf(session: TestSocket): Promise<Record<string, unknown>[]> {
  const messages: Record<string, unknown>[] = []
  for (;;) {
    const message = await session.next().catch(() => undefined)
    if (message === undefined) return messages
    messages.push(typeof message === 'string' ? JSON.parse(message) : Object(decode(message)))
  }
}
