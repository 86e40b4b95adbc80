// Shapes of drift: compared endpoints and their findings.
import { int, list, obj, oneOf, str } from '#define'
import { findingKinds, severities } from '../../record/drift/finding.ts'
import { time } from '../accounts/shapes.ts'

const Finding = obj({
  pointer: str({
    doc: 'JSON Pointer of the member; `*` stands for every item of a list and every free key. Empty for the whole answer.',
    example: '/items/*/name',
  }),
  kind: oneOf(findingKinds),
  declared: str({ doc: 'Declared types; a status or content type where those differ.', example: 'string' }),
  seen: str({ doc: 'The type or status of the answer.', example: 'nothing' }),
  severity: oneOf(severities),
  count: int({ min: 1, doc: 'Answers with this difference.' }),
  firstAt: time('When it was first seen.'),
  lastAt: time('When it was last seen.'),
})

/** A compared endpoint. */
export const DriftEndpoint = obj({
  listing: str(),
  endpoint: str({ doc: 'Operation id.' }),
  compared: int({ min: 0, doc: 'Answers that were compared.' }),
  cut: int({ min: 0, doc: 'Those of them that were too large to be compared as a whole.' }),
  firstAt: time('When the first of them was given.'),
  lastAt: time('When the last of them was given.'),
  findings: list(Finding),
})

export const DriftReport = obj({
  compared: int({ min: 0, doc: 'Exchanges that were compared.' }),
  endpoints: list(DriftEndpoint),
  skipped: list(obj({ index: int({ min: 0, doc: 'Position of the entry in the file, from 0.' }), reason: str() }), {
    doc: 'Entries that were not compared, at most 200.',
  }),
  skippedInAll: int({ min: 0 }),
})
