// Narrowing of parsed JSON.

export type JsonObject = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
