// The migrations in order, by name.
import catalogue from './0001-catalogue.ts'
import readers from './0002-readers.ts'
import redirects from './0003-redirects.ts'

export const migrations = { '0001-catalogue': catalogue, '0002-readers': readers, '0003-redirects': redirects }
