// Single attachments: files that can be assigned to transactions.
import { body, del, empty, get, int, put, str } from '#define'
import { Attachment } from '../schemas.ts'

const id = int({ doc: 'Attachment.' })

export const attachments = {
  getAttachment: get('/attachments/{id}', 'One attachment', { params: { id }, returns: Attachment }),
  updateAttachment: put('/attachments/{id}', 'New title of an attachment', {
    params: { id },
    body: body({ title: str({ doc: 'A blank title is made from the file name.' }) }),
    returns: Attachment,
  }),
  deleteAttachment: del('/attachments/{id}', 'Removal of an attachment', {
    params: { id },
    returns: empty(),
    status: 204,
  }),
}
