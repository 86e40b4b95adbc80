// Examples of translation memories and their jobs.
import { defineExamples } from '#define'
import { translationMemories } from '../endpoints/translation-memories.ts'

const params = { translation_memory_id: 'c5e0a7d9-2b16-48f3-9e84-70d1f6a3b258' }
const importJob = '2f8e6b1c-90ad-4c37-b5d2-64a1e7f30c89'
const exportJob = '7a4c13e8-d65f-4b02-8e9b-1c50f2d7a634'
const tmx = `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
<header creationtool="example" creationtoolversion="1" segtype="sentence" o-tmf="none" adminlang="en" srclang="en" datatype="plaintext"/>
<body>
<tu>
<tuv xml:lang="en"><seg>The train leaves at noon.</seg></tuv>
<tuv xml:lang="de"><seg>Der Zug fährt um zwölf Uhr ab.</seg></tuv>
</tu>
</body>
</tmx>
`
const memory = {
  ...params,
  name: 'Timetables',
  source_language: 'en',
  target_languages: ['de', 'fr'],
  segment_count: 1,
  creation_time: '2026-01-20T11:00:00Z',
  updated_time: '2026-01-21T08:15:00Z',
}

export const translationMemoryExamples = defineExamples(translationMemories, {
  listTranslationMemories: {
    params: { page: 0, page_size: 10 },
    output: { translation_memories: [memory], total_count: 1 },
  },
  importTranslationMemory: {
    body: {
      source_file: { file_name: 'timetables.tmx', content_length: 48_210, content_type: 'application/xml' },
      parameters: { display_name: 'Timetables' },
    },
    output: {
      job_id: importJob,
      upload_url: 'https://files.example.com/uploads/2f8e6b1c',
      expires_at: '2026-01-20T11:05:00Z',
    },
  },
  uploadTranslationMemoryFile: {
    params: { job_id: importJob },
    body: tmx,
    output: { job_id: importJob, status: 'completed', ...params },
  },
  translationMemoryJob: {
    params: { job_id: importJob },
    output: {
      job_id: importJob,
      product: 'translation_memory',
      operation: 'import',
      creation_time: '2026-01-20T11:00:00Z',
      updated_time: '2026-01-20T11:01:30Z',
      source_file: { content_type: 'application/xml', content_length: 48_210 },
      parameters: { display_name: 'Timetables' },
      results: [
        {
          status: 'completed',
          translation_memory_id: params.translation_memory_id,
          skipped_segment_count: 0,
        },
      ],
    },
  },
  getTranslationMemory: { params, output: memory },
  deleteTranslationMemory: { params },
  translationMemorySegments: {
    params: { ...params, page_size: 20, filter_text: 'noon', filter_case_sensitive: false },
    output: {
      segments: [
        {
          source_segment_id: 'e1b7',
          source_text: 'The train leaves at noon.',
          targets: [
            {
              target_segment_id: 'e1b7-de',
              target_language: 'de',
              target_text: 'Der Zug fährt um zwölf Uhr ab.',
              last_used_time: '2026-02-02T16:40:00Z',
            },
          ],
          last_used_time: '2026-02-02T16:40:00Z',
        },
      ],
      segment_count: 1,
    },
  },
  exportTranslationMemory: { params, output: { job_id: exportJob, parameters: params } },
  downloadTranslationMemoryFile: {
    params: { job_id: exportJob },
    output: { base64: Buffer.from(tmx).toString('base64') },
  },
})
