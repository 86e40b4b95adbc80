// The migrations in their order. A migration that has been released never changes.
import notes from './0001-notes.ts'

export const migrations = { '0001-notes': notes }
