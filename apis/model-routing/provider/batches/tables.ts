// Tables of batches: each with its calls, which are removed once the files of results are there.
import type { Kysely } from 'kysely'
import type { StoredTables } from '../models/stored/tables.ts'

export interface BatchTables {
  model_routing_batches: {
    id: string
    account: string
    /** `openai` for batches of files, `anthropic` for batches of messages. */
    wire: string
    created_ms: number
    /** JSON of BatchFacts. */
    facts: string
    state: string
    started_ms: number | null
    cancelling_ms: number | null
    finalizing_ms: number | null
    ended_ms: number | null
    expires_ms: number
    /** Numbers of calls. */
    total: number
    succeeded: number
    failed: number
    /** Size of all results so far. */
    result_bytes: number
    /** JSON of BatchProblem[]. */
    problems: string | null
    output_file: string | null
    error_file: string | null
    /** The process that holds the lease until `lease_ms`; no other takes the batch before. */
    runner: string | null
    lease_ms: number
  }
  model_routing_batch_lines: {
    batch: string
    place: number
    custom_id: string
    /** The number of times a provider has asked to wait. */
    attempts: number
    /** `succeeded` or `failed`; null while it waits. */
    outcome: string | null
    /** The text of the body; null once the call has a result. */
    request: string | null
    /** The line of the file of results. */
    result: string | null
  }
}
export type BatchDb = Kysely<BatchTables & StoredTables>
