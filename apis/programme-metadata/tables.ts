// The tables of the embedded provider. They hold what an operator imported; the sample is computed. Programmes are
// facts that everybody shares, so no row belongs to an account.
import type { ProviderKit } from '#define'

/** Everything but broadcasts. */
export interface RecordsTable {
  /** One of `recordKinds`. */
  kind: string
  /** Pid, mid, sid or id. */
  id: string
  /** JSON of the record. */
  record: string
}
export interface BroadcastsTable {
  pid: string
  partner: string
  service: string | null
  /** Seconds since the epoch. */
  starts: number
  ends: number
  /** Pids of the programme and of its version. */
  programme: string | null
  version: string | null
  /** Bits of `flags`. */
  flags: number
  updated: number
  /** JSON of `BroadcastDetails`. */
  details: string | null
}
/** How far the file of an import has been stored. */
export interface ImportsTable {
  file: string
  /** Entries of the file that are stored. */
  position: number
}
/** The one row that informs every process whether what it holds in memory is still valid. */
export interface StateTable {
  id: number
  revision: number
}

export interface Tables {
  programme_metadata_records: RecordsTable
  programme_metadata_broadcasts: BroadcastsTable
  programme_metadata_imports: ImportsTable
  programme_metadata_state: StateTable
}
export type Db = ProviderKit<Tables>['db']
