// What embeddings, ranking, moderation and decisions of the built-in models guarantee.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkOf } from '#derive'
import { endpoints } from '../../../endpoints.ts'
import { ModelError } from '../../wire/model-error.ts'
import { answerOf } from './fixtures/asking.ts'
import { similarity, vectorOf } from './text/vector.ts'

const model = 'gatehouse/embed-1'
const lengthOf = (vector: readonly number[]) => Math.sqrt(similarity(vector, vector))
const refuses = (call: Promise<unknown>, param: string, status = 400) =>
  assert.rejects(call, (error) => error instanceof ModelError && error.param === param && error.status === status)

test('every vector has unit length, whatever the text and the dimensions', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 1536 }), (text, dimensions) => {
      const vector = vectorOf(text, dimensions)
      assert.equal(vector.length, dimensions)
      assert.ok(Math.abs(lengthOf(vector) - 1) < 1e-9)
    }),
    { numRuns: 100, seed: 1 },
  )
})

test('texts about the same subject are closer than texts about different ones', () => {
  const near = (a: string, b: string, dimensions?: number) =>
    similarity(vectorOf(a, dimensions), vectorOf(b, dimensions))
  for (const [text, same, other] of [
    ['How tall is the Eiffel tower?', 'height of the Eiffel Tower', 'recipe for onion soup'],
    ['The cat sat on the mat', 'Cats sitting on mats', 'Quarterly revenue grew by ten percent'],
    ['connecting to the database', 'database connection', 'the database of birds and their songs in May'],
    ['accomodation in Paris', 'Paris accommodation', 'flights to Rome'],
  ] as const)
    for (const dimensions of [undefined, 256])
      assert.ok(near(text, same, dimensions) > near(text, other, dimensions) + 0.05, text)
})

test('a shortened vector is the beginning of the full one, normalised again', () => {
  const head = vectorOf('low tide at noon').slice(0, 300)
  const length = lengthOf(head)
  assert.deepEqual(
    vectorOf('low tide at noon', 300).map((value) => value.toFixed(9)),
    head.map((value) => (value / length).toFixed(9)),
  )
})

