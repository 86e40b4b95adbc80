// The migrations in order. A migration that has been released never changes.
import records from './0001-records.ts'
import imports from './0002-imports.ts'

export const migrations = { '0001-records': records, '0002-imports': imports }
