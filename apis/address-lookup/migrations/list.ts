// The migrations in order, by name.
import addresses from './0001-addresses.ts'

export const migrations = { '0001-addresses': addresses }
