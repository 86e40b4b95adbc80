// Many calls at once, answered within a day: of files of calls, and of messages.
import {
  anyObject,
  body,
  bool,
  bytes,
  del,
  get,
  int,
  list,
  map,
  nullable,
  obj,
  oneOf,
  opt,
  post,
  req,
  str,
} from '#define'
import { maybeObject, quick } from '../schemas/fields.ts'

const seconds = int({ doc: 'Unix seconds.' })
const maybeSeconds = opt(nullable(seconds))
const count = int({ min: 0 })
const beyond = true

const Batch = obj({
  id: str(),
  object: oneOf(['batch']),
  endpoint: str({ doc: 'Path of its calls.' }),
  errors: nullable(
    obj({
      object: oneOf(['list']),
      data: list(
        obj({
          code: str(),
          message: str(),
          param: nullable(str()),
          line: nullable(int({ doc: 'Of the input file.' })),
        }),
      ),
    }),
  ),
  input_file_id: str(),
  completion_window: str(),
  status: str({
    doc: 'validating, failed, in_progress, finalizing, completed, expired, cancelling or cancelled.',
  }),
  output_file_id: nullable(str({ doc: 'File of the calls that succeeded.' })),
  error_file_id: nullable(str({ doc: 'File of the calls that did not.' })),
  created_at: seconds,
  in_progress_at: maybeSeconds,
  expires_at: maybeSeconds,
  finalizing_at: maybeSeconds,
  completed_at: maybeSeconds,
  failed_at: maybeSeconds,
  expired_at: maybeSeconds,
  cancelling_at: maybeSeconds,
  cancelled_at: maybeSeconds,
  request_counts: obj({ total: count, completed: count, failed: count }),
  metadata: nullable(map(str())),
})

const batchId = { batch_id: str({ doc: 'Id of a batch.', example: 'batch_66f0a1b2c3d4e5f607182930' }) }

export const batches = {
  createBatch: post('/v1/batches', 'New batch of the calls in a file', {
    effect: 'spend',
    beyond,
    body: body({
      input_file_id: req.str({
        doc: 'Uploaded JSON lines: custom_id, method POST, url and body of each call; at most 50,000 and 200 MB.',
        example: 'file-x7Qm2v',
      }),
      endpoint: req.str({
        doc: '/v1/chat/completions, /v1/completions, /v1/embeddings, /v1/moderations or /v1/responses.',
        example: '/v1/chat/completions',
      }),
      completion_window: req.str({ doc: '24h', example: '24h' }),
      metadata: maybeObject('Up to 16 pairs stored with the batch.'),
      output_expires_after: maybeObject('anchor created_at and seconds, 3600 to 2592000; 30 days by default.'),
    }),
    invalid: 'provider',
    returns: Batch,
    limits: quick,
    doc: 'Each line is routed, guarded and charged as a call of its own.',
  }),
  listBatches: get('/v1/batches', 'Batches of files, newest first', {
    beyond,
    params: {
      limit: int({ doc: '1 to 100; 20 by default.' }),
      after: str({ doc: 'Id of the last batch of the previous page.' }),
    },
    returns: obj({
      object: oneOf(['list']),
      data: list(Batch),
      first_id: nullable(str()),
      last_id: nullable(str()),
      has_more: bool(),
    }),
    limits: quick,
  }),
  getBatch: get('/v1/batches/{batch_id}', 'State of a batch', {
    beyond,
    params: batchId,
    returns: Batch,
    limits: quick,
  }),
  cancelBatch: post('/v1/batches/{batch_id}/cancel', 'Cancels a batch', {
    effect: 'destroy',
    beyond,
    params: batchId,
    returns: Batch,
    limits: quick,
    doc: 'Calls under way are finished. A batch that has ended stays as it is.',
  }),
}

const time = str({ doc: 'RFC 3339.' })
const MessageBatch = obj({
  id: str(),
  type: oneOf(['message_batch']),
  processing_status: str({ doc: 'in_progress, canceling or ended.' }),
  request_counts: obj({ processing: count, succeeded: count, errored: count, canceled: count, expired: count }),
  ended_at: nullable(time),
  created_at: time,
  expires_at: time,
  archived_at: nullable(time),
  cancel_initiated_at: nullable(time),
  results_url: nullable(str({ doc: 'Address of the results, once it has ended.' })),
})

const beta = bool({ doc: 'Sent by SDKs that use beta features.' })
const messageBatchId = {
  message_batch_id: str({ doc: 'Id of a batch of messages.', example: 'msgbatch_66f0a1b2c3d4e5f607182930' }),
  beta,
}

export const messageBatches = {
  createMessageBatch: post('/v1/messages/batches', 'New batch of messages', {
    effect: 'spend',
    beyond,
    alias: 'createBatch',
    params: { beta },
    body: body({
      requests: req.list(obj({ custom_id: str(), params: anyObject({ doc: 'Body of a message call.' }) }), {
        doc: 'At most 10,000. A custom_id has 1 to 64 letters, digits, _ and -.',
      }),
    }),
    invalid: 'provider',
    returns: MessageBatch,
    doc: 'Each message is routed, guarded and charged as a call of its own.',
  }),
  listMessageBatches: get('/v1/messages/batches', 'Batches of messages, newest first', {
    beyond,
    alias: 'listBatches',
    params: {
      limit: int({ doc: '1 to 1000; 20 by default.' }),
      after_id: str({ doc: 'Id of the last batch of the previous page.' }),
      before_id: str({ doc: 'Id of the first batch of the next page.' }),
      beta,
    },
    returns: obj({
      data: list(MessageBatch),
      first_id: nullable(str()),
      last_id: nullable(str()),
      has_more: bool(),
    }),
    limits: quick,
  }),
  getMessageBatch: get('/v1/messages/batches/{message_batch_id}', 'State of a batch of messages', {
    beyond,
    alias: 'getBatch',
    params: messageBatchId,
    returns: MessageBatch,
    limits: quick,
  }),
  getMessageBatchResults: get('/v1/messages/batches/{message_batch_id}/results', 'Results of a batch of messages', {
    beyond,
    alias: 'getFileContent',
    params: messageBatchId,
    returns: bytes('application/x-jsonl'),
    doc: 'One JSON line for each message, in any order.',
  }),
  cancelMessageBatch: post('/v1/messages/batches/{message_batch_id}/cancel', 'Cancels a batch of messages', {
    effect: 'destroy',
    beyond,
    alias: 'cancelBatch',
    params: messageBatchId,
    limits: quick,
    returns: MessageBatch,
    doc: 'Messages under way are finished. A batch that has ended stays as it is.',
  }),
  deleteMessageBatch: del('/v1/messages/batches/{message_batch_id}', 'Removal of a batch of messages', {
    beyond,
    alias: 'deleteFile',
    params: messageBatchId,
    limits: quick,
    returns: obj({ id: str(), type: oneOf(['message_batch_deleted']) }),
    doc: 'Only of one that has ended.',
  }),
}
