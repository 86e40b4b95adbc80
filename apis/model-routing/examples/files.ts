// Files and fine-tunes.

const createdAt = 1_714_640_400
/** One line: `{"prompt":"a","completion":"b"}`. */
export const content = 'eyJwcm9tcHQiOiJhIiwiY29tcGxldGlvbiI6ImIifQo='
/** The sample's file. */
export const file = {
  id: 'file-x7Qm2v',
  object: 'file',
  bytes: 32,
  created_at: createdAt,
  filename: 'examples.jsonl',
  purpose: 'fine-tune',
  status: 'processed',
}
const queued = { object: 'fine-tune-event', created_at: createdAt, level: 'info', message: 'Waiting for a free worker' }
const fineTune = {
  id: 'ft-B3kz81',
  object: 'fine-tune',
  created_at: createdAt,
  updated_at: createdAt,
  model: 'curie',
  fine_tuned_model: null,
  organization_id: 'org-example',
  hyperparams: { n_epochs: 4, batch_size: null, learning_rate_multiplier: null, prompt_loss_weight: 0.01 },
  training_files: [file],
  validation_files: [],
  result_files: [],
  status: 'pending',
}

export const fileExamples = {
  listFiles: {
    params: { purpose: 'fine-tune', limit: 20, order: 'desc' },
    output: { object: 'list', data: [file], first_id: file.id, last_id: file.id, has_more: false },
  },
  uploadFile: {
    body: {
      file: {
        fileName: 'examples.jsonl',
        contentType: 'application/jsonl',
        base64: content,
      },
      purpose: 'fine-tune',
    },
    output: { ...file, status: 'uploaded' },
  },
  getFile: { params: { id: file.id }, output: file },
  deleteFile: { params: { id: file.id }, output: { id: file.id, object: 'file', deleted: true } },
  getFileContent: {
    params: { id: file.id },
    output: { base64: content },
  },
  listFineTunes: { output: { object: 'list', data: [fineTune] } },
  createFineTune: {
    body: { training_file: file.id, model: 'curie', n_epochs: 4, suffix: 'harbour' },
    output: { ...fineTune, events: [queued] },
  },
  getFineTune: { params: { id: fineTune.id }, output: { ...fineTune, status: 'running', events: [queued] } },
  // sample data of the embedded provider: a fine-tune that waits until it is cancelled
  cancelFineTune: {
    params: { id: 'ft-sample' },
    output: { ...fineTune, id: 'ft-sample', training_files: [{ ...file, id: 'file-sample' }], status: 'cancelled' },
  },
  listFineTuneEvents: { params: { id: fineTune.id }, output: { object: 'list', data: [queued] } },
}
