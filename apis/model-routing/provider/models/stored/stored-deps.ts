// What the handlers of stored objects need from the gateway.
import type { ProviderKit } from '#define'
import type { StoredTables } from './tables.ts'

export type StoredDeps = Pick<ProviderKit<StoredTables>, 'db' | 'now' | 'random'>
