// Batches, and files that are sent in parts.
import { content, file } from './files.ts'

const createdAt = 1_714_640_400
const expiresAt = createdAt + 86_400
const batch = {
  id: 'batch_7hWq2Lk9',
  object: 'batch',
  endpoint: '/v1/chat/completions',
  errors: null,
  input_file_id: file.id,
  completion_window: '24h',
  status: 'validating',
  output_file_id: null,
  error_file_id: null,
  created_at: createdAt,
  expires_at: expiresAt,
  request_counts: { total: 0, completed: 0, failed: 0 },
  metadata: { harbour: 'Brest' },
}
const messageBatch = {
  id: 'msgbatch_3Pz8Vt1c',
  type: 'message_batch',
  processing_status: 'in_progress',
  request_counts: { processing: 1, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
  ended_at: null,
  created_at: '2024-05-02T09:00:00.000Z',
  expires_at: '2024-05-03T09:00:00.000Z',
  archived_at: null,
  cancel_initiated_at: null,
  results_url: null,
}
const upload = {
  id: 'upload_5Rm6Yb0d',
  object: 'upload',
  bytes: 32,
  created_at: createdAt,
  expires_at: createdAt + 3600,
  filename: 'examples.jsonl',
  purpose: 'fine-tune',
  status: 'pending',
  file: null,
}
const part = { id: 'part_2Jc4Xe7f', object: 'upload.part', created_at: createdAt, upload_id: upload.id }
const question = { role: 'user', content: 'How high is the tide?' }
const result =
  '{"custom_id":"tide-1","result":{"type":"succeeded","message":{"id":"msg_8Ls1","type":"message","role":"assistant","model":"claude-haiku-4-5","content":[{"type":"text","text":"Two metres."}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":13,"output_tokens":4}}}}\n'

const params = { batch_id: batch.id }
const messageParams = { message_batch_id: messageBatch.id }
const uploadParams = { upload_id: upload.id }

export const batchExamples = {
  createBatch: {
    body: {
      input_file_id: file.id,
      endpoint: batch.endpoint,
      completion_window: '24h',
      metadata: batch.metadata,
    },
    output: batch,
  },
  listBatches: {
    params: { limit: 2 },
    output: { object: 'list', data: [batch], first_id: batch.id, last_id: batch.id, has_more: false },
  },
  getBatch: { params, output: batch },
  cancelBatch: { params, output: { ...batch, status: 'cancelling', cancelling_at: createdAt + 60 } },
  createMessageBatch: {
    body: {
      requests: [{ custom_id: 'tide-1', params: { model: 'claude-haiku-4-5', max_tokens: 100, messages: [question] } }],
    },
    output: messageBatch,
  },
  listMessageBatches: {
    params: { limit: 2 },
    output: { data: [messageBatch], first_id: messageBatch.id, last_id: messageBatch.id, has_more: false },
  },
  getMessageBatch: { params: messageParams, output: messageBatch },
  getMessageBatchResults: {
    params: messageParams,
    output: { base64: Buffer.from(result).toString('base64') },
  },
  cancelMessageBatch: {
    params: messageParams,
    output: { ...messageBatch, processing_status: 'canceling', cancel_initiated_at: '2024-05-02T09:01:00.000Z' },
  },
  deleteMessageBatch: {
    params: messageParams,
    output: { id: messageBatch.id, type: 'message_batch_deleted' },
  },
  createUpload: {
    body: { filename: upload.filename, purpose: upload.purpose, bytes: 32, mime_type: 'application/jsonl' },
    output: upload,
  },
  addUploadPart: {
    params: uploadParams,
    body: { data: { fileName: 'part', contentType: 'application/octet-stream', base64: content } },
    output: part,
  },
  completeUpload: {
    params: uploadParams,
    body: { part_ids: [part.id] },
    output: { ...upload, status: 'completed', file },
  },
  cancelUpload: { params: uploadParams, output: { ...upload, status: 'cancelled' } },
}
