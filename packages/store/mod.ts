// The public interface of the store. Outside code imports only this and the call log.
export * from './account-search.ts'
export * from './accounts.ts'
export * from './added-apis.ts'
export * from './audit.ts'
export * from './call-errors.ts'
export { callChunksTable, prepareChunkDays, timesOfId } from './call-record.ts'
export * from './confirmations.ts'
export * from './day-counters.ts'
export * from './deliveries.ts'
export type { DialectTraits } from './dialects/traits.ts'
export * from './events.ts'
export * from './gateway-key-row.ts'
export * from './gateway-key-search.ts'
export * from './gateway-keys.ts'
export * from './invalidations.ts'
export * from './job-runs.ts'
export * from './listing-settings.ts'
export * from './load-rows.ts'
export { type Migration, type MigrationDb, MigrationError, migrationList, type TriedMigration } from './migrate.ts'
export * from './near-limits.ts'
export {
  coreMigrationNames,
  openStore,
  readVersion,
  type Store,
  type StoreLog,
  type StoreOptions,
  tryUpgrade,
} from './open.ts'
export * from './outages.ts'
export type { PageById } from './pages.ts'
export * from './peppers.ts'
export * from './prices.ts'
export * from './processes.ts'
export * from './repeated-calls.ts'
export * from './sandbox-faults.ts'
export * from './sandbox-requests.ts'
export * from './sandboxes.ts'
export type * from './schema.ts'
export * from './snapshot.ts'
export * from './spending-days.ts'
export * from './usage.ts'
export { type DaySummer, sumNextPiece } from './usage-days.ts'
export * from './usage-groups.ts'
export * from './usage-times.ts'
export * from './vault.ts'
export * from './waiting-calls.ts'
export * from './webhooks.ts'
