// All tables of the provider, by area.

import type { BatchTables } from './provider/batches/tables.ts'
import type { StoredTables } from './provider/models/stored/tables.ts'
import type { MeteringTables } from './provider/router/metering/tables.ts'
import type { RouterTables } from './provider/router/tables.ts'

export interface Tables extends RouterTables, MeteringTables, StoredTables, BatchTables {}
