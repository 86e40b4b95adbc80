// Serves the requests of threads to the gateway: other providers, the operator's secrets, calls that carry them, and
// the log. Secrets are inserted into requests here and never reach the thread.
import type { Log, ProviderKit } from '#define'
import { withReceivedHops } from '../upstream/received-hops.ts'
import type { AskArgs, KeyArgs, LogArgs, OutboundArgs, PassArgs, SecretArgs, SignArgs } from './threads/messages.ts'
import type { PeerResult, Serve, ServeContext } from './threads/peer.ts'
import { asBuffer } from './threads/streams.ts'

/** Returns the function that answers the requests of all threads; each request names its API. */
export function serveThread(kitOf: (slug: string) => ProviderKit, log: Log): Serve {
  // both sides are part of this program, and messages.ts types the messages
  const methods: Readonly<Record<string, (args: never, context: ServeContext) => Promise<PeerResult>>> = {
    log: async ({ level, message, fields }: LogArgs) => {
      log[level](message, fields)
      return { value: undefined }
    },
    ask: async ({ from, slug, endpoint, input, account }: AskArgs) => ({
      value: await kitOf(from).ask(slug, endpoint, input, account),
    }),
    'secrets.put': async ({ slug, name, value = '' }: SecretArgs) => ({
      value: await kitOf(slug).secrets.put(name, value),
    }),
    'secrets.remove': async ({ slug, name }: SecretArgs) => ({ value: await kitOf(slug).secrets.remove(name) }),
    'secrets.names': async ({ slug }: SecretArgs) => ({ value: await kitOf(slug).secrets.names() }),
    'secrets.sign': async ({ slug, name, data, hash }: SignArgs) => ({
      value: await kitOf(slug).secrets.sign(name, asBuffer(data), hash),
    }),
    keyWorks: async ({ slug, key }: KeyArgs) => ({ value: await kitOf(slug).keyWorks(key) }),
    pass: async ({ slug, key, validMs }: PassArgs) => ({ value: await kitOf(slug).issuePass(key, validMs) }),
    outbound: async ({ slug, request, streamsBody, hops }: OutboundArgs, context) => {
      const body = streamsBody ? chunksOf(context.upload) : plainBody(request.body)
      const { signal } = context
      const outgoing = { ...request, ...(body === undefined ? {} : { body }), signal }
      const answer = await withReceivedHops(hops, () => kitOf(slug).outbound(outgoing))
      return { value: { status: answer.status, headers: answer.headers }, stream: answer.body }
    },
  }
  return async (method, args, context) => {
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!run) throw new Error(`the gateway knows no ${method}`)
    return run(args as never, context)
  }
}

function plainBody(body: OutboundArgs['request']['body']): string | Buffer | undefined {
  if (typeof body === 'string') return body
  return body instanceof Uint8Array ? asBuffer(body) : undefined
}

async function* chunksOf(chunks: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) if (chunk instanceof Uint8Array) yield asBuffer(chunk)
}
