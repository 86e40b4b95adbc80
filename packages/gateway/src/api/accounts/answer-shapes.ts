// Shapes of recorded answers.
import { anyObject, int, list, map, obj, opt, str } from '#define'
import { time, wordPattern } from './shapes.ts'

const listing = str({ max: 80, pattern: wordPattern, doc: 'Only answers of this listing.', example: 'exchange-rates' })
const endpoint = str({ max: 80, pattern: wordPattern, doc: 'Only answers of this endpoint, by its operation id.' })

export const answerFilter = { listing, endpoint }
export const answerId = str({
  max: 64,
  pattern: wordPattern,
  doc: 'Id of the answer.',
  example: 'ans_5b1f0c9e7a2d4386b1f0c9e7',
})

const subject = {
  id: str(),
  at: time('When the provider gave it.'),
  listing: str(),
  endpoint: str({ doc: 'Operation id.' }),
}
const params = anyObject({ doc: 'Declared parameters of the request, typed. Keys are not among them.' })

const ListedAnswer = obj({
  ...subject,
  status: int(),
  contentType: str({ doc: 'Empty where the answer had none.' }),
  bytes: int({ min: 0, doc: 'What it takes of the 64 MB, compressed and sealed.' }),
  params,
})
export const ListedAnswers = obj({
  answers: list(ListedAnswer),
  next: opt(str({ doc: 'Pass it as `after` for the next page; absent on the last one.' })),
  kept: obj({
    answers: int({ min: 0, doc: 'Answers that the account keeps, of 2,000.' }),
    bytes: int({ min: 0, doc: 'Their bytes, of 64 MB.' }),
  }),
})

export const ShownAnswer = obj({
  ...subject,
  request: obj({
    params,
    body: opt(str({ doc: 'SHA-256 of the body in canonical form; absent without a body.' })),
    other: opt(str({ doc: 'SHA-256 of what was sent beside the declared parameters; absent if nothing was.' })),
    varies: opt(map(str(), { doc: 'Request headers by which the provider chose the answer.' })),
  }),
  answer: obj({
    status: int(),
    headers: list(list(str()), { doc: 'Pairs of name and value. `{gateway}` stands for the address of the gateway.' }),
    text: opt(str({ doc: 'The body, if it is text.' })),
    base64: opt(str({ doc: 'Any other body.' })),
    beats: opt(list(list(int()), { doc: 'Pieces of a stream: milliseconds since the first one, and bytes.' })),
  }),
})

export const ImportedAnswers = obj({
  lines: int({ min: 0, doc: 'Lines that were read; empty ones do not count.' }),
  added: int({ min: 0, doc: 'Answers that were not kept before.' }),
  refused: int({ min: 0, doc: 'Lines that were not taken.' }),
  problems: list(obj({ line: int({ min: 1 }), reason: str() }), { doc: 'Why, of the first hundred.' }),
})
export const ImportedHar = obj({
  entries: int({ min: 0, doc: 'Entries of the file.' }),
  added: int({ min: 0, doc: 'Answers that were not kept before.' }),
  skipped: int({ min: 0, doc: 'Entries that were not taken.' }),
  problems: list(obj({ entry: int({ min: 0, doc: 'Its place in the file, from 0.' }), reason: str() }), {
    doc: 'Why, of the first hundred.',
  }),
})
export const RemovedAnswers = obj({ removed: int({ min: 0 }) })
