// The kit of a provider that runs in a thread. Database, clock and randomness belong to the thread; whatever needs the
// vault or another provider is requested from the gateway, so that no secret ever reaches the thread.
import { join } from 'node:path'
import type { ProviderKit } from '#define'
import type { OutboundAnswer, OutboundRequest } from '#define/outbound'
import type { Store } from '#store'
import { createGuardedFetch } from '../../../upstream/guarded-fetch.ts'
import { receivedHops } from '../../../upstream/received-hops.ts'
import { createSeededRandom, systemRandom } from '../../random.ts'
import type { OutboundArgs, ThreadData } from '../messages.ts'
import type { PeerResult } from '../peer.ts'
import { asBuffer } from '../streams.ts'

interface ThreadKitOptions {
  readonly slug: string
  readonly data: ThreadData
  readonly store: Store
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: Record<string, unknown>) => unknown
  /** Sends a request to the gateway. */
  readonly request: (
    method: string,
    args: unknown,
    more?: { upload?: AsyncIterable<unknown>; signal?: AbortSignal },
  ) => Promise<PeerResult>
}

export function createThreadKit({ slug, data, store, now, log, request }: ThreadKitOptions): ProviderKit {
  const ask = async (method: string, args: unknown) => (await request(method, args)).value
  return {
    // providers know only their own tables, prefixed with their slug; the types of the gateway's tables are hidden from
    // them
    db: store.db as unknown as ProviderKit['db'],
    dialect: store.dialect.name,
    now,
    today: () => new Date(now()).toISOString().slice(0, 10),
    random: data.seed === undefined ? systemRandom : createSeededRandom(`${data.seed}:${slug}`),
    fetch: createGuardedFetch(),
    log: {
      info: (message, fields) => void log('info', message, fields),
      warn: (message, fields) => void log('warn', message, fields),
      error: (message, fields) => void log('error', message, fields),
    },
    cacheFolder: data.cacheFolder,
    filesFolder: join(data.filesFolder, slug),
    modelsFolder: join(data.modelsFolder, slug),
    enginesFolder: data.enginesFolder,
    keyWorks: async (key) => (await ask('keyWorks', { slug, key })) === true,
    issuePass: async (key, validMs) => String(await ask('pass', { slug, key, validMs })),
    mayCallOut: data.mayCallOut,
    spendingLimit: () => Promise.reject(new Error("calls that cost money are counted on the gateway's thread")),
    scripts: undefined,
    config: data.configs[slug],
    ask: (target, endpoint, input, account) => ask('ask', { from: slug, slug: target, endpoint, input, account }),
    secrets: {
      put: async (name, value) => void (await ask('secrets.put', { slug, name, value })),
      remove: async (name) => (await ask('secrets.remove', { slug, name })) === true,
      names: async () => namesIn(await ask('secrets.names', { slug, name: '' })),
      sign: async (name, data, hash) => bufferIn(await ask('secrets.sign', { slug, name, data, hash })),
    },
    outbound: async (outbound) => answerOf(await sendOutbound(slug, outbound, request)),
  }
}

function sendOutbound(slug: string, { body, signal, ...rest }: OutboundRequest, request: ThreadKitOptions['request']) {
  const isWhole = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
  const more = {
    ...(isWhole ? {} : { upload: body }),
    ...(signal && { signal }),
  }
  const plainRequest = { ...rest, ...(isWhole && body !== undefined ? { body } : {}) }
  const args: OutboundArgs = { slug, request: plainRequest, streamsBody: !isWhole, hops: receivedHops() }
  return request('outbound', args, more)
}

function answerOf({ value, stream }: PeerResult): OutboundAnswer {
  // sent by the gateway's `outbound`
  const { status, headers } = value as Pick<OutboundAnswer, 'status' | 'headers'>
  const body = chunksOf(stream)
  return {
    status,
    headers,
    body,
    bytes: async () => {
      const chunks: Buffer[] = []
      for await (const chunk of body) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
    cancel: () => void stream?.[Symbol.asyncIterator]().return?.(),
  }
}

async function* chunksOf(stream: AsyncIterable<unknown> | undefined): AsyncGenerator<Buffer> {
  if (stream) for await (const chunk of stream) if (chunk instanceof Uint8Array) yield asBuffer(chunk)
}

const bufferIn = (value: unknown): Buffer | undefined => (value instanceof Uint8Array ? asBuffer(value) : undefined)

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []
