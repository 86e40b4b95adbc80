// What everything that is stored needs of the gateway.
import type { ProviderKit } from '#define'
import type { StoredTables } from './tables.ts'

export type StoredDeps = Pick<ProviderKit<StoredTables>, 'db' | 'now' | 'random'>
