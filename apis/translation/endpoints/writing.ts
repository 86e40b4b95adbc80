// Endpoints that rewrite and correct texts.
import { body, post, req, str } from '#define'
import { jsonOrForm } from '../parameters.ts'
import { Improvements } from '../schemas.ts'

const texts = {
  text: req.list(str(), { doc: 'Texts, each improved separately. Repeated in a form.' }),
  target_lang: str({ doc: 'The language of the text or a variant of it, such as `en-GB`; detected when left out.' }),
}
const doc = 'For paid plans; keys of free plans get 403.'
const limits = { bodyBytes: 10 * 1024, firstByteMs: 60_000 }

export const writing = {
  rephrase: post('/v2/write/rephrase', 'Texts rewritten in a better style or tone', {
    effect: 'spend',
    body: body(
      {
        ...texts,
        writing_style: str({
          doc: '`academic`, `business`, `casual`, `simple`, the same with `prefer_` before it, or `default`; excludes `tone`.',
        }),
        tone: str({
          doc: '`confident`, `diplomatic`, `enthusiastic`, `friendly`, the same with `prefer_` before it, or `default`.',
        }),
      },
      jsonOrForm,
    ),
    returns: Improvements,
    doc,
    limits,
  }),
  correct: post('/v2/write/correct', 'Texts with spelling and grammar corrected and nothing else changed', {
    effect: 'spend',
    body: body(texts, jsonOrForm),
    returns: Improvements,
    doc,
    limits,
  }),
}
