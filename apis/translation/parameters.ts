// Request fields and parameters shared by several topics. Value sets stay open if the provider answers unknown values
// with messages that its SDKs look for; the known values are in `doc`.
import { bool, int, list, oneOf, str } from '#define'

/** A body that the provider reads as JSON or as a form (SOURCES 1.3). */
export const jsonOrForm = { as: ['json', 'form'] } as const

/** Size limit of the percent-encoded entries of one glossary (SOURCES 2.2). */
export const glossaryBodyBytes = 32 * 1024 * 1024

/** The provider's header that attributes a call to a team, project or customer. */
export const reportingTag = {
  'X-DeepL-Reporting-Tag': str({
    in: 'header',
    max: 100,
    beyond: true,
    doc: 'Attributes the usage to a team, project or customer. ASCII without inner spaces; compared in lower case.',
    example: 'team-docs',
  }),
}

/** Fields shared by translations of texts and of documents. */
export const translationFields = {
  source_lang: str({ doc: 'Language of the source, in any case; detected by default.', example: 'EN' }),
  formality: str({
    doc: '`default`, `more`, `less`, `prefer_more` or `prefer_less`; the `prefer_` ones never fail on a language without formality.',
  }),
  glossary_id: str({ doc: 'Glossary to apply; needs `source_lang` and excludes `glossary_ids`.' }),
  glossary_ids: list(str(), {
    doc: 'Up to five glossaries to apply, each with the language pair; in a form also one comma-separated string.',
  }),
  style_id: str({ doc: 'Style rule list to apply; its language must be the base language of the target.' }),
  translation_memory_id: str({ doc: 'Translation memory whose matching segments replace the machine result.' }),
  translation_memory_threshold: int({
    min: 0,
    max: 100,
    doc: 'Similarity in percent from which a stored segment counts as a match; 75 by default.',
  }),
  enable_beta_languages: bool({ deprecated: true, doc: 'Accepted but has no effect.' }),
}

export const pageFields = {
  page: int({ default: 0, doc: 'Page to return, counted from 0.' }),
  page_size: int({ default: 10, doc: 'Records per page, 1 to 25.' }),
}

/** The format of glossary entries; the provider knows only these two. */
export const entriesFormat = oneOf(['tsv', 'csv'], {
  doc: 'Format of the entries: `tsv` (default) or `csv`.',
})
