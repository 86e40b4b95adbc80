// The tables of the embedded provider. They hold the operator's imports; the sample is computed. Programmes are facts
// shared by all accounts, so no row has an owner.
import type { ProviderKit } from '#define'

/** A record of any kind except broadcasts. */
export interface RecordsTable {
  /** Kind, one of `recordKinds`. */
  kind: string
  /** Id: a pid, mid, sid or id. */
  id: string
  /** JSON of the record. */
  record: string
}
export interface BroadcastsTable {
  pid: string
  partner: string
  service: string | null
  /** Start in seconds since the epoch. */
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
/** Progress of an import by file. */
interface ImportsTable {
  file: string
  /** Number of stored entries of the file. */
  position: number
}
/** The single row from which every process learns whether its in-memory data is still valid. */
interface StateTable {
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
