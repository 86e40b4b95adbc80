// All tables of the provider, by area.
import type { RouterTables } from './provider/channels/tables.ts'
import type { MeteringTables } from './provider/metering/tables.ts'
import type { StoredTables } from './provider/models/stored/tables.ts'

export interface Tables extends RouterTables, MeteringTables, StoredTables {}
