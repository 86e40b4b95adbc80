// Response schemas shared by several endpoints. Times are ISO 8601 strings; ids are UUIDs unless stated otherwise.
import { anyOf, bool, int, list, map, num, obj, oneOf, opt, str } from '#define'

export const time = str({ format: 'date-time' })

/** One language pair of a glossary. */
export const DictionaryInfo = obj({ source_lang: str(), target_lang: str(), entry_count: int({ min: 0 }) })

/** A glossary of any number of language pairs (`/v3/glossaries`). */
export const Glossary = obj({
  glossary_id: str(),
  ready: opt(bool()),
  name: str(),
  dictionaries: list(DictionaryInfo),
  creation_time: time,
})

/** A glossary of one language pair (`/v2/glossaries`). */
export const GlossaryV2 = obj({
  glossary_id: str(),
  ready: bool(),
  name: str(),
  source_lang: str(),
  target_lang: str(),
  creation_time: time,
  entry_count: int({ min: 0 }),
})

/** Rewritten or corrected texts, in the order of the request. */
export const Improvements = obj({
  improvements: list(obj({ text: str(), target_language: str(), detected_source_language: str() }), { min: 1 }),
})

/** The term list of one language in a collection of spoken terms. */
export const TermListInfo = obj({ lang: str(), entry_count: int({ min: 0 }) })

export const SpokenTerms = obj({
  spoken_terms_id: str(),
  name: str(),
  term_lists: list(TermListInfo),
  creation_time: time,
})

export const TranslationMemory = obj({
  translation_memory_id: str(),
  name: str(),
  source_language: str(),
  target_languages: list(str()),
  segment_count: int({ min: 0 }),
  creation_time: opt(time),
  updated_time: opt(time),
})

export const CustomInstruction = obj({ id: str(), label: str(), prompt: str(), source_language: opt(str()) })

/** Chosen option by rule name, one map per group of rules. The groups are fixed, their rules grow. */
const ConfiguredRules = obj({
  dates_and_times: opt(map(str())),
  formatting: opt(map(str())),
  numbers: opt(map(str())),
  punctuation: opt(map(str())),
  spelling_and_grammar: opt(map(str())),
  style_and_tone: opt(map(str())),
  vocabulary: opt(map(str())),
})

/** A style rule list; listings omit rules and instructions unless details are requested. */
export const StyleRuleList = obj({
  style_id: str(),
  name: str(),
  creation_time: time,
  updated_time: time,
  language: str(),
  version: int({ min: 1 }),
  configured_rules: opt(ConfiguredRules),
  custom_instructions: opt(list(CustomInstruction)),
})

/** The WebSocket address of a voice stream; the token is good for one connection. */
export const VoiceStream = obj({ streaming_url: str(), token: str(), session_id: opt(str()) })

const Failure = obj({ message: str(), code: opt(str()) })
const VoiceTarget = obj({ language: str(), type: str() })

/** A voice translation job; `results` are in the order of `targets`. */
export const VoiceJob = obj({
  job_id: str(),
  product: str(),
  operation: str(),
  created_at: time,
  updated_at: time,
  usage: obj({ storage_used: opt(int({ min: 0, doc: 'Bytes of source and results.' })) }),
  source_file: obj({ name: str(), content_type: str(), content_length: int({ min: 1 }) }),
  parameters: obj({ source_language: opt(str()) }),
  targets: list(VoiceTarget),
  results: list(
    obj({
      status: oneOf(['pending', 'uploaded', 'processing', 'complete', 'downloaded', 'failed']),
      download_url: opt(str()),
      signature: opt(str()),
      signed_download_url: opt(str()),
      error: opt(Failure),
    }),
  ),
})

const span = obj({ start: int({ min: 0 }), end: int({ min: 0 }) }, { doc: 'Half-open range of code points.' })
const issue = obj({
  type: oneOf(['Accuracy', 'Fluency', 'Style', 'Miscellaneous']),
  sub_type: str(),
  severity: oneOf(['Critical', 'Major', 'Minor']),
  explanation: str(),
  source_spans: list(span),
  target_spans: list(span),
})
const evaluatedSegment = obj({
  segment_index: int({ min: 0 }),
  segment_score: opt(num()),
  source: opt(str()),
  target: opt(str()),
  applied_glossary_term_pairs: opt(list(obj({ source_term: str(), target_term: str(), ranges: list(span) }))),
  errors: list(issue),
})

/** State of a quality evaluation, distinguished by `status`; `processing` has HTTP status 202. */
export const QualityEvaluation = anyOf([
  obj({ job_id: str(), status: oneOf(['processing']) }),
  obj({
    job_id: str(),
    status: oneOf(['done']),
    segments: list(evaluatedSegment),
    summary: obj({
      overall_score: int({ min: 0, max: 100 }),
      granular_counts: map(map(map(int({ min: 0 }))), { doc: 'Counts by type, then subtype, then severity.' }),
    }),
  }),
  obj({ job_id: str(), status: oneOf(['error']), error: obj({ code: str(), message: str() }) }),
])
