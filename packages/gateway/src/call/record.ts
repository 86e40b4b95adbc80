// The last phase: each call counted once, after its last byte, off the hot path.
import type { Failure } from '#define'
import type { Log } from '../log.ts'
import type { Meter } from '../metering/meter.ts'
import type { Call } from './call.ts'

export interface RecordParts {
  readonly meter: Meter
  readonly log: Log
}

/** Hands the finished call to the meter and, when it failed by someone's fault, to the log. */
export function record(call: Call, parts: RecordParts): void {
  if (call.recorded) return
  call.recorded = true
  const status = call.response.headersSent ? call.response.statusCode : 499
  const ms = performance.now() - call.startedMs
  if (call.caller && call.listing?.api.surface.counted) {
    parts.meter.record({
      accountId: call.caller.accountId,
      keyId: call.caller.keyId,
      listing: call.listing.slug,
      endpoint: call.route?.id ?? '',
      provider: call.failure ? 'gateway' : (call.provider ?? 'gateway'),
      status,
      bytesIn: call.bytesIn,
      bytesOut: call.bytesOut,
      ms,
    })
  }
  if (parts.log.callsWanted || call.failure) logCall(call, { status, ms }, parts.log)
}

function logCall(call: Call, facts: { status: number; ms: number }, log: Log): void {
  const { failure } = call
  const entry = {
    requestId: call.id,
    method: call.method,
    listing: call.listing?.slug,
    endpoint: call.route?.id,
    accountId: call.caller?.accountId,
    keyId: call.caller?.keyId,
    provider: call.provider,
    status: facts.status,
    ms: Math.round(facts.ms * 100) / 100,
    bytesIn: call.bytesIn,
    bytesOut: call.bytesOut,
    ...(failure ? { code: failure.code, note: failure.notes.note, cause: causeOf(failure) } : {}),
  }
  if (failure?.code === 'internal.bug') log.error('call failed', entry)
  else if (failure && failure.facts.from !== 'caller') log.warn('call failed', entry)
  else log.call(entry)
}

/** What is said of a cause in the log: name, code and message of the innermost error, never its properties. */
function causeOf(failure: Failure): string | undefined {
  let cause: unknown = failure.notes.cause
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  if (!(cause instanceof Error)) return undefined
  const trace = failure.code === 'internal.bug' ? `\n${cause.stack ?? ''}` : ''
  return `${cause.name}: ${cause.message}${trace}`
}
