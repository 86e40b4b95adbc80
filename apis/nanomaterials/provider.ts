// The embedded provider: sample materials with invented measurements, or imported ones.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  runs: 'worker',
  migrations,
  importFormats:
    'JSON of AMBIT: substances, alone or with composition and study, compositions, studies. JSON of Solr: documents with those ' +
    'below them. Plain or packed with gzip.',
  // an invalid operator's file prevents the start: results from the sample would look like those of the operator's Solr
  seed: async ({ config }: ProviderKit<Tables>) =>
    void (await import('./provider/solr/real-solr.ts')).readSolrUrl(config),
  open: async (kit: ProviderKit<Tables>) => (await import('./provider/open.ts')).openNanomaterials(kit),
})
