// The tables of the embedded provider. Lists that are always read and written as a whole are JSON in one column.

/** The usage of an account, by month and key. */
interface UsageTable {
  account: string
  /** UTC month, `YYYY-MM`. */
  month: string
  key: string
  /** `translate`, `document` or `write`. */
  product: string
  characters: number
}

export interface GlossariesTable {
  account: string
  id: string
  name: string
  created_at: number
  /** 1 after a change by version 3; version 2 can then no longer remove it. */
  edited: number
}

/** The entries of one language pair of a glossary. */
export interface DictionariesTable {
  glossary_id: string
  source: string
  target: string
  /** Lines of source and target, separated by a tab. */
  entries: string
  entry_count: number
  /** Changes together with the entries. */
  version: number
}

export interface StyleRulesTable {
  account: string
  id: string
  name: string
  language: string
  version: number
  created_at: number
  updated_at: number
  /** JSON: rule by name, by group. */
  rules: string
  /** JSON: list of instructions. */
  instructions: string
}

export interface SpokenTermsTable {
  account: string
  id: string
  name: string
  created_at: number
  /** JSON: lines by language. */
  lists: string
}

export interface MemoriesTable {
  account: string
  id: string
  name: string
  source: string
  /** JSON: language codes. */
  targets: string
  segment_count: number
  created_at: number
  updated_at: number
}

export interface SegmentsTable {
  memory_id: string
  /** Position, from 0. */
  number: number
  source_text: string
  /** Source and targets in lower case, for the filter. */
  folded: string
  /** JSON: text by language. */
  targets: string
}

/** The words' beginnings and ends by segment, to find similar segments. */
interface SegmentKeysTable {
  memory_id: string
  key: string
  number: number
}

/** Imports and exports of translation memories. */
export interface JobsTable {
  account: string
  /** Gateway key that requested the job; empty for the operator. */
  key: string
  id: string
  /** `import` or `export`. */
  operation: string
  /** `awaiting_input`, `processing`, `completed` or `failed`. */
  status: string
  name: string
  content_type: string | null
  content_length: number | null
  memory_id: string | null
  skipped: number | null
  error: string | null
  created_at: number
  updated_at: number
}

export interface DocumentsTable {
  account: string
  id: string
  /** SHA-256 of the document key, in hex. */
  key_hash: string
  /** Gateway key that pays for the document. */
  paid_by: string
  /** `queued`, `translating`, `done`, `error` or `downloaded`. */
  status: string
  name: string
  /** JSON: the caller's options. */
  request: string
  source: Buffer | null
  result: Buffer | null
  billed: number | null
  error: string | null
  /** JSON of the finished quality evaluation; null if none was requested. */
  evaluation: string | null
  /** JSON of the `Segments` of a translated document. */
  segments: string | null
  created_at: number
  updated_at: number
}

export interface VoiceStreamsTable {
  account: string
  id: string
  /** Gateway key that pays for the stream. */
  key: string
  /** JSON: the caller's options. */
  request: string
  /** SHA-256 of the newest token, in hex. */
  token_hash: string
  /** 1 after a connection was opened with the newest token. */
  is_used: number
  /** 1 after the end of the stream; nothing reopens it. */
  is_ended: number
  /** Milliseconds of audio in earlier connections. */
  heard_ms: number
  created_at: number
}

/** All tokens of a stream, so that outdated ones are recognised. */
interface VoiceTokensTable {
  hash: string
  stream_id: string
}

/** Jobs that translate audio files. */
export interface VoiceJobsTable {
  account: string
  id: string
  /** Gateway key that pays for the job. */
  key: string
  /** Secret that signs the addresses of the job's files, in hex. */
  secret: string
  /** `pending`, `receiving`, `uploaded`, `processing` or `done`. */
  status: string
  name: string
  content_type: string
  content_length: number
  /** Base language of the speech. */
  source: string
  created_at: number
  updated_at: number
}

/** The result of a voice job for one of its targets. */
export interface VoiceResultsTable {
  job_id: string
  /** Position among the targets, from 0. */
  number: number
  language: string
  type: string
  /** `pending` until there is a result, then `complete`, `downloaded` or `failed`. */
  status: string
  error: string | null
  bytes: number
}

export interface Tables {
  translation_voice_jobs: VoiceJobsTable
  translation_voice_results: VoiceResultsTable
  translation_voice_streams: VoiceStreamsTable
  translation_voice_tokens: VoiceTokensTable
  translation_usage: UsageTable
  translation_glossaries: GlossariesTable
  translation_dictionaries: DictionariesTable
  translation_style_rules: StyleRulesTable
  translation_spoken_terms: SpokenTermsTable
  translation_memories: MemoriesTable
  translation_segments: SegmentsTable
  translation_segment_keys: SegmentKeysTable
  translation_jobs: JobsTable
  translation_documents: DocumentsTable
}
