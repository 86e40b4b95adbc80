// The migrations in order, by name.
import state from './0001-state.ts'

export const migrations = { '0001-state': state }
