// The migrations in order. A migration that has been released never changes.
import imports from './0001-imports.ts'

export const migrations = { '0001-imports': imports }
