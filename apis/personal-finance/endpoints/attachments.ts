// Single attachments: files that can be assigned to transactions.
import { body, bytes, del, empty, get, int, oneOf, put, str } from '#define'
import { Attachment } from '../schemas.ts'

const id = int({ doc: 'Attachment.' })

export const attachments = {
  getAttachment: get('/attachments/{id}', 'One attachment', {
    params: { id },
    invalid: 'provider',
    returns: Attachment,
  }),
  updateAttachment: put('/attachments/{id}', 'New title of an attachment', {
    params: { id },
    body: body({ title: str({ doc: 'A blank title is derived from the file name.' }) }),
    invalid: 'provider',
    returns: Attachment,
  }),
  deleteAttachment: del('/attachments/{id}', 'Removal of an attachment', {
    params: { id },
    invalid: 'provider',
    returns: empty(),
    status: 204,
  }),
  getAttachmentFile: get('/attachments/{id}/file', 'The file of an attachment', {
    params: { id },
    beyond: true,
    invalid: 'provider',
    returns: bytes(),
    doc: 'The target of `original_url` at the embedded provider. The live provider uses addresses of its own.',
  }),
  getAttachmentVariant: get('/attachments/{id}/variants/{variant}', 'A smaller copy of an attached image', {
    params: { id, variant: oneOf(['thumb', 'large'], { doc: 'At most 150 or 1000 pixels on the longer side.' }) },
    beyond: true,
    invalid: 'provider',
    returns: bytes('image/jpeg'),
    doc: 'The target of `variants` at the embedded provider.',
  }),
}
