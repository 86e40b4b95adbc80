// Citations of chat completions: a list of annotations next to the text.
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'
import type { Citation } from '../stream-event.ts'

export function readAnnotations(value: unknown): Citation[] {
  if (!Array.isArray(value)) return []
  return value.filter(isJson).map((isNative) => {
    const page = isJson(isNative.url_citation) ? isNative.url_citation : {}
    return { wire: 'openai', native: isNative, url: textIn(page.url), title: textIn(page.title) }
  })
}

/** Reads the pages that a whole answer is from, which one vendor gives beside the choices (SOURCES 10.22). */
export function readPages({ search_results: found, citations }: Json): Citation[] {
  const pages = Array.isArray(found) && found.length > 0 ? found : citations
  if (!Array.isArray(pages)) return []
  return pages.flatMap((page): Citation[] => {
    const { url, title } = isJson(page) ? page : { url: page, title: undefined }
    if (typeof url !== 'string') return []
    const url_citation = { url, title: textIn(title) ?? '', start_index: 0, end_index: 0 }
    return [{ wire: 'openai', native: { type: 'url_citation', url_citation }, url, title: textIn(title) }]
  })
}

/** Offsets in the text of the whole answer, in characters; undefined for a source that this wire cannot express. */
export function writeAnnotation(citation: Citation, span: { start: number; end: number }): Json | undefined {
  const { wire, native, url, title = '' } = citation
  if (wire === 'openai') return native
  if (url === undefined) return undefined
  return { type: 'url_citation', url_citation: { url, title, start_index: span.start, end_index: span.end } }
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
