// Endpoints of recorded answers.
import { del, empty, get, int, post, str, streamBody, text } from '#define'
import {
  answerFilter,
  answerId,
  ImportedAnswers,
  ImportedHar,
  ListedAnswers,
  RemovedAnswers,
  ShownAnswer,
} from '../../accounts/answer-shapes.ts'

const importBytes = 256 * 1024 * 1024
const harBytes = 64 * 1024 * 1024
const slow = { totalMs: 600_000 }

export const answerEndpoints = {
  listAnswers: get('/me/answers', 'Recorded answers of the account, newest first', {
    params: {
      ...answerFilter,
      limit: int({ min: 1, max: 100, default: 50, doc: 'Maximum number of answers per page.' }),
      after: str({ max: 200, doc: 'The `next` of the previous page.' }),
    },
    returns: ListedAnswers,
    doc: 'What is recorded is set for each listing: `PUT /v1/me/listings/{slug}` with `answers`.',
  }),
  getAnswer: get('/me/answers/{id}', 'One recorded answer', { params: { id: answerId }, returns: ShownAnswer }),
  deleteAnswer: del('/me/answers/{id}', 'Removes a recorded answer', {
    params: { id: answerId },
    returns: empty(),
    status: 204,
  }),
  deleteAnswers: del('/me/answers', 'Removes all recorded answers, or those of a listing or endpoint', {
    params: answerFilter,
    returns: RemovedAnswers,
  }),
  exportAnswers: get('/me/answers/export', 'Recorded answers as a file, oldest first', {
    params: answerFilter,
    returns: text('application/jsonl'),
    limits: slow,
    doc: 'Each line is a JSON object, as one answer is shown, without its id. Keys are in none of them.',
  }),
  importAnswers: post('/me/answers/import', 'Adds the answers of such a file', {
    body: streamBody(),
    returns: ImportedAnswers,
    limits: { ...slow, bodyBytes: importBytes },
    idempotent: true,
    doc: 'An answer that is kept already stays as it is. A line that cannot be taken is reported, and the others are taken; beyond 10,000 such lines the rest is refused.',
  }),
  exportHar: get('/me/answers/har', 'Recorded answers as a HAR 1.2 file, oldest first', {
    params: answerFilter,
    returns: text('application/json'),
    limits: slow,
    doc: 'For other tools, with the addresses of this gateway. Bodies of requests are not in it, since only digests of them are kept. The custom field `_gatehouse` of an entry has all that is kept beside the body of the answer.',
  }),
  importHar: post('/me/answers/har', 'Adds the answers of such a file, or the reads of one of a browser or proxy', {
    body: streamBody(),
    returns: ImportedHar,
    limits: { ...slow, bodyBytes: harBytes },
    idempotent: true,
    doc: 'An entry belongs to a listing by the address of its provider, or by `/v1/proxy/{slug}` at whatever host. Of requests only declared parameters are taken. An entry with `_gatehouse` is taken as it was recorded.',
  }),
}
