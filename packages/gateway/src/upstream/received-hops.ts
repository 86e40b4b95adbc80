// The gateways that a call has been through (hops.ts), for the outbound calls of its embedded provider: those go
// through the kit, which knows no call. They are kept in async context, and only for calls that have been through a
// gateway.
import { AsyncLocalStorage } from 'node:async_hooks'
import { hopHeader, type ReceivedHops } from './hops.ts'

const received = new AsyncLocalStorage<ReceivedHops>()
const noHops: ReceivedHops = {}

/** Runs a function, and whatever it starts, as part of a call with these headers. */
export function withReceivedHops<T>(headers: ReceivedHops, run: () => T): T {
  const value = headers[hopHeader]
  return value === undefined ? run() : received.run({ [hopHeader]: value }, run)
}

/** Returns the hop header of the current call. */
export function receivedHops(): ReceivedHops {
  return received.getStore() ?? noHops
}
