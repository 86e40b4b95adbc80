// Ranking of documents against a query by BM25 (Robertson and Zaragoza 2009), in the wire that routers treat as
// standard and in that of Cohere's version 2 (SOURCES 3.6).
import type { HandlersFor } from '#define'
import { present } from '#define/present'
import { yieldToEventLoop } from '#provider'
import type { endpoints } from '../../../endpoints.ts'
import { countText } from '../../tokens/text-tokens.ts'
import { memberOf } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'
import { builtInFor } from './models.ts'
import { hashOf, meaningfulStems, stemsOf } from './text/words.ts'

const mostDocuments = 1000

export const rerankHandlers: HandlersFor<typeof endpoints, 'rerank' | 'rerankV2'> = {
  async rerank({ body }) {
    const { model, texts, ranked, tokens, about } = await ranking(body)
    return {
      ...about,
      model,
      results: ranked.map((result) =>
        body.return_documents ? { ...result, document: { text: present(texts[result.index]) } } : result,
      ),
      usage: { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens },
    }
  },
  async rerankV2({ body }) {
    const { ranked, about } = await ranking(body)
    return { ...about, results: ranked }
  },
}

interface RankingRequest {
  readonly model: unknown
  readonly query: unknown
  readonly documents: readonly unknown[]
  readonly top_n?: number | null | undefined
}

async function ranking({ model: name, documents, ...body }: RankingRequest) {
  const model = builtInFor('rerank', name)
  const query = textOf(body.query)
  if (query === undefined || query.trim() === '') throw invalid('query must not be empty.', 'query', 'invalid_query')
  if (documents.length === 0) throw invalid('documents must not be empty.', 'documents', 'invalid_documents')
  if (documents.length > mostDocuments)
    throw invalid(`documents may be at most ${mostDocuments}.`, 'documents', 'invalid_documents')
  const texts = documents.map((document) => {
    const text = textOf(document)
    if (text === undefined) throw invalid('Each document is a string or has a text.', 'documents', 'invalid_documents')
    return text
  })
  const most = body.top_n ?? texts.length
  if (!Number.isInteger(most) || most < 1) throw invalid('top_n must be at least 1.', 'top_n', 'invalid_top_n')
  const scores = await relevanceOf(query, texts)
  let tokens = await countText(query)
  for (const text of texts) {
    await yieldToEventLoop()
    tokens += await countText(text)
  }
  const ranked = scores
    .map((relevance_score, index) => ({ index, relevance_score }))
    .sort((a, b) => b.relevance_score - a.relevance_score || a.index - b.index)
    .slice(0, most)
  const about = {
    id: `rerank-${hashOf(query).toString(16)}${hashOf(texts.join('\n')).toString(16)}`,
    meta: { api_version: { version: '2' }, billed_units: { search_units: Math.ceil(texts.length / 100) } },
  }
  return { model, texts, ranked, tokens, about }
}

/** Saturation of repeated words, and the weight of length: the usual values of BM25. */
const k1 = 1.2
const b = 0.75

/** Scores from 0 to below 1, one for each document in order; more and rarer words of the query score higher. */
async function relevanceOf(query: string, documents: readonly string[]): Promise<number[]> {
  const meaningful = meaningfulStems(query)
  const terms = [...new Set(meaningful.length > 0 ? meaningful : stemsOf(query))]
  const bags: Bag[] = []
  for (const document of documents) {
    await yieldToEventLoop()
    bags.push(bagOf(document))
  }
  const average = bags.reduce((sum, { length }) => sum + length, 0) / Math.max(bags.length, 1) || 1
  const weights = terms.map((term) => {
    const having = bags.filter(({ counts }) => counts.has(term)).length
    return { term, idf: Math.log(1 + (bags.length - having + 0.5) / (having + 0.5)) }
  })
  const best = weights.reduce((sum, { idf }) => sum + idf * (k1 + 1), 0) || 1
  const scores: number[] = []
  for (const { counts, length } of bags) {
    await yieldToEventLoop()
    const exact = weights.reduce((sum, { term, idf }) => {
      const count = counts.get(term) ?? 0
      return sum + (idf * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / average))
    }, 0)
    scores.push(Math.round(Math.min(0.999999, exact / best) * 1e6) / 1e6)
  }
  return scores
}

interface Bag {
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
}
function bagOf(text: string): Bag {
  const counts = new Map<string, number>()
  const stems = stemsOf(text)
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return { counts, length: stems.length }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const text = memberOf(value, 'text')
  return typeof text === 'string' ? text : undefined
}

const invalid = (message: string, param: string, code: string) => new ModelError('invalid', message, { param, code })
