// The migrations in order. A migration that has been released never changes.
import days from './0001-days.ts'
import imports from './0002-imports.ts'

export const migrations = { '0001-days': days, '0002-imports': imports }
