// Files stored for later calls.
import { body, bool, bytes, del, get, int, list, nullable, obj, opt, post, req, str } from '#define'
import { quick } from '../schemas/fields.ts'
import { Deleted, StoredFile } from '../schemas/files.ts'

export const files = {
  listFiles: get('/v1/files', 'Stored files', {
    params: {
      purpose: str({ beyond: true, doc: 'Only files with this purpose.', example: 'batch' }),
      limit: int({ beyond: true, doc: '1 to 10000; 10000 by default.' }),
      order: str({ beyond: true, doc: 'By time of creation: asc or desc (default).' }),
      after: str({ beyond: true, doc: 'Id of the last file of the previous page.' }),
    },
    returns: obj({
      object: str(),
      data: list(StoredFile),
      first_id: opt(nullable(str())),
      last_id: opt(nullable(str())),
      has_more: opt(bool()),
    }),
    limits: quick,
  }),
  uploadFile: post('/v1/files', 'Upload of a file', {
    // Multipart only: it is streamed on as it arrives, whereas a JSON body would have to be buffered as a whole.
    body: body(
      {
        file: req.file({ doc: 'The file, at most 512 MB; fine-tune takes JSON lines.' }),
        purpose: req.str({ doc: 'assistants, batch, fine-tune, vision, user_data or evals.', example: 'batch' }),
        'expires_after[anchor]': str({ doc: 'created_at' }),
        'expires_after[seconds]': int({ doc: '3600 to 2592000.' }),
      },
      { as: ['multipart'] },
    ),
    returns: StoredFile,
    // 512 MiB is the largest file; the rest is room for the other parts.
    limits: { bodyBytes: 513 * 1024 * 1024 },
  }),
  getFile: get('/v1/files/{id}', 'Details of a file', { returns: StoredFile, limits: quick }),
  deleteFile: del('/v1/files/{id}', 'Removal of a file', { returns: Deleted, limits: quick }),
  getFileContent: get('/v1/files/{id}/content', 'Content of a file', { returns: bytes() }),
}
