// What a handler gets for one call. Classes, not objects with getters of their own: V8 gives each such object a hidden class, which
// keeps the call alive until the next full collection, and that doubles what an embedded answer costs (decision 0009).
import type { EmbeddedRequest, Kit, ProviderKit } from '#define'
import type { Call } from '../call/call.ts'
import { seenHeaders } from './seen-headers.ts'

/** The kit of the API with what belongs to the call. A copy by `...kit` has everything but the signal. */
export class CallKit implements Kit {
  readonly db: ProviderKit['db']
  readonly now: ProviderKit['now']
  readonly today: ProviderKit['today']
  readonly random: ProviderKit['random']
  readonly fetch: ProviderKit['fetch']
  readonly log: ProviderKit['log']
  readonly cacheFolder: string
  readonly ask: ProviderKit['ask']
  readonly secrets: ProviderKit['secrets']
  readonly outbound: ProviderKit['outbound']
  readonly config: unknown
  readonly mayCallOut: boolean
  readonly account: string
  readonly key: string
  readonly request: EmbeddedRequest
  readonly #call: Call
  #signal: AbortSignal | undefined

  /** `baseUrl` is the address of the listing as the caller sees it. */
  constructor(kit: ProviderKit, call: Call, baseUrl: string) {
    this.db = kit.db
    this.now = kit.now
    this.today = kit.today
    this.random = kit.random
    this.fetch = kit.fetch
    this.log = kit.log
    this.cacheFolder = kit.cacheFolder
    this.ask = kit.ask
    this.secrets = kit.secrets
    this.outbound = kit.outbound
    this.config = kit.config
    this.mayCallOut = kit.mayCallOut
    this.account = call.caller?.accountId ?? ''
    this.key = call.caller?.keyId ?? ''
    this.request = new CallRequest(call, baseUrl)
    this.#call = call
  }

  get signal(): AbortSignal {
    this.#signal ??= gone(this.#call)
    return this.#signal
  }
}

/** The request as handlers see it; most look at neither query nor headers. */
class CallRequest implements EmbeddedRequest {
  readonly method: string
  readonly path: string
  readonly baseUrl: string
  readonly #call: Call

  constructor(call: Call, baseUrl: string) {
    this.method = call.method
    this.path = call.path
    this.baseUrl = baseUrl
    this.#call = call
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.#call.rawQuery)
  }

  get headers(): Record<string, string> {
    return seenHeaders(this.#call)
  }
}

/** Aborted when the caller's connection ends before the answer is out. Made only for handlers that ask for it. */
function gone(call: Call): AbortSignal {
  const { response } = call
  const leaving = new AbortController()
  const leave = () => {
    if (!response.writableFinished) leaving.abort()
  }
  if (response.closed) leave()
  else response.once('close', leave)
  return leaving.signal
}
