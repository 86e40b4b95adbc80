// Fine-tuning jobs.

const hyperparameters = { n_epochs: 4, batch_size: 'auto', learning_rate_multiplier: 'auto' }
const job = {
  id: 'ft-Job7Kq',
  object: 'fine_tuning.job',
  created_at: 1_714_640_400,
  finished_at: null,
  model: 'curie',
  fine_tuned_model: null,
  organization_id: 'org-gatehouse',
  status: 'queued',
  trained_tokens: null,
  training_file: 'file-x7Qm2v',
  validation_file: null,
  result_files: [],
  error: null,
  hyperparameters,
  method: { type: 'supervised', supervised: { hyperparameters } },
  seed: 0,
  estimated_finish: null,
  integrations: [],
  metadata: null,
}
const event = {
  id: 'ft-Job7Kq-event-0',
  object: 'fine_tuning.job.event',
  created_at: 1_714_640_400,
  level: 'info',
  message: 'Created fine-tune: ft-Job7Kq',
  type: 'message',
  data: {},
}
const params = { job_id: job.id }

export const fineTuningJobExamples = {
  createFineTuningJob: { body: { model: job.model, training_file: job.training_file }, output: job },
  listFineTuningJobs: { params: { limit: 2 }, output: { object: 'list', data: [job], has_more: false } },
  getFineTuningJob: { params, output: job },
  // sample data of the embedded provider: a job that waits until it is cancelled
  cancelFineTuningJob: {
    params: { job_id: 'ft-sample-job' },
    output: { ...job, id: 'ft-sample-job', status: 'cancelled', finished_at: 1_714_640_400 },
  },
  listFineTuningEvents: { params, output: { object: 'list', data: [event], has_more: false } },
  listFineTuningCheckpoints: { params, output: { object: 'list', data: [], has_more: false } },
}
