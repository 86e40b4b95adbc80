// Rows of batches, written and read.
import type { Selectable } from 'kysely'
import type { Batch, BatchFacts, BatchProblem, BatchState, BatchWire } from './batch.ts'
import { windowMs } from './batch.ts'
import type { BatchTables } from './tables.ts'

export const table = 'model_routing_batches'
/** The time a process can be silent before another takes its batches over. */
export const leaseMs = 60_000

export interface NewBatch {
  readonly id: string
  readonly account: string
  readonly wire: BatchWire
  readonly facts: BatchFacts
  /** The process that is about to store the calls; null if they are in a file. */
  readonly runner: string | null
}

/** Returns the row of a batch whose calls are not stored yet. */
export function newRow({ id, account, wire, facts, runner }: NewBatch, createdMs: number) {
  return {
    id,
    account,
    wire,
    created_ms: createdMs,
    facts: JSON.stringify(facts),
    state: 'validating',
    started_ms: null,
    cancelling_ms: null,
    finalizing_ms: null,
    ended_ms: null,
    expires_ms: createdMs + windowMs,
    total: 0,
    succeeded: 0,
    failed: 0,
    result_bytes: 0,
    problems: null,
    output_file: null,
    error_file: null,
    runner,
    lease_ms: runner === null ? 0 : createdMs + leaseMs,
  }
}

/** Reads a row; only this module and the stores of batches write rows. */
export function readRow(row: Selectable<BatchTables['model_routing_batches']>): Batch {
  const time = (value: number | null) => (value === null ? null : Number(value))
  return {
    id: row.id,
    account: row.account,
    wire: row.wire as BatchWire,
    state: row.state as BatchState,
    facts: JSON.parse(row.facts) as BatchFacts,
    createdMs: Number(row.created_ms),
    startedMs: time(row.started_ms),
    cancellingMs: time(row.cancelling_ms),
    finalizingMs: time(row.finalizing_ms),
    endedMs: time(row.ended_ms),
    expiresMs: Number(row.expires_ms),
    total: row.total,
    succeeded: row.succeeded,
    failed: row.failed,
    resultBytes: Number(row.result_bytes),
    problems: row.problems === null ? [] : (JSON.parse(row.problems) as BatchProblem[]),
    outputFile: row.output_file,
    errorFile: row.error_file,
    leaseMs: Number(row.lease_ms),
  }
}
