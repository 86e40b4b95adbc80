// Fine-tunes of the first generation, which their vendor switched off in 2024; some upstreams keep them.
import { body, bool, get, list, nullable, num, obj, post, req, str } from '#define'
import { maybeBool, maybeInt, maybeNumber, maybeObject, maybeText, quick } from '../schemas/fields.ts'
import { FineTune, FineTuneEvent } from '../schemas/files.ts'

export const fineTunes = {
  listFineTunes: get('/v1/fine-tunes', 'Fine-tunes, without their events', {
    returns: obj({ object: str(), data: list(FineTune) }),
    limits: quick,
  }),
  createFineTune: post('/v1/fine-tunes', 'New fine-tune of a model', {
    effect: 'spend',
    body: body({
      training_file: req.str({ doc: 'Id of the uploaded training examples.', example: 'file-x7Qm2v' }),
      validation_file: maybeText('Id of the uploaded validation examples.'),
      model: maybeText('ada, babbage, curie (default), davinci, or an earlier result.'),
      n_epochs: maybeInt('Passes over the examples.'),
      hyperparameters: maybeObject('Newer location of n_epochs.'),
      batch_size: maybeInt('Examples per step.'),
      learning_rate_multiplier: maybeNumber(),
      prompt_loss_weight: maybeNumber('Weight of the prompts; 0.01 by default.'),
      compute_classification_metrics: maybeBool(),
      classification_n_classes: maybeInt(),
      classification_positive_class: maybeText(),
      classification_betas: nullable(list(num())),
      suffix: maybeText('Up to 40 characters in the name of the result.'),
    }),
    invalid: 'provider',
    returns: FineTune,
  }),
  getFineTune: get('/v1/fine-tunes/{id}', 'One fine-tune with its events', { returns: FineTune, limits: quick }),
  cancelFineTune: post('/v1/fine-tunes/{id}/cancel', 'Cancels a fine-tune', { effect: 'destroy', returns: FineTune }),
  listFineTuneEvents: get('/v1/fine-tunes/{id}/events', 'Events of a fine-tune', {
    params: { stream: bool({ beyond: true, doc: 'Sends events as they happen, until the fine-tune has ended.' }) },
    returns: obj({ object: str(), data: list(FineTuneEvent) }),
    streams: FineTuneEvent,
  }),
}
