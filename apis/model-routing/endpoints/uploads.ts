// Files that are sent in parts.
import { body, int, nullable, obj, oneOf, opt, post, req, str } from '#define'
import { maybeObject, maybeText, quick } from '../schemas/fields.ts'
import { StoredFile } from '../schemas/files.ts'

const seconds = int({ doc: 'Unix seconds.' })
const Upload = obj({
  id: str(),
  object: oneOf(['upload']),
  bytes: int({ doc: 'Size of the whole file.' }),
  created_at: seconds,
  expires_at: seconds,
  filename: str(),
  purpose: str(),
  status: str({ doc: 'pending, completed, cancelled or expired.' }),
  file: opt(nullable(StoredFile)),
})
const params = { upload_id: str({ doc: 'Id of an upload.', example: 'upload_66f0a1b2c3d4e5f607182930' }) }
/** Endpoints that do in several calls what `uploadFile` does in one. */
const repeats = { beyond: true, alias: 'uploadFile' } as const

export const uploads = {
  createUpload: post('/v1/uploads', 'New upload in parts', {
    ...repeats,
    body: body({
      filename: req.str({ doc: 'Name of the file.', example: 'examples.jsonl' }),
      purpose: req.str({ doc: 'assistants, batch, fine-tune, vision, user_data or evals.', example: 'batch' }),
      bytes: req.int({ doc: 'Size of the whole file, at most 512 MB.', example: 32 }),
      mime_type: req.str({ doc: 'Type of the file.', example: 'application/jsonl' }),
      expires_after: maybeObject('anchor created_at and seconds, 3600 to 2592000; of the file.'),
    }),
    invalid: 'provider',
    returns: Upload,
    limits: quick,
    doc: 'It expires after an hour.',
  }),
  addUploadPart: post('/v1/uploads/{upload_id}/parts', 'Adds a part to an upload', {
    ...repeats,
    params,
    body: body({ data: req.file({ doc: 'The bytes, at most 64 MB.' }) }, { as: ['multipart'] }),
    returns: obj({ id: str(), object: oneOf(['upload.part']), created_at: seconds, upload_id: str() }),
    limits: { bodyBytes: 65 * 1024 * 1024 },
    doc: 'Parts may be sent concurrently.',
  }),
  completeUpload: post('/v1/uploads/{upload_id}/complete', 'Makes a file of the parts of an upload', {
    ...repeats,
    params,
    body: body({
      part_ids: req.list(str(), { doc: 'Ids of the parts, in the order of the file.' }),
      md5: maybeText('Checksum of the whole file, in hexadecimal digits.'),
    }),
    invalid: 'provider',
    returns: Upload,
  }),
  cancelUpload: post('/v1/uploads/{upload_id}/cancel', 'Cancels an upload', {
    effect: 'destroy',
    ...repeats,
    params,
    returns: Upload,
    limits: quick,
    doc: 'One that has ended stays as it is.',
  }),
}
