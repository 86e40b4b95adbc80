// Collects calls in memory until they are written: in chunks per account, and the failed ones also as sums by kind and
// hour. It does no I/O and starts no timers; it is bounded in calls, and in the refusals of one key that are kept
// singly.
import type { CallChunksTable, CallErrorsTable, CallIdsTable } from '#store'
import { createChunkCollector } from '#store/call-log'
import { timeOfRequestId } from '../../process/request-id.ts'
import { entryOf } from './logged-calls.ts'
import type { EndedCall } from './recorded-call.ts'

/** Rows to be written. */
export interface CollectedCalls {
  readonly chunks: CallChunksTable[]
  readonly ids: CallIdsTable[]
  readonly errors: CallErrorsTable[]
}
interface Recorder {
  /**
   * Adds a call that ends at `nowMs`. Returns false if the call is not kept: there is no room, or its key was refused
   * too often in this minute.
   */
  add(call: EndedCall, nowMs: number): boolean
  /** Removes and returns everything, ready to be written. */
  take(): CollectedCalls
}
interface RecorderDeps {
  readonly randomBytes: (count: number) => Buffer
  /** Returns the number of calls that can wait; called for each chunk. */
  readonly room: () => number
}

const maxKinds = 10_000
/**
 * The limit of kept refusals per key and minute. Refusals for used-up limits cost a caller nothing, so a loop could
 * fill the record; all of them are counted.
 */
const refusalsPerMinute = 60
/** Beginnings of the codes of such refusals. */
const limitCodes = ['quota.', 'key.', 'budget.'] as const
const maxRefusedKeys = 10_000
const minuteMs = 60_000
const hourMs = 3_600_000
/** The tolerance between the time in an id and the time of its call, within which the id finds the call. */
export const idToleranceMs = 1000

export function createRecorder({ randomBytes, room }: RecorderDeps): Recorder {
  // each process begins to count elsewhere, so that no two chunks have the same position
  let seq = randomBytes(6).readUIntBE(0, 6)
  const newSeq = () => {
    seq = (seq + 1) % 2 ** 48
    return seq
  }
  const collector = createChunkCollector({ newSeq, newSum: () => ({ failed: 0 }), room })
  let ids: CallIdsTable[] = []
  let errors = new Map<string, CallErrorsTable>()
  let refusals = new Map<string, number>()
  let refusalMinute = 0

  function isRefusedTooOften({ keyId, code }: EndedCall, nowMs: number): boolean {
    if (!limitCodes.some((beginning) => code.startsWith(beginning))) return false
    const minute = Math.floor(nowMs / minuteMs)
    if (minute !== refusalMinute) {
      refusalMinute = minute
      refusals = new Map()
    }
    const count = refusals.get(keyId)
    if (count === undefined && refusals.size >= maxRefusedKeys) return true
    refusals.set(keyId, (count ?? 0) + 1)
    return (count ?? 0) >= refusalsPerMinute
  }

  function addError(call: EndedCall, at: number): void {
    const { accountId, listing, endpoint, provider, status, code } = call
    const bucket = Math.floor(at / hourMs) * hourMs
    const id = `${accountId} ${bucket} ${listing} ${endpoint} ${provider} ${status} ${code}`
    const known = errors.get(id)
    if (known) {
      known.calls++
      known.last_at = Math.max(known.last_at, at)
      known.first_at = Math.min(known.first_at, at)
      known.example_id = call.id
    } else if (errors.size < maxKinds)
      errors.set(id, {
        account_id: accountId,
        bucket,
        listing,
        endpoint,
        provider,
        status,
        code,
        calls: 1,
        first_at: at,
        last_at: at,
        example_id: call.id,
      })
  }

  return {
    add(call, nowMs) {
      // a time that was not measured must not block the others
      const at = Math.round(Number.isFinite(call.ms) ? nowMs - call.ms : nowMs)
      // a response that broke off has the status with which it began
      if (call.status >= 400 || call.code !== '') addError(call, at)
      if (isRefusedTooOften(call, nowMs)) return false
      const chunk = collector.add(call.accountId, entryOf(call, at))
      if (!chunk) return false
      if (call.status >= 400) chunk.failed++
      const time = call.madeId?.time ?? timeOfRequestId(call.id)
      if (time === undefined || Math.abs(time - at) > idToleranceMs)
        ids.push({ id: call.id, at, account_id: call.accountId })
      return true
    },
    take() {
      const chunks = collector.take().map(({ row, sum }) => ({ ...row, failed: sum.failed }))
      const taken = { chunks, ids, errors: [...errors.values()] }
      ids = []
      errors = new Map()
      return taken
    },
  }
}
