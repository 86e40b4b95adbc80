// Where texts come from, as chat completions say it: a list of annotations beside the text.
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'
import type { Citation } from '../stream-event.ts'

export function readAnnotations(value: unknown): Citation[] {
  if (!Array.isArray(value)) return []
  return value.filter(isJson).map((own) => {
    const page = isJson(own.url_citation) ? own.url_citation : {}
    return { wire: 'openai', native: own, url: textIn(page.url), title: textIn(page.title) }
  })
}

/** Places in the text of the whole answer, in characters. Undefined for a source that this wire cannot name. */
export function writeAnnotation(citation: Citation, place: { start: number; end: number }): Json | undefined {
  const { wire, native, url, title = '' } = citation
  if (wire === 'openai') return native
  if (url === undefined) return undefined
  return { type: 'url_citation', url_citation: { url, title, start_index: place.start, end_index: place.end } }
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
