// The migrations in order. A migration that has been released never changes.
import records from './0001-records.ts'

export const migrations = { '0001-records': records }
