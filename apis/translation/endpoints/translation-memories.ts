// Endpoints of translation memories: stored segments, and the jobs that import and export them as TMX files outside the
// API.
import {
  body,
  bool,
  bytes,
  del,
  empty,
  get,
  int,
  list,
  obj,
  oneOf,
  opt,
  post,
  put,
  req,
  str,
  streamBody,
} from '#define'
import { pageFields } from '../parameters.ts'
import { TranslationMemory, time } from '../schemas.ts'

const times = { creation_time: opt(time), updated_time: opt(time), last_used_time: opt(time) }
const Segment = obj({
  source_segment_id: str(),
  source_text: str(),
  targets: list(obj({ target_segment_id: str(), target_language: str(), target_text: str(), ...times })),
  ...times,
})
/** A job; members that do not apply to its operation or state are omitted. */
const Job = obj({
  job_id: str(),
  product: str(),
  operation: oneOf(['import', 'export']),
  creation_time: time,
  updated_time: time,
  source_file: opt(obj({ content_type: opt(str()), content_length: opt(int({ min: 1 })) })),
  parameters: opt(obj({ display_name: opt(str()), translation_memory_id: opt(str()) })),
  results: list(
    obj({
      status: str({
        doc: '`awaiting_input`, `processing`, then `completed`, `failed` or `expired`; `downloaded` may follow.',
      }),
      status_metadata: opt(obj({ required_action: opt(str()) })),
      translation_memory_id: opt(str()),
      skipped_segment_count: opt(int({ min: 0 })),
      download_url: opt(str()),
      expires_at: opt(time),
      error: opt(obj({ message: str() })),
    }),
  ),
})

export const translationMemories = {
  listTranslationMemories: get('/v3/translation_memories', 'Translation memories of the account', {
    params: pageFields,
    returns: obj({ translation_memories: list(TranslationMemory), total_count: int({ min: 0 }) }),
  }),
  importTranslationMemory: post('/v3/translation_memories/import', 'Start of an import from a TMX file', {
    body: body({
      source_file: req.of(
        obj({
          file_name: str({ doc: 'At most 100 characters.' }),
          content_length: int({ doc: 'Bytes, at most 1 GB.' }),
          content_type: opt(str({ doc: '`application/xml`.' })),
        }),
      ),
      parameters: obj({ display_name: opt(str({ doc: 'Name of the memory; the file name by default.' })) }),
    }),
    returns: obj({ job_id: str(), upload_url: str(), expires_at: time }),
    status: 202,
    doc: 'The file then goes to `upload_url` by PUT, without any key.',
  }),
  uploadTranslationMemoryFile: put('/v3/translation_memories/jobs/{job_id}/file', 'The TMX file of an import', {
    body: streamBody(),
    returns: obj({ job_id: str(), status: str(), translation_memory_id: opt(str()) }),
    public: true,
    beyond: true,
    doc: 'The `upload_url` of the embedded provider. The live provider uses addresses of its own.',
    limits: { bodyBytes: 1_000_000_000, firstByteMs: 110_000 },
  }),
  translationMemoryJob: get('/v3/translation_memories/jobs/{job_id}', 'State of an import or export', { returns: Job }),
  getTranslationMemory: get('/v3/translation_memories/{translation_memory_id}', 'One translation memory', {
    returns: TranslationMemory,
  }),
  deleteTranslationMemory: del(
    '/v3/translation_memories/{translation_memory_id}',
    'Removal of a translation memory and its segments',
    { returns: empty(), status: 204 },
  ),
  translationMemorySegments: get(
    '/v3/translation_memories/{translation_memory_id}/segments',
    'Segments of a translation memory, page by page',
    {
      params: {
        page_size: int({ doc: 'Segments per page.' }),
        page_cursor: str({ doc: '`next_page_cursor` of the previous page; only valid with the same filter.' }),
        filter_text: str({ doc: 'Text of at least two characters found in source or target.' }),
        filter_case_sensitive: bool({ doc: 'Whether case matters; false by default.' }),
      },
      returns: obj({
        segments: list(Segment),
        segment_count: int({ min: 0, doc: 'All segments, whatever the filter.' }),
        next_page_cursor: opt(str({ doc: 'Absent on the last page.' })),
      }),
    },
  ),
  exportTranslationMemory: post(
    '/v3/translation_memories/{translation_memory_id}/export',
    'Start of an export to a TMX file',
    {
      returns: obj({ job_id: str(), parameters: opt(obj({ translation_memory_id: str() })) }),
      status: 202,
      doc: 'Answers 200 with the job of a recent finished export, and 409 while another one runs.',
    },
  ),
  downloadTranslationMemoryFile: get('/v3/translation_memories/jobs/{job_id}/file', 'The TMX file of an export', {
    returns: bytes('application/xml'),
    public: true,
    beyond: true,
    doc: 'The `download_url` of the embedded provider. The live provider uses addresses of its own.',
  }),
}
