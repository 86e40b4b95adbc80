// An API with WebSockets for the tests of sessions: embedded ones, and the same addresses at a provider of the test.

import { anyObject, anything, defineApi, defineProvider, get, hosted, keyless, refuse, req, str } from '#define'
import type { Auth, Limits } from '#define/reflect'
import { socket } from '#define/sockets'
import type { LoadedApi } from '../../packages/gateway/src/process/load-apis.ts'

export interface SocketApiOptions {
  readonly slug?: string
  readonly auth?: Auth
  readonly limits?: Partial<Limits>
  readonly messageBytes?: number
}
interface SocketApi extends LoadedApi {
  /** Counts of the handlers: messages sent by `flood`, messages read by `slow`, sessions that ended. */
  readonly counts: { flooded: number; read: number; ended: number }
  /** Runs while a handshake of `held` waits, which goes on when it resolves. */
  duringHandshake: () => Promise<void>
}

const anyMessage = { sends: anything(), receives: anything() }

/** A session at `/echo/{room}` and others, each for one kind of behaviour. */
export function socketApi({
  slug = 'sockets',
  auth = keyless,
  limits = {},
  messageBytes,
}: SocketApiOptions = {}): SocketApi {
  const counts = { flooded: 0, read: 0, ended: 0 }
  const terms = { ...anyMessage, limits, ...(messageBytes === undefined ? {} : { messageBytes }) }
  const endpoints = {
    plain: get('/plain', 'A call beside the sessions', { returns: anyObject() }),
    pass: get('/pass', 'A pass for the calling key', { returns: anyObject() }),
  }
  const api = defineApi({
    ...{ slug, title: 'Socket API', summary: 'Sessions.', surface: hosted, auth, upstream: null },
    endpoints,
    sockets: {
      echo: socket('/echo/{room}', 'Says everything back', {
        ...terms,
        params: { greeting: str({ max: 20 }), token: str({ secret: true }) },
        pass: 'token',
      }),
      refused: socket('/refused', 'Refuses', { ...terms, params: { status: req.int() } }),
      held: socket('/held', 'Answers its handshake late', terms),
      flood: socket('/flood', 'Sends more than anybody reads', terms),
      slow: socket('/slow', 'Reads one message and no more', terms),
    },
  })
  const provider = defineProvider(api, {
    open: (kit) => ({
      handlers: {
        plain: () => ({ plain: true }),
        pass: async (_input, call) => ({ pass: await kit.issuePass(call.key, 60_000) }),
      },
      sockets: {
        echo:
          ({ greeting, room }: { greeting?: string; room: string }) =>
          async (session) => {
            if (greeting !== undefined) await session.send(`${greeting}, ${room}`)
            for await (const message of session.messages) {
              if (message === 'close') await session.close(4001, 'as asked')
              else if (message === 'fail') throw new Error('the handler failed')
              else await session.send(message)
            }
            counts.ended++
          },
        refused: ({ status }: { status: number }) => {
          throw refuse(status, { message: 'Not here.' })
        },
        held: async () => {
          await built.duringHandshake()
          return async (session) => {
            await session.send('begun')
            for await (const _message of session.messages);
          }
        },
        flood: () => async (session) => {
          const frame = Buffer.alloc(64 * 1024)
          for (;;) {
            await session.send(frame)
            counts.flooded++
          }
        },
        slow: (_input: object, call) => async (session) => {
          for await (const _message of session.messages) {
            counts.read++
            await new Promise((resolve) => call.signal.addEventListener('abort', resolve, { once: true }))
          }
        },
      },
    }),
  })
  const built: SocketApi = {
    ...{ api, provider, live: {}, examples: { plain: { output: { plain: true } } }, counts },
    duringHandshake: async () => {},
  }
  return built
}
