// Counts a call's body towards the limit of bodies that the process holds, from its first byte to the end of the call.

import type { Incoming, RoutedCall } from './call.ts'
import type { BodyHold } from './http/body.ts'
import type { BodyHolder, HeldBodies } from './http/held-bodies.ts'

/** The size up to which bodies are not counted; the number of calls bounds them. */
const uncountedBytes = 16 * 1024

/**
 * Returns the hold for the call's body, or undefined for a short one. Throws `gateway.bodies_full` if the declared
 * length does not fit.
 */
export function holdFor(call: RoutedCall, bodies: HeldBodies): BodyHold | undefined {
  const { headers } = call.request
  const declared = Number(headers['content-length'])
  if (declared <= uncountedBytes && headers['content-encoding'] === undefined) return undefined
  const holder = new CallHolder(call)
  // counts only bytes that have arrived: declaring a length costs a caller nothing
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
