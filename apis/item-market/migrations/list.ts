// The migrations in order. A migration never changes once it has been released.
import floats from './0002-floats.ts'
import prices from './0003-prices.ts'
import accounts from './0004-people.ts'

export const migrations = { '0002-floats': floats, '0003-prices': prices, '0004-people': accounts }
