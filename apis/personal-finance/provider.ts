// The embedded provider: each account of the gateway has its own ledger, with its plans. The code loads with the first
// call.
import { defineProvider } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Kit } from './provider/ledger.ts'

export default defineProvider(api, {
  runs: 'worker',
  migrations,
  importFormats:
    'Bank statements as CSV with a row of headings, CAMT.053 and CAMT.054, MT940, OFX (version 1 and 2) or QIF',
  open: async (kit: Kit) => (await import('./provider/open.ts')).openFinance(kit),
})
