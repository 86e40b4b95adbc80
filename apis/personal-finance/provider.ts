// The embedded provider: a ledger per account of the gateway, with what is planned in it. Handlers by topic are in provider/, the
// plans in provider/plans/. Their code is loaded with the first call.
import { defineProvider, type Importer, loadedHandlers } from '#define'
import api from './api.ts'
import { endpoints } from './endpoints.ts'
import ledger from './migrations/0001-ledger.ts'
import plans from './migrations/0002-plans.ts'
import search from './migrations/0003-search.ts'
import categoryMonths from './migrations/0004-category-months.ts'
import wordingUses from './migrations/0005-wording-uses.ts'
import type { Tables } from './tables.ts'

const handlers = loadedHandlers(endpoints, async () => (await import('./provider/handlers.ts')).handlers)

const importer: Importer<Tables> = {
  formats: 'Bank statements as CSV with a row of headings, OFX (version 1 and 2) or QIF',
  run: async (...order) => (await import('./provider/import/importer.ts')).importStatements(...order),
}

export default defineProvider(api, handlers, {
  migrations: {
    '0001-ledger': ledger,
    '0002-plans': plans,
    '0003-search': search,
    '0004-category-months': categoryMonths,
    '0005-wording-uses': wordingUses,
  },
  importer,
})
