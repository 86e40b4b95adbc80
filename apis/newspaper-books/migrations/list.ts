// The migrations in order. A migration that has been released never changes.
import archive from './0001-archive.ts'

export const migrations = { '0001-archive': archive }
