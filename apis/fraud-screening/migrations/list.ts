// The migrations in order, by name.
import orders from './0001-orders.ts'
import texts from './0002-texts.ts'
import unhashed from './0003-unhashed.ts'
import oneHash from './0004-one-hash.ts'

export const migrations = {
  '0001-orders': orders,
  '0002-texts': texts,
  '0003-unhashed': unhashed,
  '0004-one-hash': oneHash,
}
