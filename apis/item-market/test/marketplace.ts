// A local marketplace on a real socket, and feeds in the formats of real ones.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Cleanup, openUpstream, type Received } from '../../../tests/harness/upstream.ts'
import { sources } from '../provider/prices/connectors/sources.ts'

interface Marketplace {
  readonly url: string
  readonly received: readonly Received[]
  /** The operator's file that sends every source, and the primary marketplace, here without pauses. */
  readonly config: unknown
}
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
type Page = string | { status: number; headers?: Record<string, string>; text?: string }

/** A marketplace that answers each path from `pages`, in brotli or gzip as the caller accepts. */
export async function openMarketplace(t: Cleanup, pages: (request: Received) => Page): Promise<Marketplace> {
  const { url, received } = await openUpstream(t, (request, response) => {
    const page = pages(request)
    const { status, headers = {}, text = '' } = typeof page === 'string' ? { status: 200, text: page } : page
    const accepts = String(request.headers['accept-encoding'])
    const encoding = accepts.includes('br') ? 'br' : accepts.includes('gzip') ? 'gzip' : undefined
    const bytes =
      encoding === 'br' ? brotliCompressSync(text, quick) : encoding === 'gzip' ? gzipSync(text) : Buffer.from(text)
    response.writeHead(status, {
      'content-type': 'application/json',
      ...headers,
      ...(encoding ? { 'content-encoding': encoding } : {}),
    })
    response.end(bytes)
  })
  const settings = { base: url, gapMs: 0 }
  const config = { sources: Object.fromEntries(sources.map(({ key }) => [key, settings])), steam: settings }
  return { url, received, config }
}

/** A feed in Skinport's shape, from dollars by name. */
export function skinportFeed(prices: Readonly<Record<string, number | null>>): string {
  return JSON.stringify(
    Object.entries(prices).map(([name, min_price]) => ({
      market_hash_name: name,
      version: null,
      currency: 'USD',
      min_price,
      quantity: min_price === null ? 0 : 7,
    })),
  )
}
/** A feed in CSFloat's shape, from dollars by name. */
export function csfloatFeed(prices: Readonly<Record<string, number>>): string {
  return JSON.stringify(
    Object.entries(prices).map(([name, price]) => ({
      market_hash_name: name,
      min_price: Math.round(price * 100),
      quantity: 3,
    })),
  )
}
