// The migrations in order. A released migration never changes.
import accounts from './0001-accounts.ts'

export const migrations = { '0001-accounts': accounts }
