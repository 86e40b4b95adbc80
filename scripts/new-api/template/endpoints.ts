// The endpoints of Sample notes, in the order of the provider's documentation.
import { body, get, int, list, post, req } from '#define'
import { Note, noteText } from './schemas.ts'

export const endpoints = {
  listNotes: get('/notes', 'The newest notes', {
    params: { limit: int({ min: 1, max: 100, default: 10, doc: 'How many notes at most.' }) },
    returns: list(Note),
  }),
  getNote: get('/notes/{id}', 'One note', { params: { id: int({ min: 1 }) }, returns: Note }),
  addNote: post('/notes', 'Adds a note', {
    body: body({ text: req.of(noteText) }),
    returns: Note,
    status: 201,
  }),
}