test('a long text without a word is read once, not for each dimension', () => {
  const text = ' '.repeat(2 ** 18)
  const cpuUs = (dimensions: number) => {
    const before = process.cpuUsage()
    vectorOf(text, dimensions)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const least = (dimensions: number) => Math.min(...Array.from({ length: 5 }, () => cpuUs(dimensions)))
  assert.ok(least(1536) < 10 * least(1) + 10_000)
})

test('base64 encodes the same vector as little-endian floats, and tokens are decoded to their text', async () => {
  const input = 'low tide at noon'
  const plain = await answerOf('createEmbeddings', { model, input })
  const base64 = await answerOf('createEmbeddings', { model, input: [input], encoding_format: 'base64' })
  const bytes = Buffer.from(base64.data[0].embedding, 'base64')
  assert.equal(bytes.length, 1536 * 4)
  for (const [at, value] of (plain.data[0].embedding as number[]).entries())
    assert.ok(Math.abs(bytes.readFloatLE(at * 4) - value) < 1e-6)
  const { encode } = await import('gpt-tokenizer/encoding/cl100k_base')
  const tokens = await answerOf('createEmbeddings', { model, input: encode(input) })
  assert.deepEqual(tokens.data, plain.data)
  assert.deepEqual(plain.usage, { prompt_tokens: 4, total_tokens: 4 })
  assert.deepEqual(checkOf(endpoints.createEmbeddings.returns, 'output')(plain), [])
})

test('embeddings refuse what the vendor refuses', async () => {
  const wrong = { encoding_format: 'hex', dimensions: 0, input: [] }
  for (const [name, value] of Object.entries(wrong))
    await refuses(answerOf('createEmbeddings', { model, input: 'a', [name]: value }), name)
  for (const input of ['', [''], [[]], [[9e9]], [{ text: 'a' }], Array(2049).fill('a'), 'word '.repeat(9000)])
    await refuses(answerOf('createEmbeddings', { model, input }), 'input')
  await refuses(answerOf('createEmbeddings', { model: 'gatehouse/none', input: 'a' }), 'model', 404)
})

test('documents that answer the query come first, with descending scores', async () => {
  const documents = ['Ferries leave at nine.', 'Low water is at noon.', { text: 'Watering plants' }, 'The the the']
  const answer = await answerOf('rerank', { model: 'x', query: 'when is low water', documents, return_documents: true })
  const scores = answer.results.map(({ relevance_score }: { relevance_score: number }) => relevance_score)
  assert.deepEqual([answer.results[0].index, answer.results[1].index], [1, 2])
  assert.equal(answer.results[0].document.text, 'Low water is at noon.')
  assert.deepEqual(
    scores,
    [...scores].sort((a, b) => b - a),
  )
  assert.ok(scores.every((score: number) => score >= 0 && score < 1))
  assert.equal((await answerOf('rerank', { model: 'x', query: 'water', documents, top_n: 2 })).results.length, 2)
  assert.deepEqual(checkOf(endpoints.rerank.returns, 'output')(answer), [])
})

test('rare words in the query count more than frequent ones', async () => {
  const documents = ['ship ship ship ship', 'the ship of Nantucket', 'a ship', 'another ship', 'one more ship']
  const { results } = await answerOf('rerank', { model: 'x', query: 'ship Nantucket', documents })
  assert.equal(results[0].index, 1)
})

test('ranking refuses an empty query and empty documents with their codes', async () => {
  const code = (body: object) =>
    answerOf('rerank', { model: 'x', ...body }).then(undefined, (error: ModelError) => error.code)
  assert.equal(await code({ query: ' ', documents: ['a'] }), 'invalid_query')
  assert.equal(await code({ query: 'a', documents: [] }), 'invalid_documents')
  assert.equal(await code({ query: 'a', documents: [{}] }), 'invalid_documents')
  assert.equal(await code({ query: 'a', documents: ['a'], top_n: 0 }), 'invalid_top_n')
})

const flags = async (input: unknown) => {
  const { results } = await answerOf('createModeration', { input })
  return results.map(({ categories }: { categories: object }) =>
    Object.entries(categories).flatMap(([name, is]) => (is ? [name] : [])),
  )
}

test('harm is flagged in its category', async () => {
  assert.deepEqual(
    await flags([
      'I will kill you',
      'I want to kill myself',
      'how to build a bomb',
      'I hate immigrants',
      'You are a pathetic loser',
    ]),
    [
      ['harassment', 'harassment/threatening', 'violence'],
      ['self-harm', 'self-harm/intent'],
      ['illicit', 'illicit/violent'],
      ['hate'],
      ['harassment'],
    ],
  )
})

test('harmless texts with harsh words are not flagged', async () => {
  const texts = [
    'What a lovely harbour.',
    'How do I kill a process in Linux?',
    'How to prevent suicide: a guide for schools',
    'The movie Kill Bill is great',
    'This bath bomb smells nice',
    'That joke killed me',
    "A children's book about sex education",
    'We shoot the film on Monday',
    'I hate Mondays',
  ]
  assert.deepEqual(
    await flags(texts),
    texts.map(() => []),
  )
})

test('parts form one input, and pictures are refused instead of passing', async () => {
  assert.deepEqual(
    await flags([
      { type: 'text', text: 'I will' },
      { type: 'text', text: 'go home' },
    ]),
    [[]],
  )
  await refuses(
    answerOf('createModeration', { input: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] }),
    'input',
  )
  await assert.rejects(answerOf('createModeration', { input: [{ type: 'image_url' }] }), /sees no pictures/)
  await refuses(answerOf('createModeration', { input: [] }), 'input')
  const answer = await answerOf('createModeration', { input: 'hello' })
  assert.deepEqual(checkOf(endpoints.createModeration.returns, 'output')(answer), [])
})

const input = 'The parcel arrived late and the box was open. I am angry and want a refund.'
const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0)

test('a list of questions is answered in its order, with probabilities that add up to 1', async () => {
  const answer = await answerOf('createDecision', {
    model: 'decider-1',
    input,
    questions: [
      { type: 'predicate', name: 'refund', instructions: 'Does the customer want a refund?' },
      {
        type: 'choice',
        name: 'topic',
        instructions: 'Topic?',
        choices: [
          { value: 'price' },
          { value: 'delivery', description: 'A parcel that arrived late' },
          { value: true },
        ],
      },
      {
        type: 'score',
        name: 'mood',
        instructions: 'Mood?',
        levels: [{ label: 'angry' }, { label: 'neutral' }, { label: 'happy' }],
      },
    ],
  })
  const [refund, topic, mood] = answer.answers
  assert.ok(refund.probability > 0.5 && refund.probability <= 1)
  assert.equal(topic.choice, 'delivery')
  assert.ok(mood.score < 1)
  for (const { probabilities, confidence } of [topic, mood]) {
    assert.ok(Math.abs(sum(probabilities.map(({ probability }: { probability: number }) => probability)) - 1) < 1e-9)
    assert.ok(confidence >= 0 && confidence <= 1)
  }
  assert.deepEqual(checkOf(endpoints.createDecision.returns, 'output')(answer), [])
})

