// All migrations by name, in the order of execution.
import programmes from './0001-programmes.ts'

export const migrations = { '0001-programmes': programmes }
