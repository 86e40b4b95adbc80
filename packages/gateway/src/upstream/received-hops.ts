// The gateways that a call has been through (hops.ts), for the outbound calls that its embedded provider makes: those
// go through the kit, which knows no call. Kept by the runtime, and only for calls that have been through a gateway.
import { AsyncLocalStorage } from 'node:async_hooks'
import { hopHeader, type ReceivedHops } from './hops.ts'

const received = new AsyncLocalStorage<ReceivedHops>()
const noHops: ReceivedHops = {}

/** Runs it, and whatever it starts, as part of a call that came with these headers. */
export function withReceivedHops<T>(headers: ReceivedHops, run: () => T): T {
  const value = headers[hopHeader]
  return value === undefined ? run() : received.run({ [hopHeader]: value }, run)
}

/** The header of the call that this runs for. */
export function receivedHops(): ReceivedHops {
  return received.getStore() ?? noHops
}
