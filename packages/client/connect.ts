// connect(): the client as its users see it, with one member per API.
import { isRecord, type Remaining } from './answer.ts'
import type { Apis } from './generated/apis.ts'
import { apisOf } from './generated/apis.ts'
import { systemTime } from './retry.ts'
import type { Connection, Door } from './runtime.ts'
import { createConnection } from './runtime.ts'

export interface ConnectOptions {
  /** Address of the gateway; default the variable GATEHOUSE_URL, otherwise `http://127.0.0.1:8787`. */
  readonly url?: string
  /** The gateway key; default the variable GATEHOUSE_KEY. */
  readonly key?: string
  /** Address and key of the item-market API; both default to the gateway's. */
  readonly market?: Partial<Door>
  /** Address and key of the operator API; both default to the gateway's. */
  readonly operator?: Partial<Door>
  /** Headers of every call, such as `x-gateway-envelope: raw`; those of a single call take precedence. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sends the requests; default the platform's `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Timeout of one call with its retries, in milliseconds; default 10 minutes. */
  readonly timeoutMs?: number
  /**
   * Number of retries where they are safe: after 429 and 503, and for reads also after 502, 504 and a lost connection.
   * Default 2.
   */
  readonly retries?: number
}

/** The methods of a factory, and the remaining calls. */
export type Client<A> = A & {
  /** Remaining calls of this minute and day, as of the last response. */
  readonly remaining: Remaining
}
/** Every API of the gateway, and the remaining calls. */
export interface Gateway extends Client<Apis> {}

/**
 * Creates a client; nothing is sent before the first call. Throws TypeError if an address is not http or https, or if
 * no key is known.
 */
export function connect(options: ConnectOptions = {}): Gateway {
  return connectTo(apisOf, options)
}

/**
 * Creates a client of a single API from the factory in `@gatehouse/client/apis/<slug>`. A bundler leaves out all the
 * others. Otherwise like `connect`.
 */
export function connectTo<A extends object>(
  factory: (connection: Connection) => A,
  options: ConnectOptions = {},
): Client<A> {
  let remaining: Remaining = {}
  const url = options.url ?? variable('GATEHOUSE_URL') ?? 'http://127.0.0.1:8787'
  const key = options.key ?? variable('GATEHOUSE_KEY')
  if (key === undefined && !options.market?.key && !options.operator?.key)
    throw new TypeError('connect() needs a key: pass { key } or set GATEHOUSE_KEY')
  const own: Door = { url, key: key ?? '' }
  const connection = createConnection({
    doors: { gateway: doorOf(own), market: doorOf(own, options.market), operator: doorOf(own, options.operator) },
    // called through the global, as browsers require
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    headers: options.headers ?? {},
    timeoutMs: options.timeoutMs ?? 600_000,
    retries: options.retries ?? 2,
    time: systemTime,
    onRemaining: (latest) => {
      remaining = latest
    },
  })
  return Object.defineProperty({ ...factory(connection), remaining }, 'remaining', {
    enumerable: true,
    get: () => remaining,
  })
}

/** Returns a variable of the environment; undefined in browsers. */
function variable(name: string): string | undefined {
  const scope: unknown = globalThis
  const process = isRecord(scope) ? scope.process : undefined
  const environment = isRecord(process) ? process.env : undefined
  const value = isRecord(environment) ? environment[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

function doorOf(own: Door, other: Partial<Door> = {}): Door {
  const url = other.url ?? own.url
  if (!/^https?:$/.test(new URL(url).protocol)) throw new TypeError(`${url} is not an http or https address`)
  return { url: url.replace(/(?<!\/)\/+$/, ''), key: other.key ?? own.key }
}
