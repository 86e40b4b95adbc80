// All migrations by name, in the order in which they run.
import programmes from './0001-programmes.ts'

export const migrations = { '0001-programmes': programmes }
