// The migrations in order. A migration that has been released never changes.
import accounts from './0001-accounts.ts'

export const migrations = { '0001-accounts': accounts }
