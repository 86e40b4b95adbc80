// Dependencies of the handlers of stored objects.
import type { ProviderKit } from '#define'
import type { StoredTables } from './tables.ts'

export type StoredDeps = Pick<ProviderKit<StoredTables>, 'db' | 'dialect' | 'now' | 'random'>
