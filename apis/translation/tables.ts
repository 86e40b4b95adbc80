// The tables of the embedded provider. Lists that are only ever read and written as a whole are JSON in one column.

/** What an account has used, by month and key. */
export interface UsageTable {
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
  /** 1 once it was changed by version 3; version 2 can then not remove it. */
  edited: number
}

/** The entries of one language pair of a glossary. */
export interface DictionariesTable {
  glossary_id: string
  source: string
  target: string
  /** Lines of source and target with a tab between them. */
  entries: string
  entry_count: number
  /** Changes with the entries. */
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

/** Where the beginnings and ends of words occur, to find similar segments. */
export interface SegmentKeysTable {
  memory_id: string
  key: string
  number: number
}

/** Imports and exports of translation memories. */
export interface JobsTable {
  account: string
  /** Gateway key that asked for it; empty for the operator. */
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
  /** Gateway key that pays for it. */
  paid_by: string
  /** `queued`, `translating`, `done`, `error` or `downloaded`. */
  status: string
  name: string
  /** JSON: what the caller asked for. */
  request: string
  source: Buffer | null
  result: Buffer | null
  billed: number | null
  error: string | null
  /** JSON of the quality evaluation, once it is done; null where none was asked for. */
  evaluation: string | null
  created_at: number
  updated_at: number
}

export interface VoiceStreamsTable {
  account: string
  id: string
  /** Gateway key that pays for it. */
  key: string
  /** JSON: what the caller asked for. */
  request: string
  /** SHA-256 of the newest token, in hex. */
  token_hash: string
  /** 1 once a connection was opened with the newest token. */
  is_used: number
  /** 1 once it is over; nothing reopens it. */
  is_ended: number
  /** Milliseconds of audio in earlier connections. */
  heard_ms: number
  created_at: number
}

/** All tokens of a stream, so that an outdated one is recognised. */
export interface VoiceTokensTable {
  hash: string
  stream_id: string
}

/** Translations of audio files. */
export interface VoiceJobsTable {
  account: string
  id: string
  /** Gateway key that pays for it. */
  key: string
  /** Signs the addresses of its files, in hex. */
  secret: string
  /** `pending`, `receiving`, `uploaded`, `processing` or `done`. */
  status: string
  name: string
  content_type: string
  content_length: number
  /** Base language that is spoken. */
  source: string
  created_at: number
  updated_at: number
}

/** What a voice job makes for each of its targets. */
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
