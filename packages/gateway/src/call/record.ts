// Records a finished call, once, after its last byte: in the meter and, when something failed, in the log.
import type { Failure } from '#define'
import type { CallSurface } from '#store'
import type { Log } from '../process/log.ts'
import type { Meter } from '../record/metering/meter.ts'
import type { CallTimes } from '../record/ops/call-times.ts'
import { headerOf, type Incoming, isRouted } from './call.ts'
import type { DeprecatedEndpoints } from './deprecated-endpoints.ts'
import type { RefusedKeys } from './refused-keys.ts'

export interface RecordDeps {
  readonly meter: Meter
  readonly callTimes: Pick<CallTimes, 'record'>
  readonly refusedKeys: Pick<RefusedKeys, 'note'>
  readonly deprecatedEndpoints: DeprecatedEndpoints
  readonly log: Log
}

/** nginx's status for a caller that disconnected before the response began. */
const callerClosedRequest = 499

/**
 * Passes the call to the meter, and to the log if it failed or if all calls are logged. A rehearsal is not recorded.
 */
export function record(call: Incoming, deps: RecordDeps): void {
  const { meter, callTimes, log } = deps
  if (call.recorded || call.agent?.isRehearsal) return
  call.recorded = true
  const status = call.response.headersSent ? call.response.statusCode : callerClosedRequest
  const ms = performance.now() - call.startedMs
  if (call.listing) callTimes.record(call.listing.slug, ms, call.failure?.code)
  if (call.caller && call.listing?.api.surface.counted) {
    meter.record({
      id: call.id,
      madeId: call.madeId,
      accountId: call.caller.accountId,
      keyId: call.caller.keyId,
      listing: call.listing.slug,
      endpoint: call.route?.id ?? '',
      provider: call.failure && !call.inPlaceOf ? 'gateway' : (call.provider ?? 'gateway'),
      status,
      code: call.failure?.code ?? '',
      ms,
      upstreamMs: call.upstreamMs,
      bytesIn: call.bytesIn,
      bytesOut: call.bytesOut,
      surface: surfaceOf(call),
      cost: call.charge?.dollars,
    })
  }
  if (!call.failure && isRouted(call)) {
    if (call.provider === 'live') deps.refusedKeys.note(call, status)
    deps.deprecatedEndpoints.noteDeclared(call)
  }
  if (log.callsWanted || call.failure) logCall(call, { status, ms }, log)
}

/** Returns the surface of a call. The caller's own header is trusted because nothing depends on it. */
export function surfaceOf(call: Incoming): CallSurface {
  if (call.agent) return 'mcp'
  return headerOf(call, 'x-gateway-surface') === 'console' ? 'console' : 'http'
}

function logCall(call: Incoming, { status, ms }: { status: number; ms: number }, log: Log): void {
  const { failure } = call
  const entry = {
    requestId: call.id,
    method: call.method,
    ...(call.agent ? { surface: 'mcp', client: call.agent.client } : {}),
    listing: call.listing?.slug,
    endpoint: call.route?.id,
    accountId: call.caller?.accountId,
    keyId: call.caller?.keyId,
    provider: call.provider,
    status,
    ms: Math.round(ms * 100) / 100,
    bytesIn: call.bytesIn,
    bytesOut: call.bytesOut,
    ...(failure ? { code: failure.code, note: failure.notes.note, cause: causeOf(failure) } : {}),
  }
  if (failure?.code === 'internal.bug') log.error('call failed', entry)
  else if (failure && failure.info.from !== 'caller') log.warn('call failed', entry)
  else log.call(entry)
}

/**
 * Returns name and message of the innermost error. Its other properties are left out: they can quote a request with its
 * key.
 */
function causeOf(failure: Failure): string | undefined {
  let cause: unknown = failure.notes.cause
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  if (!(cause instanceof Error)) return undefined
  const trace = failure.code === 'internal.bug' ? `\n${cause.stack ?? ''}` : ''
  return `${cause.name}: ${cause.message}${trace}`
}
