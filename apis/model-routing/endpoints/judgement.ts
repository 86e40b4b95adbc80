// Judgements about content: decisions, moderation, ranking.
import {
  anyObject,
  anyOf,
  anything,
  body,
  bool,
  int,
  list,
  map,
  nullable,
  num,
  obj,
  opt,
  post,
  req,
  str,
} from '#define'
import { maybeBool, maybeInt, maybeObject, maybeText, model, textOrObject, textOrParts } from '../schemas/fields.ts'
import { TokenUsage } from '../schemas/usage.ts'

const Probability = obj({
  probability: num(),
  value: opt(anyOf([str(), bool(), num()])),
  label: opt(str()),
})
/** An answer; its members depend on `type` and on the dialect of the question. */
const Answer = obj({
  type: str({ doc: 'predicate, choice, score or refusal; noul, choice or score in the dialect with keys.' }),
  name: opt(nullable(str())),
  probability: opt(num()),
  noul: opt(num()),
  choice: opt(anyOf([str(), bool()])),
  score: opt(num()),
  confidence: opt(num({ doc: '0 to 1.' })),
  probabilities: opt(anyOf([list(Probability), map(num())])),
  legend: opt(map(str())),
})

export const createDecision = post('/v1/decisions', 'Answers to closed questions with their probabilities', {
  effect: 'spend',
  body: body({
    model,
    input: nullable(textOrParts, { doc: 'What the questions are about.' }),
    state: nullable(anyOf([str(), anyObject(), list(anything())]), { doc: 'What keyed questions are about.' }),
    questions: req.of(
      anyOf([list(anyObject()), map(anyObject())], {
        doc: 'A list of predicate, choice and score questions about input, or an object of noul, choice and score questions about state.',
      }),
    ),
    prompt_cache_key: maybeText('Groups calls that share a prefix.'),
    prompt_cache_options: maybeObject(),
    safety_identifier: maybeText('Stable identifier of the end user.'),
  }),
  invalid: 'provider',
  returns: obj({ model: str(), answers: anyOf([list(Answer), map(Answer)]), usage: opt(TokenUsage) }),
  doc: 'Answers are in the order, or under the keys, of the questions. It never streams.',
})

export const createModeration = post('/v1/moderations', 'Whether content is harmful, and in what way', {
  effect: 'read',
  body: body({
    input: req.of(
      anyOf([str(), list(textOrObject)], { doc: 'A string, strings, or the parts (text, image_url) of one input.' }),
    ),
    model: maybeText('Name of the model; routers use text-moderation-stable by default.'),
  }),
  invalid: 'provider',
  returns: obj({
    id: str(),
    model: str(),
    results: list(
      obj({
        flagged: bool(),
        categories: map(nullable(bool())),
        category_scores: map(num()),
        category_applied_input_types: opt(map(list(str()))),
      }),
    ),
  }),
  idempotent: true,
})

export const rerank = post('/v1/rerank', 'Documents in the order of their relevance to a query', {
  effect: 'spend',
  body: body({
    model,
    query: req.of(textOrObject),
    documents: req.list(textOrObject, { doc: 'Strings, or objects with a text.' }),
    top_n: maybeInt('Number of results; all by default.'),
    return_documents: maybeBool('Adds the documents to the results.'),
    max_chunk_per_doc: maybeInt('Maximum number of chunks that a long document is split into.'),
    overlap_tokens: maybeInt('Number of tokens that neighbouring chunks share.'),
  }),
  invalid: 'provider',
  returns: obj({
    id: opt(str()),
    model: opt(str()),
    results: list(
      obj({
        index: int({ min: 0, doc: 'Index in the request.' }),
        relevance_score: num(),
        document: opt(nullable(textOrObject)),
      }),
    ),
    usage: opt(
      obj({
        prompt_tokens: opt(int({ min: 0 })),
        completion_tokens: opt(int({ min: 0 })),
        total_tokens: int({ min: 0 }),
      }),
    ),
    meta: opt(anyObject()),
  }),
  idempotent: true,
})

export const rerankV2 = post(
  '/v2/rerank',
  "Documents in the order of their relevance to a query, for Cohere's clients",
  {
    effect: 'spend',
    beyond: true,
    alias: 'rerank',
    body: body({
      model,
      query: req.str({ doc: 'What the documents are compared with.', example: 'when is low water' }),
      documents: req.list(str(), { doc: 'Texts.' }),
      top_n: maybeInt('Number of results; all by default.'),
      max_tokens_per_doc: maybeInt('Longer documents are cut by the upstream.'),
      priority: maybeInt('From 0, the most urgent.'),
    }),
    invalid: 'provider',
    returns: obj({
      id: opt(str()),
      results: list(obj({ index: int({ min: 0, doc: 'Index in the request.' }), relevance_score: num() })),
      meta: opt(anyObject()),
    }),
    idempotent: true,
  },
)
