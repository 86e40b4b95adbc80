// Embeddings in the format of the Gemini API (SOURCES 3.11).

import { type Field, openBody } from '../field.ts'
import type { Json } from '../json.ts'
import { compact, isJson } from '../json.ts'
import { malformed } from '../sse.ts'

const mostTexts = 2_048
const mostDimensions = 65_536

interface EmbeddingRequest {
  readonly texts: readonly string[]
  readonly dimensions: number | undefined
  readonly task: string | undefined
}

/** Reads the body of `embedContent`. Throws ModelError 'invalid'. */
export function readEmbedRequest(body: unknown): EmbeddingRequest {
  return readOne(openBody(body, 'brackets'))
}
/** Reads the body of `batchEmbedContents`; its requests must agree in their dimensions. Throws ModelError 'invalid'. */
export function readBatchEmbedRequest(body: unknown): EmbeddingRequest {
  const root = openBody(body, 'brackets')
  const requests = root.member('requests').items(mostTexts)
  if (requests.length === 0) throw root.member('requests').error('must hold at least one request')
  const inputs = requests.map(readOne)
  if (inputs.some(({ dimensions }) => dimensions !== inputs[0]?.dimensions))
    throw root.member('requests').error('must have one outputDimensionality for another provider')
  return {
    texts: inputs.flatMap((input) => input.texts),
    dimensions: inputs[0]?.dimensions,
    task: inputs[0]?.task,
  }
}
/** Returns the members of the body, or of its requests, that no other provider has. */
export function embeddingsLeftOut(body: unknown): string[] {
  const requests = isJson(body) && Array.isArray(body.requests) ? body.requests : [body]
  const bodies = requests.filter(isJson)
  return ['taskType', 'task_type', 'title'].filter((name) =>
    bodies.some((one) => one[name] !== undefined && one[name] !== null && one[name] !== 'TASK_TYPE_UNSPECIFIED'),
  )
}

function readOne(field: Field): EmbeddingRequest {
  const content = field.member('content')
  const parts = content.member('parts').items(10_000)
  return {
    texts: [parts.map((part) => part.member('text').text()).join('')],
    dimensions: field
      .either('outputDimensionality', 'output_dimensionality')
      .maybeNumber({ min: 1, max: mostDimensions, integer: true }),
    task: field.either('taskType', 'task_type').maybeText(),
  }
}

export function writeEmbedAnswer(vector: readonly number[]): Json {
  return { embedding: { values: vector } }
}
export function writeBatchEmbedAnswer(vectors: readonly (readonly number[])[]): Json {
  return { embeddings: vectors.map((values) => ({ values })) }
}
/** Writes the body of `batchEmbedContents` for an upstream. */
export function writeBatchEmbedRequest({ texts, dimensions, task }: EmbeddingRequest, model: string): Json {
  const name = model.startsWith('models/') ? model : `models/${model}`
  return {
    requests: texts.map((text) =>
      compact({ model: name, content: { parts: [{ text }] }, outputDimensionality: dimensions, taskType: task }),
    ),
  }
}
/** Reads the answer to `batchEmbedContents`. Throws ModelError 'unavailable' for any other. */
export function readBatchEmbedAnswer(json: unknown): readonly (readonly number[])[] {
  if (!isJson(json) || !Array.isArray(json.embeddings)) throw malformed()
  return json.embeddings.map((embedding) => {
    const values = isJson(embedding) ? embedding.values : undefined
    if (!Array.isArray(values) || !values.every((value) => Number.isFinite(value))) throw malformed()
    return values.map(Number)
  })
}
