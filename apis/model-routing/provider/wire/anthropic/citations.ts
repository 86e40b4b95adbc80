// Citations of the Messages API: a list in each text block.
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'
import type { Citation } from '../stream-event.ts'

export function readCitation(value: unknown): Citation[] {
  if (!isJson(value)) return []
  const url = textIn(value.url) ?? textIn(value.source)
  return [
    { wire: 'anthropic', native: value, url: url && URL.canParse(url) ? url : undefined, title: textIn(value.title) },
  ]
}

/** Writes a citation; empty for a source that this wire cannot express. */
export function writeCitation({ wire, native, url, title }: Citation): Json[] {
  if (wire === 'anthropic') return [native]
  if (url === undefined) return []
  // the vendor's own citations have this index; those of other vendors do not
  return [{ type: 'web_search_result_location', url, title: title ?? null, cited_text: '', encrypted_index: '' }]
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