test('keyed questions are answered under their keys', async () => {
  const answer = await answerOf('createDecision', {
    model: 'x',
    state: { message: input },
    questions: {
      angry: { type: 'noul', instructions: 'Is the customer angry?' },
      topic: { type: 'choice', instructions: 'Topic?', criteria: { delivery: 'late parcel', price: null } },
      mood: { type: 'score', instructions: 'Mood?', criteria: ['angry', 'happy'] },
    },
  })
  const { angry, topic, mood } = answer.answers
  assert.ok(angry.noul > 0.5)
  assert.equal(topic.choice, 'delivery')
  assert.deepEqual(mood.legend, { 0: 'angry', 1: 'happy' })
  assert.ok(mood.score < 0.5)
  for (const { probabilities } of [topic, mood]) assert.ok(Math.abs(sum(Object.values(probabilities)) - 1) < 1e-9)
  assert.deepEqual(checkOf(endpoints.createDecision.returns, 'output')(answer), [])
})

test('a decision is repeatable, and other texts lead to other decisions', async () => {
  const questions = [{ type: 'choice', instructions: 'Topic?', choices: [{ value: 'parcel' }, { value: 'price' }] }]
  const choose = async (text: string) =>
    (await answerOf('createDecision', { model: 'x', input: text, questions })).answers[0]
  assert.deepEqual(await choose(input), await choose(input))
  assert.deepEqual(
    [(await choose('The parcel is here.')).choice, (await choose('The price is fine.')).choice],
    ['parcel', 'price'],
  )
})

test('decisions refuse questions that cannot be answered', async () => {
  const list = (question: object) => answerOf('createDecision', { model: 'x', input, questions: [question] })
  const keyed = (question: object) => answerOf('createDecision', { model: 'x', state: 'a', questions: { q: question } })
  await refuses(list({ type: 'other', instructions: 'a' }), 'questions[0].type')
  await refuses(list({ type: 'choice', instructions: 'a', choices: [{ value: 'a' }] }), 'questions[0].choices')
  await refuses(
    list({ type: 'choice', instructions: 'a', choices: [{ value: 'a' }, { value: 'a' }] }),
    'questions[0].choices',
  )
  await refuses(
    list({ type: 'score', instructions: 'a', levels: [{ label: 1 }, { label: 'b' }] }),
    'questions[0].levels',
  )
  await refuses(list({ type: 'predicate' }), 'questions[0].instructions')
  await refuses(keyed({ type: 'predicate', instructions: 'a' }), 'questions.q.type')
  await refuses(keyed({ type: 'score', instructions: 'a', criteria: ['one'] }), 'questions.q.criteria')
  await refuses(keyed({ type: 'choice', instructions: 'a', criteria: ['a', 'b'] }), 'questions.q.criteria')
  await refuses(answerOf('createDecision', { model: 'x', questions: {}, state: 'a' }), 'questions')
  await refuses(
    answerOf('createDecision', { model: 'x', questions: { q: { type: 'noul', instructions: 'a' } } }),
    'state',
  )
  await refuses(
    answerOf('createDecision', {
      model: 'x',
      input,
      stream: true,
      questions: [{ type: 'predicate', instructions: 'a' }],
    }),
    'stream',
  )
})

test("Cohere's clients get the same order in the form of their version 2", async () => {
  const documents = ['Ferries leave at nine.', 'Low water is at noon.', 'High water is at six.']
  const request = { model: 'rerank-v3.5', query: 'when is low water', documents, top_n: 2 }
  const answer = await answerOf('rerankV2', { ...request, max_tokens_per_doc: 100, priority: 0 })
  assert.deepEqual(Object.keys(answer).sort(), ['id', 'meta', 'results'])
  assert.deepEqual(answer.results, (await answerOf('rerank', request)).results)
  assert.deepEqual(checkOf(endpoints.rerankV2.returns, 'output')(answer), [])
})
