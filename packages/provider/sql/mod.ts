// Tables of providers: bulk statements, revisioned snapshots, locks across processes. See README.md for the use.

export { inChunks, insertMany } from './bulk.ts'
export { type ExclusiveDeps, exclusively } from './exclusive.ts'
export { isPostgres } from './postgres.ts'
export type { Snapshot } from './snapshot.ts'
export { bumpRevision, createSnapshot, readRevision } from './snapshot.ts'
