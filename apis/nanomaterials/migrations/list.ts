// The migrations in order. A migration that has been released never changes.
import substances from './0001-substances.ts'

export const migrations = { '0001-substances': substances }
