// The fields of a call by name, from the query or a body; the query wins (SOURCES 1.3).

/** Trimmed strings by name; missing or empty fields are absent. */
export type Fields = ReadonlyMap<string, string>

/** Longer values are truncated; no field of the provider is that long. */
const maxLength = 1000

export function fieldsOf(input: Readonly<Record<string, unknown>>): Fields {
  const { body, ...query } = input
  const fields = new Map<string, string>()
  for (const source of [body, query])
    for (const [name, value] of Object.entries(Object(source))) {
      const text = textOf(value)
      if (text !== undefined) fields.set(name, text)
    }
  return fields
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string') return undefined
  // PostgreSQL stores no NUL, and XML has no control characters
  const clean = value
    .slice(0, maxLength)
    .toWellFormed()
    .replace(/[^\t\n\r\P{Cc}]/gu, '')
  return clean.trim() || undefined
}
