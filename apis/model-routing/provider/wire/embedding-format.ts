// Vectors in base64, as clients ask for them, of providers that only give lists of numbers (SOURCES 3.4).
import { isJson, type Json } from './json.ts'

/** Returns the answer with each list of numbers as the base64 of its floats, 32 bits each, lowest byte first. */
export function withBase64Vectors(answer: Json): Json {
  if (!Array.isArray(answer.data)) return answer
  return { ...answer, data: answer.data.map(encoded) }
}
function encoded(item: unknown): unknown {
  if (!isJson(item) || !Array.isArray(item.embedding)) return item
  const { embedding } = item
  if (!embedding.every((value) => typeof value === 'number')) return item
  return { ...item, embedding: base64Of(embedding) }
}

/** Returns the answer with each vector in base64 as a list of numbers. */
export function withListedVectors(answer: Json): Json {
  if (!Array.isArray(answer.data)) return answer
  const listed = (item: unknown) => {
    const floats = isJson(item) && typeof item.embedding === 'string' ? floatsOf(item.embedding) : undefined
    return floats && isJson(item) ? { ...item, embedding: floats } : item
  }
  return { ...answer, data: answer.data.map(listed) }
}

/** Little-endian 32-bit floats, as the vendor's SDKs request them. */
export function base64Of(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4)
  return bytes.toString('base64')
}

/** Reads such floats; undefined if the text holds none. */
export function floatsOf(base64: string): number[] | undefined {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0 || bytes.length % 4 !== 0) return undefined
  const floats = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4))
  return floats.every(Number.isFinite) ? floats : undefined
}
