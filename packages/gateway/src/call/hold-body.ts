// Counts a call's body towards those that the process holds, from its first byte to the end of the call.
import type { BodyHold } from '../http/body.ts'
import type { BodyHolder, HeldBodies } from '../http/held-bodies.ts'
import type { Incoming, RoutedCall } from './call.ts'

/** Shorter bodies are bounded by the number of calls alone. */
const uncountedBytes = 16 * 1024

/** Throws `gateway.bodies_full` when a body of the declared length does not fit; undefined for a short one. */
export function holdFor(call: RoutedCall, bodies: HeldBodies): BodyHold | undefined {
  const { headers } = call.request
  const declared = Number(headers['content-length'])
  if (declared <= uncountedBytes && headers['content-encoding'] === undefined) return undefined
  const holder = new CallHolder(call)
  // only bytes that have arrived are counted: declaring a length costs a caller nothing
  bodies.check(holder.account, declared || 0)
  call.bodyHolder = holder
  return (bytes) => bodies.take(holder, bytes)
}

class CallHolder implements BodyHolder {
  readonly account: string
  heldBytes = 0
  readonly #call: Incoming

  constructor(call: Incoming) {
    this.account = call.caller?.accountId ?? ''
    this.#call = call
  }

  get isOver(): boolean {
    return this.#call.recorded
  }
}
