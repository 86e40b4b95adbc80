// A session in a thread: the handler's messages become a stream to the gateway, which asks for the next message once it
// has sent the last.
import type { Converse, Message } from '#define/sockets'
import type { SessionEvent } from '../messages.ts'

/** Starts the session. The stream ends with the session, or fails with the session's rejection. */
export function conversation(converse: Converse, messages: AsyncIterable<unknown>): AsyncIterable<SessionEvent> {
  const { readable, writable } = new TransformStream<SessionEvent, SessionEvent>()
  const writer = writable.getWriter()
  const running = converse({
    // the gateway sends nothing else
    messages: messages as AsyncIterable<Message>,
    send: (message) => writer.write(message),
    close: (code, reason) => writer.write({ code, reason }),
  })
  running
    .then(
      () => writer.close(),
      (error: unknown) => writer.abort(error),
    )
    .catch(() => {
      // the gateway has stopped reading
    })
  return readable
}
