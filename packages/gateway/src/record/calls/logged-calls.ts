// The gateway's calls in the form of the call log (packages/store/call-log).
import { type CallSurface, callChunksTable } from '#store'
import { type CallLog, type ChunkRow, entriesOf, type LogEntry } from '#store/call-log'
import { textOf } from '../../process/request-id.ts'
import { formerEntriesOf, isFormer } from './former-chunk.ts'
import type { AnsweredBy, EndedCall, RecordedCall } from './recorded-call.ts'

const providers = ['live', 'embedded', 'gateway', 'replay'] as const satisfies readonly AnsweredBy[]
const surfaces = ['http', 'mcp', 'console'] as const satisfies readonly CallSurface[]
/** The resolution of times: units of 10 µs. */
const unitsPerMs = 100

export const recordOfCalls: CallLog<RecordedCall> = { table: callChunksTable, read: readCalls }

/**
 * Returns the entry of a call that began at `at`. An id from this process is two integers and a prefix that all its ids
 * share.
 */
export function entryOf(call: EndedCall, at: number): LogEntry {
  const { keyId, listing, endpoint, provider, status, code, surface, upstreamMs, cost } = call
  const made = call.madeId?.process ? call.madeId : undefined
  const kind = [keyId, listing, endpoint, provider, String(status), code, surface, made?.process ?? '']
  return {
    at,
    kind: cost === undefined ? kind : [...kind, cost],
    numbers: [
      whole(call.ms * unitsPerMs),
      upstreamMs === undefined ? -1 : whole(upstreamMs * unitsPerMs),
      whole(call.bytesIn),
      whole(call.bytesOut),
      made ? made.time - at : 0,
      made ? made.count : 0,
    ],
    text: made ? undefined : call.id,
  }
}

/** Reads the calls of a chunk. Throws for data that no version has written. */
export function readCalls({ account_id: accountId, data }: Pick<ChunkRow, 'account_id' | 'data'>): RecordedCall[] {
  const parsed: unknown = JSON.parse(data)
  const entries = isFormer(parsed) ? formerEntriesOf(parsed) : entriesOf(parsed)
  return entries.map(({ at, kind, numbers, text }) => {
    const [keyId = '', listing = '', endpoint = '', provider, status, code = '', surface, process = '', cost] = kind
    const [units, upstreamUnits, bytesIn, bytesOut, delay, count] = numbers
    return {
      id: text ?? textOf({ process, time: at + delay, count }),
      at,
      accountId,
      keyId,
      listing,
      endpoint,
      provider: providers.find((name) => name === provider) ?? 'gateway',
      status: Number(status),
      code,
      ms: units / unitsPerMs,
      upstreamMs: upstreamUnits < 0 ? undefined : upstreamUnits / unitsPerMs,
      bytesIn,
      bytesOut,
      surface: surfaces.find((name) => name === surface) ?? 'http',
      ...(cost !== undefined && { cost }),
    }
  })
}

/** Returns a finite, safe integer, because JSON has no other numbers. */
function whole(value: number): number {
  const rounded = Math.round(value)
  return rounded > 0 && rounded <= Number.MAX_SAFE_INTEGER ? rounded : 0
}
