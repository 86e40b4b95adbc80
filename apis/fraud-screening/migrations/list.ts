// The migrations in order, by name.
import orders from './0001-orders.ts'

export const migrations = { '0001-orders': orders }
