// The migrations in order. A released migration never changes.
import skins from './0001-skins.ts'

export const migrations = { '0001-skins': skins }
