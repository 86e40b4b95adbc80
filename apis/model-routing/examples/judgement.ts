// Embeddings, decisions, moderation and ranking.

const categories = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/instructions',
  'self-harm/intent',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
]
const ofAll = <T>(value: T) => Object.fromEntries(categories.map((category) => [category, value]))

const embeddings = (model: string) => ({
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding: [0.6, 0, -0.8] }],
  model,
  usage: { prompt_tokens: 4, total_tokens: 4 },
})

export const judgementExamples = {
  createDecision: {
    body: {
      model: 'decider-1',
      input: 'The parcel arrived late and open.',
      questions: [
        { type: 'predicate', name: 'complaint', instructions: 'Is this a complaint?' },
        {
          type: 'choice',
          name: 'topic',
          instructions: 'What is it about?',
          choices: [{ value: 'delivery' }, { value: 'price' }],
        },
      ],
    },
    output: {
      model: 'decider-1',
      answers: [
        { type: 'predicate', name: 'complaint', probability: 0.97 },
        {
          type: 'choice',
          name: 'topic',
          choice: 'delivery',
          confidence: 0.94,
          probabilities: [
            { value: 'delivery', probability: 0.94 },
            { value: 'price', probability: 0.06 },
          ],
        },
      ],
      usage: {
        input_tokens: 38,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: 2,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 40,
      },
    },
  },
  createEmbeddings: {
    body: { model: 'text-embedding-3-small', input: 'low tide at noon', dimensions: 3 },
    output: embeddings('text-embedding-3-small'),
  },
  createEngineEmbeddings: {
    params: { model: 'text-embedding-3-small' },
    body: { input: ['low tide at noon'], dimensions: 3 },
    output: embeddings('text-embedding-3-small'),
  },
  createModeration: {
    body: { model: 'omni-moderation-latest', input: 'What a lovely harbour.' },
    output: {
      id: 'modr-5Vb9',
      model: 'omni-moderation-latest',
      results: [
        {
          flagged: false,
          categories: ofAll(false),
          category_scores: ofAll(0.0001),
          category_applied_input_types: ofAll(['text']),
        },
      ],
    },
  },
  rerank: {
    body: {
      model: 'jina-reranker-v2',
      query: 'when is low water',
      documents: ['Ferries leave at nine.', 'Low water is at noon.'],
      top_n: 1,
      return_documents: true,
    },
    output: {
      results: [{ index: 1, relevance_score: 0.91, document: { text: 'Low water is at noon.' } }],
      usage: { prompt_tokens: 16, completion_tokens: 0, total_tokens: 16 },
    },
  },
  rerankV2: {
    body: {
      model: 'rerank-v3.5',
      query: 'when is low water',
      documents: ['Ferries leave at nine.', 'Low water is at noon.'],
      top_n: 1,
    },
    output: {
      id: 'rerank-7Dq2',
      results: [{ index: 1, relevance_score: 0.91 }],
      meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
    },
  },
}
