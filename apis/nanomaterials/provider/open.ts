// Opens the provider: the materials in memory, the chemistry thread, the index, and the endpoints.

import type { ProviderKit } from '#define'
import type { ImportFile, ReportProgress } from '#define/imports'
import { createPacer } from '#provider'
import { createSnapshot, readRevision } from '#provider/sql'
import type { Tables } from '../tables.ts'
import { createAmbitAnswers } from './answers/ambit.ts'
import { createChemistry } from './chemistry/chemistry.ts'
import { listInvestigation } from './investigation/handlers.ts'
import type { Materials } from './materials/materials.ts'
import { buildSolrIndex } from './solr/documents/solr-index.ts'
import { createSelect, type SolrSource } from './solr/handlers.ts'
import { createRealSolr, readSolrUrl } from './solr/real-solr.ts'
import { readMaterials } from './store/read-materials.ts'
import { createStructureSearch } from './structures/handlers.ts'
import { countStudies, getStudySummary, listStudies } from './studies/handlers.ts'
import { getComposition, getSubstance, listStructures, listSubstances } from './substances/handlers.ts'

export function openNanomaterials(kit: ProviderKit<Tables>) {
  const materials = createSnapshot<Materials>({
    now: () => kit.now(),
    revision: () => readRevision(kit.db, 'nanomaterials_state'),
    load: () => readMaterials(kit.db, createPacer()),
  })
  const solrUrl = readSolrUrl(kit.config)
  const chemistry = createChemistry(kit.enginesFolder)
  const structures = createStructureSearch(chemistry)
  const ambit = createAmbitAnswers(() => materials.get())
  return {
    handlers: {
      listInvestigation: ambit(listInvestigation),
      searchCompound: ambit(structures.searchCompound),
      searchSimilar: ambit(structures.searchSimilar),
      searchSubstructure: ambit(structures.searchSubstructure),
      countStudies: ambit(countStudies),
      listSubstances: ambit(listSubstances),
      getSubstance: ambit(getSubstance),
      getComposition: ambit(getComposition),
      listStructures: ambit(listStructures),
      listStudies: ambit(listStudies),
      getStudySummary: ambit(getStudySummary),
      ...createSelect({
        read: createIndexReader(() => materials.get()),
        now: () => performance.now(),
        real: solrUrl === undefined ? undefined : createRealSolr(kit, solrUrl),
      }),
    },
    async importFile(file: ImportFile, progress: ReportProgress) {
      // loaded on use: most processes never import a file
      const { importMaterials } = await import('./import/importer.ts')
      const counts = await importMaterials(kit, file, progress)
      materials.drop()
      return counts
    },
    refresh: materials.drop,
    close: chemistry.close,
  }
}

/** Returns the index of the newest materials, built by the first search. */
function createIndexReader(read: () => Promise<Materials>): () => Promise<SolrSource> {
  const building = new WeakMap<Materials, Promise<SolrSource>>()
  return async () => {
    const materials = await read()
    const known =
      building.get(materials) ??
      buildSolrIndex(materials, createPacer()).then((index) => ({ index, isSample: materials.isSample }))
    building.set(materials, known)
    return known
  }
}
