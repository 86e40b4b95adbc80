// The migrations in order. A migration that has been released never changes.
import days from './0001-days.ts'

export const migrations = { '0001-days': days }
