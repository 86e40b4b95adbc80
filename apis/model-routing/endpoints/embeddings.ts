// Vectors of texts. Computing the same vector twice is harmless, so these calls can be retried.
import { anyOf, body, int, list, num, obj, oneOf, opt, post, req, str } from '#define'
import { maybeInt, maybeText, model, textsOrTokens } from '../schemas/fields.ts'

const Embeddings = obj({
  object: oneOf(['list']),
  data: list(
    obj({
      object: oneOf(['embedding']),
      index: int({ min: 0 }),
      embedding: anyOf([list(num()), str({ doc: 'Base64 of little-endian 32-bit floats.' })]),
    }),
  ),
  model: str(),
  usage: opt(obj({ prompt_tokens: int({ min: 0 }), total_tokens: int({ min: 0 }) })),
})
const fields = {
  input: req.of(textsOrTokens),
  encoding_format: maybeText('float (default) or base64.'),
  dimensions: maybeInt('Dimensions of the vectors, for models that can shorten them.'),
  user: maybeText('Identifies the end user to the upstream.'),
}

export const embeddings = {
  createEmbeddings: post('/v1/embeddings', 'Vectors of texts', {
    effect: 'spend',
    body: body({ model, ...fields }),
    invalid: 'provider',
    returns: Embeddings,
    idempotent: true,
  }),
  createEngineEmbeddings: post('/v1/engines/{model}/embeddings', 'Vectors of texts by the model named in the path', {
    effect: 'spend',
    params: { model: str({ doc: 'Name of the model.', example: 'text-embedding-3-small' }) },
    body: body(fields),
    invalid: 'provider',
    returns: Embeddings,
    idempotent: true,
    doc: 'Older form of createEmbeddings.',
  }),
}
