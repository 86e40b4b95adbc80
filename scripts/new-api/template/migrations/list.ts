// The migrations in order. A released migration never changes.
import notes from './0001-notes.ts'

export const migrations = { '0001-notes': notes }
