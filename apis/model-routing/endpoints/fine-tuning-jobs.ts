// Fine-tunes as jobs, as newer clients name them; they are the same as those of the first generation.
import { anyObject, anyOf, body, bool, get, int, list, nullable, num, obj, oneOf, post, req, str } from '#define'
import { maybeInt, maybeObject, maybeObjects, maybeText, model, quick } from '../schemas/fields.ts'

const seconds = int({ doc: 'Unix seconds.' })
const chosen = anyOf([str(), num()])
const Hyperparameters = obj({ n_epochs: chosen, batch_size: chosen, learning_rate_multiplier: chosen })
const Job = obj({
  id: str(),
  object: oneOf(['fine_tuning.job']),
  created_at: seconds,
  finished_at: nullable(seconds),
  model: str(),
  fine_tuned_model: nullable(str()),
  organization_id: str(),
  status: str({ doc: 'validating_files, queued, running, succeeded, failed or cancelled.' }),
  trained_tokens: nullable(int()),
  training_file: str(),
  validation_file: nullable(str()),
  result_files: list(str()),
  error: nullable(obj({ code: str(), message: str(), param: nullable(str()) })),
  hyperparameters: Hyperparameters,
  method: anyObject(),
  seed: int(),
  estimated_finish: nullable(seconds),
  integrations: nullable(list(anyObject())),
  metadata: nullable(anyObject()),
})
const JobEvent = obj({
  id: str(),
  object: oneOf(['fine_tuning.job.event']),
  created_at: seconds,
  level: str({ doc: 'info, warn or error.' }),
  message: str(),
  type: str(),
  data: anyObject(),
})
const page = {
  limit: int({ doc: '1 to 100; 20 by default.' }),
  after: str({ doc: 'Id of the last item of the previous page.' }),
}
const beyond = true

export const fineTuningJobs = {
  createFineTuningJob: post('/v1/fine_tuning/jobs', 'New fine-tuning job', {
    effect: 'spend',
    beyond,
    alias: 'createFineTune',
    body: body({
      model,
      training_file: req.str({ doc: 'Id of the uploaded training examples.', example: 'file-x7Qm2v' }),
      validation_file: maybeText('Id of the uploaded validation examples.'),
      suffix: maybeText('Up to 40 characters in the name of the result.'),
      hyperparameters: maybeObject('Older location of the hyperparameters.'),
      method: maybeObject('Type supervised with its hyperparameters.'),
      seed: maybeInt('Of no effect: nothing is drawn.'),
      integrations: maybeObjects('Of no effect.'),
      metadata: maybeObject('Of no effect.'),
    }),
    invalid: 'provider',
    returns: Job,
  }),
  listFineTuningJobs: get('/v1/fine_tuning/jobs', 'Fine-tuning jobs, newest first', {
    beyond,
    alias: 'listFineTunes',
    limits: quick,
    params: page,
    returns: obj({ object: str(), data: list(Job), has_more: bool() }),
  }),
  getFineTuningJob: get('/v1/fine_tuning/jobs/{job_id}', 'One fine-tuning job', {
    beyond,
    alias: 'getFineTune',
    limits: quick,
    returns: Job,
  }),
  cancelFineTuningJob: post('/v1/fine_tuning/jobs/{job_id}/cancel', 'Cancels a fine-tuning job', {
    effect: 'destroy',
    beyond,
    alias: 'cancelFineTune',
    returns: Job,
  }),
  listFineTuningEvents: get('/v1/fine_tuning/jobs/{job_id}/events', 'Events of a job, newest first', {
    beyond,
    alias: 'listFineTuneEvents',
    limits: quick,
    params: page,
    returns: obj({ object: str(), data: list(JobEvent), has_more: bool() }),
  }),
  listFineTuningCheckpoints: get('/v1/fine_tuning/jobs/{job_id}/checkpoints', 'Checkpoints of a job', {
    beyond,
    alias: 'listFineTuneEvents',
    limits: quick,
    params: page,
    returns: obj({ object: str(), data: list(anyObject()), has_more: bool() }),
    doc: 'Always none: nothing is trained.',
  }),
}
