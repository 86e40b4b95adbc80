// Embeddings of texts, or of the tokens of texts, by hashing the words and what they mean (SOURCES 3.4).

import type { HandlersFor } from '#define'
import { yieldToEventLoop } from '#provider'
import type { endpoints } from '../../../endpoints.ts'
import { countText } from '../../tokens/text-tokens.ts'
import { base64Of } from '../../wire/embedding-format.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { BuiltInDeps } from './deps.ts'
import { builtInFor } from './models.ts'
import { createMeanings, type Meanings } from './text/meanings.ts'
import { fullDimensions, vectorOf } from './text/vector.ts'

const mostInputs = 2048
const mostTokens = 8192
const mostTokensOfAll = 300_000

type EmbeddingHandlers = HandlersFor<typeof endpoints, 'createEmbeddings' | 'createEngineEmbeddings'>

export function createEmbeddingHandlers(deps: Pick<BuiltInDeps, 'ask' | 'log'>): EmbeddingHandlers {
  const meanings = createMeanings(deps)
  return {
    createEmbeddings: ({ body }) => embeddings(body.model, body, meanings),
    createEngineEmbeddings: ({ model, body }) => embeddings(model, body, meanings),
  }
}

interface Asked {
  readonly input: unknown
  readonly encoding_format?: string | null | undefined
  readonly dimensions?: number | null | undefined
}

async function embeddings(name: string, { input, encoding_format, dimensions }: Asked, meanings: Meanings) {
  const model = builtInFor('embeddings', name)
  const format = encoding_format ?? 'float'
  if (format !== 'float' && format !== 'base64')
    throw invalid('encoding_format must be float or base64.', 'encoding_format')
  const size = dimensions ?? fullDimensions
  if (!Number.isInteger(size) || size < 1 || size > fullDimensions)
    throw invalid(`dimensions must be a whole number from 1 to ${fullDimensions}.`, 'dimensions')
  const texts = await readInputs(input)
  const tokens = await countAll(texts)
  const data = []
  for (const [index, text] of texts.entries()) {
    await yieldToEventLoop()
    const vector = vectorOf(text, size, await meanings(text))
    data.push({ object: 'embedding' as const, index, embedding: format === 'base64' ? base64Of(vector) : vector })
  }
  return { object: 'list' as const, data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } }
}

async function countAll(texts: readonly string[]): Promise<number> {
  let sum = 0
  for (const text of texts) {
    await yieldToEventLoop()
    // over a text this long, tokens are shorter than this many characters on average
    const tokens = text.length > mostTokens * 64 ? mostTokens + 1 : await countText(text)
    if (tokens > mostTokens) throw invalid(`One input may have at most ${mostTokens} tokens.`, 'input')
    sum += tokens
    if (sum > mostTokensOfAll) throw invalid(`All inputs together may have at most ${mostTokensOfAll} tokens.`, 'input')
  }
  return sum
}

async function readInputs(input: unknown): Promise<string[]> {
  const items: unknown[] = typeof input === 'string' || isTokens(input) ? [input] : Array.isArray(input) ? input : []
  if (items.length === 0 || items.length > mostInputs)
    throw invalid(`input must be a string, or a list of 1 to ${mostInputs} strings or lists of tokens.`, 'input')
  const texts: string[] = []
  for (const item of items) {
    if (typeof item !== 'string' && !isTokens(item))
      throw invalid('Each input must be a string or a list of tokens.', 'input')
    if (item.length === 0) throw invalid('An input must not be empty.', 'input')
    texts.push(typeof item === 'string' ? item : await textOf(item))
  }
  return texts
}

const isTokens = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((token) => Number.isInteger(token))

/** Tokens are those of the vendor's embedding models, cl100k_base (SOURCES 9). */
async function textOf(tokens: readonly number[]): Promise<string> {
  if (tokens.length > mostTokens) throw invalid(`One input may have at most ${mostTokens} tokens.`, 'input')
  const { decode, vocabularySize } = await import('gpt-tokenizer/encoding/cl100k_base')
  if (tokens.some((token) => token < 0 || token >= vocabularySize)) throw invalid('A token is not known.', 'input')
  try {
    return decode(tokens)
  } catch {
    throw invalid('A token is not known.', 'input')
  }
}

const invalid = (message: string, param: string) => new ModelError('invalid', message, { param })
