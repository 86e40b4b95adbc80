// Stored files and the old fine-tunes that are trained on them.
import { bool, int, list, nullable, num, obj, oneOf, opt, str } from '#define'

const seconds = int({ doc: 'Unix seconds.' })

export const StoredFile = obj({
  id: str(),
  object: oneOf(['file']),
  bytes: int({ min: 0 }),
  created_at: seconds,
  expires_at: opt(nullable(seconds)),
  filename: str(),
  purpose: str({ doc: 'assistants, batch, fine-tune, vision, user_data, evals, or what created the file.' }),
  status: opt(str({ doc: 'uploaded, processed or error.' })),
  status_details: opt(nullable(str({ doc: 'Why processing failed.' }))),
})
export const Deleted = obj({ id: str(), object: str(), deleted: bool() })

export const FineTuneEvent = obj({
  object: oneOf(['fine-tune-event']),
  created_at: seconds,
  level: str({ doc: 'info, warn or error.' }),
  message: str(),
})
export const FineTune = obj({
  id: str(),
  object: oneOf(['fine-tune']),
  created_at: seconds,
  updated_at: seconds,
  model: str(),
  fine_tuned_model: nullable(str()),
  organization_id: str(),
  hyperparams: obj({
    n_epochs: opt(nullable(int())),
    batch_size: opt(nullable(int())),
    learning_rate_multiplier: opt(nullable(num())),
    prompt_loss_weight: opt(nullable(num())),
  }),
  training_files: list(StoredFile),
  validation_files: list(StoredFile),
  result_files: list(StoredFile),
  status: str({ doc: 'created, pending, running, succeeded, failed or cancelled.' }),
  events: opt(list(FineTuneEvent)),
})
