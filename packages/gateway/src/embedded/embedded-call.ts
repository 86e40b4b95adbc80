// The call, as a handler receives it. Classes, not object literals with getters: V8 gives each such literal a hidden
// class, which keeps the call alive until the next full GC and doubles the cost of an embedded response
// (docs/decisions/0009).

import type { Call as ProviderCall } from '#define'
import type { EmbeddedRequest } from '#define/reflect'
import type { RoutedCall } from '../call/call.ts'
import { Disconnection } from './disconnection.ts'
import { visibleHeaders } from './visible-headers.ts'

/** The call as the embedded provider sees it. */
export class EmbeddedCall implements ProviderCall {
  readonly account: string
  readonly key: string
  readonly request: EmbeddedRequest
  readonly #call: RoutedCall
  #signal: AbortSignal | undefined

  /** Creates the view of a call. `baseUrl` is the address of the listing as the caller sees it. */
  constructor(call: RoutedCall, baseUrl: string) {
    this.account = call.caller?.accountId ?? ''
    this.key = call.caller?.keyId ?? ''
    this.request = new CallRequest(call, baseUrl)
    this.#call = call
  }

  get signal(): AbortSignal {
    this.#signal ??= new Disconnection(this.#call).signal
    return this.#signal
  }
}

/** The request as handlers see it; most read neither query nor headers. */
class CallRequest implements EmbeddedRequest {
  readonly method: string
  readonly path: string
  readonly baseUrl: string
  readonly #call: RoutedCall

  constructor(call: RoutedCall, baseUrl: string) {
    this.method = call.route.endpoint.method
    this.path = call.path
    this.baseUrl = baseUrl
    this.#call = call
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.#call.rawQuery)
  }

  get jsonBytes(): Buffer | undefined {
    return this.#call.jsonBytes
  }

  get headers(): Record<string, string> {
    return visibleHeaders(this.#call)
  }
}
