// Tables of what accounts store here.
import type { Kysely } from 'kysely'

export interface StoredTables {
  model_routing_files: {
    id: string
    account: string
    /** Time at which the file becomes available; that of a result can be in the future. */
    created_ms: number
    expires_ms: number | null
    bytes: number
    filename: string
    purpose: string
    /** 0 while its chunks are being written. */
    is_whole: number
  }
  model_routing_file_parts: {
    file: string
    place: number
    content: Buffer
  }
  model_routing_fine_tunes: {
    id: string
    account: string
    created_ms: number
    /** JSON of FineTuneDetails. */
    facts: string
    /** Name of the resulting model. */
    model: string
    cancelled_ms: number | null
    /** Time at which that model was removed. */
    removed_ms: number | null
  }
  model_routing_learned: {
    /** Id of the fine-tune. */
    tune: string
    /** JSON of Example[]. */
    examples: string
  }
  model_routing_videos: {
    id: string
    account: string
    created_ms: number
    /** JSON of VideoDetails. */
    facts: string
  }
  /** Sample models that an account has removed. */
  model_routing_removed: {
    account: string
    model: string
  }
  model_routing_responses: {
    id: string
    account: string
    created_ms: number
    /** JSON of the answer. */
    response: string
    /** JSON of the whole input, with that of earlier responses. */
    items: string
  }
  model_routing_uploads: {
    id: string
    account: string
    created_ms: number
    /** JSON of UploadFacts. */
    facts: string
    state: string
    /** Id of the file that it has become. */
    file: string | null
  }
  model_routing_upload_parts: {
    id: string
    upload: string
    bytes: number
  }
  model_routing_seals: {
    account: string
    secret: Buffer
  }
}
export type StoredDb = Kysely<StoredTables>
