// The migrations in order. A migration that has been released never changes.
import skins from './0001-skins.ts'

export const migrations = { '0001-skins': skins }
