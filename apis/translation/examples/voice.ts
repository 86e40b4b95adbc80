// Examples of voice streams, voice translation jobs and quality evaluation.
import { defineExamples } from '#define'
import { voice } from '../endpoints/voice.ts'

const job_id = '3c9a7e15-b04d-4f62-8a1e-d7250f9b6c48'
const evaluated = 'B3F1C07A5D2E48969A0C1E7F4D8B2A63'
const stream = {
  streaming_url: 'wss://api.deepl.com/v3/voice/realtime/connect',
  token: 'c2Vjb25kLXRva2Vu',
  session_id: '6d0f2b8c-75a1-4e39-9c4d-e813a5f7b026',
}
const source_file = { name: 'announcement.mp3', content_type: 'audio/mpeg', content_length: 2_097_152 }
const targets = [
  { language: 'de', type: 'text/plain' },
  { language: 'fr', type: 'application/x-subrip' },
]

export const voiceExamples = defineExamples(voice, {
  reconnectVoice: { params: { token: 'Zmlyc3QtdG9rZW4' }, output: stream },
  openVoice: {
    params: { 'X-DeepL-Reporting-Tag': 'team-events' },
    body: {
      source_media_content_type: 'audio/ogg;codecs=opus',
      source_language: 'en',
      source_language_mode: 'fixed',
      target_languages: ['de', 'fr'],
    },
    output: stream,
  },
  createVoiceJob: {
    params: { include: ['signed_url'] },
    body: { source_file, parameters: { source_language: 'en' }, targets },
    output: {
      job_id,
      upload_url: 'https://files.example.com/assets/3c9a7e15',
      signature: 'upload-signature',
      signed_upload_url: 'https://files.example.com/assets/3c9a7e15?signature=upload-signature',
    },
  },
  voiceJob: {
    params: { job_id },
    output: {
      job_id,
      product: 'voice',
      operation: 'translate',
      created_at: '2026-02-14T07:00:00Z',
      updated_at: '2026-02-14T07:02:10Z',
      usage: { storage_used: 2_099_000 },
      source_file,
      parameters: { source_language: 'en' },
      targets,
      results: [
        {
          status: 'complete',
          download_url: 'https://files.example.com/assets/3c9a7e15-de',
          signature: 'download-signature',
        },
        { status: 'failed', error: { message: 'The audio holds no speech.' } },
      ],
    },
  },
  uploadVoiceFile: { params: { job_id, signature: 'upload-signature' }, body: 'RIFF' },
  downloadVoiceResult: {
    params: { job_id, number: 0, signature: 'download-signature' },
    output: { base64: Buffer.from('Der Zug fährt heute nicht.\n').toString('base64') },
  },
  qualityEvaluation: {
    params: { job_id: evaluated },
    output: {
      job_id: evaluated,
      status: 'done',
      segments: [
        {
          segment_index: 0,
          segment_score: 64,
          source: 'The museum is closed on Monday.',
          target: 'Le musée est fermé le mardi.',
          errors: [
            {
              type: 'Accuracy',
              sub_type: 'Mistranslation',
              severity: 'Critical',
              explanation: 'The source names Monday, the translation Tuesday.',
              source_spans: [{ start: 24, end: 30 }],
              target_spans: [{ start: 22, end: 27 }],
            },
          ],
        },
      ],
      summary: { overall_score: 64, granular_counts: { Accuracy: { Mistranslation: { Critical: 1 } } } },
    },
  },
})
