// Records that were read and not yet stored. Records of the same id are merged: a later one replaces an earlier one, a
// mention never replaces a record, and versions gather their availability from several items.
import type { BroadcastRow } from '../catalogue/broadcasts.ts'
import type { Availability, RecordKind, RecordTypes, Version } from '../records.ts'

/** A version as one item describes it; other items complete it. */
export type VersionPart = { readonly [K in keyof Version]?: Version[K] | undefined } & Pick<Version, 'pid'>

export interface Batch {
  readonly records: ReadonlyMap<string, Stored>
  /** Records that other items mention, stored only if no better one exists. */
  readonly mentions: ReadonlyMap<string, Stored>
  readonly versions: ReadonlyMap<string, VersionPart>
  readonly broadcasts: ReadonlyMap<string, BroadcastRow>
}
interface Stored {
  readonly kind: RecordKind
  readonly id: string
  readonly record: object
}

export interface Collector {
  put<K extends Exclude<RecordKind, 'version'>>(kind: K, id: string, record: RecordTypes[K]): void
  mention<K extends Exclude<RecordKind, 'version'>>(kind: K, id: string, record: RecordTypes[K]): void
  putVersion(part: VersionPart): void
  putBroadcast(row: BroadcastRow): void
  readonly size: number
  /** Returns the records added since the last call. */
  take(): Batch
  /** Drops the records, which an earlier run has stored. */
  drop(): void
}

export function createCollector(): Collector {
  const empty = () => ({
    records: new Map<string, Stored>(),
    mentions: new Map<string, Stored>(),
    versions: new Map<string, VersionPart>(),
    broadcasts: new Map<string, BroadcastRow>(),
  })
  let batch = empty()
  return {
    put: (kind, id, record) => void batch.records.set(`${kind} ${id}`, { kind, id, record }),
    mention: (kind, id, record) => void batch.mentions.set(`${kind} ${id}`, { kind, id, record }),
    putVersion: (part) => void batch.versions.set(part.pid, mergeVersion(batch.versions.get(part.pid), part)),
    putBroadcast: (row) => void batch.broadcasts.set(row.pid, row),
    get size() {
      return batch.records.size + batch.mentions.size + batch.versions.size + batch.broadcasts.size
    },
    take() {
      const taken = batch
      batch = empty()
      return taken
    },
    drop() {
      batch = empty()
    },
  }
}

/** Merges two parts: the later one wins, except that availability and play events of both are kept. */
export function mergeVersion(earlier: VersionPart | undefined, later: VersionPart): VersionPart {
  const availabilities = distinct(
    [...(earlier?.availabilities ?? []), ...(later.availabilities ?? [])],
    ({ type, payment = 'free', start }: Availability) => `${type} ${payment} ${start}`,
  )
  const playEvents = distinct([...(earlier?.playEvents ?? []), ...(later.playEvents ?? [])], ({ pid }) => pid)
  const given = Object.fromEntries(Object.entries(later).filter(([, value]) => value !== undefined))
  return {
    ...earlier,
    ...given,
    pid: later.pid,
    availabilities,
    ...(playEvents.length === 0 ? {} : { playEvents }),
  }
}

function distinct<T>(values: readonly T[], keyOf: (value: T) => string): T[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()]
}
