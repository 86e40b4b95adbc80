// Examples of language listings and of spoken terms.
import { defineExamples } from '#define'
import { languages } from '../endpoints/languages.ts'
import { spokenTerms } from '../endpoints/spoken-terms.ts'

export const languageExamples = defineExamples(languages, {
  languageResources: {
    output: [
      {
        name: 'translate_text',
        features: [
          { name: 'auto_detection', needs_source_support: true },
          { name: 'formality', needs_target_support: true },
          { name: 'glossary', needs_source_support: true, needs_target_support: true },
        ],
      },
      { name: 'style_rules', features: [] },
    ],
  },
  languages: {
    params: { resource: 'translate_text', include: ['beta', 'external'] },
    output: [
      {
        lang: 'de',
        name: 'German',
        usable_as_source: true,
        usable_as_target: true,
        status: 'stable',
        features: { formality: { status: 'stable' }, glossary: { status: 'stable' } },
      },
      {
        lang: 'en-GB',
        name: 'English (British)',
        usable_as_source: false,
        usable_as_target: true,
        status: 'stable',
        features: {},
      },
    ],
  },
  languagesV2: {
    params: { type: 'target' },
    output: [
      { language: 'DE', name: 'German', supports_formality: true },
      { language: 'EN-GB', name: 'English (British)', supports_formality: false },
    ],
  },
})

const params = { spoken_terms_id: '91b0f3d2-57c4-4a0e-8d6b-3e2f7a9c1045' }
const collection = {
  ...params,
  name: 'Stations',
  term_lists: [{ lang: 'en', entry_count: 2 }],
  creation_time: '2026-02-12T14:05:00Z',
}
const entries = 'Kings Cross\nPaddington'

export const spokenTermExamples = defineExamples(spokenTerms, {
  listSpokenTerms: { output: { spoken_terms: [collection] } },
  createSpokenTerms: { body: { name: 'Stations', term_lists: [{ lang: 'en', entries }] }, output: collection },
  getSpokenTerms: { params, output: collection },
  editSpokenTerms: { params, body: { name: 'Stops' }, output: { ...collection, name: 'Stops' } },
  deleteSpokenTerms: { params },
  getSpokenTermEntries: { params: { ...params, lang: 'en' }, output: { lang: 'en', entries } },
  replaceTermList: { params, body: { lang: 'en', entries }, output: { lang: 'en', entry_count: 2 } },
  deleteTermList: { params: { ...params, lang: 'en' } },
})
