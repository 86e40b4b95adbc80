// The tables of the provider, by area. Amounts and facts of items are the operator's: none has an account column.
import type { FloatTables } from './provider/float/tables.ts'
import type { PeopleTables } from './provider/people/tables.ts'
import type { PriceTables } from './provider/prices/tables.ts'

export interface Tables extends FloatTables, PriceTables, PeopleTables {}
