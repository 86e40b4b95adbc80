// Examples of glossaries, versions 3 and 2.
import { defineExamples } from '#define'
import { glossaries } from '../endpoints/glossaries.ts'
import { glossariesV2 } from '../endpoints/glossaries-v2.ts'

const glossary_id = '4d1c8a50-6f0e-4b8e-9a3f-1b7d52c0e911'
const params = { glossary_id }
const pair = { source_lang: 'en', target_lang: 'de' }
const entries = 'gate\tTor\nkeeper\tWärter'
const dictionary = { ...pair, entry_count: 2 }
const glossary = {
  glossary_id,
  name: 'Park words',
  dictionaries: [dictionary, { source_lang: 'de', target_lang: 'en', entry_count: 1 }],
  creation_time: '2026-02-10T09:30:00.000Z',
}

export const glossaryExamples = defineExamples(glossaries, {
  listGlossaries: { output: { glossaries: [glossary] } },
  createGlossary: {
    body: {
      name: 'Park words',
      dictionaries: [
        { ...pair, entries, entries_format: 'tsv' },
        { source_lang: 'de', target_lang: 'en', entries: 'Tor\tgate', entries_format: 'tsv' },
      ],
    },
    output: { ...glossary, ready: true },
  },
  getGlossary: { params, output: glossary },
  editGlossary: {
    params,
    body: { name: 'Garden words', dictionaries: [{ ...pair, entries: 'bench,Bank', entries_format: 'csv' }] },
    output: { ...glossary, name: 'Garden words', dictionaries: [{ ...pair, entry_count: 3 }] },
  },
  deleteGlossary: { params },
  getGlossaryEntries: {
    params: { ...params, ...pair },
    output: { dictionaries: [{ ...pair, entries, entries_format: 'tsv' }] },
  },
  replaceDictionary: { params, body: { ...pair, entries, entries_format: 'tsv' }, output: dictionary },
  deleteDictionary: { params: { ...params, ...pair } },
})

const glossaryV2 = {
  glossary_id: '8b2e7f14-0c95-4d3a-b6e8-57a1f90d2c36',
  ready: true,
  name: 'Park words',
  ...pair,
  creation_time: '2026-02-10T09:30:00.000Z',
  entry_count: 2,
}

const paramsV2 = { glossary_id: glossaryV2.glossary_id }

export const glossaryV2Examples = defineExamples(glossariesV2, {
  listGlossariesV2: { output: { glossaries: [glossaryV2] } },
  createGlossaryV2: { body: { name: 'Park words', ...pair, entries, entries_format: 'tsv' }, output: glossaryV2 },
  getGlossaryV2: { params: paramsV2, output: glossaryV2 },
  deleteGlossaryV2: { params: paramsV2 },
  getGlossaryEntriesV2: { params: { ...paramsV2, Accept: 'text/tab-separated-values' }, output: entries },
  glossaryLanguagePairs: {
    output: { supported_languages: [pair, { source_lang: 'de', target_lang: 'en' }] },
  },
})
