// The embedded provider: the provider's responses, headers and errors over imported reference rates.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  migrations,
  importFormats:
    'Euro reference rates of the European Central Bank: eurofxref-daily.xml, eurofxref-hist-90d.xml, eurofxref-hist.xml, ' +
    'eurofxref.csv, eurofxref-hist.csv, each also as a ZIP archive, and SDMX data of the series D..EUR.SP00.A as csvdata.',
  jobs: { refresh: { everyMs: 3_600_000 } },
  seed: async (kit: ProviderKit<Tables>) => (await import('./provider/rates/store.ts')).seedSample(kit.db),
  open: async (kit: ProviderKit<Tables>) => {
    return (await import('./provider/open.ts')).openRates(kit)
  },
})
