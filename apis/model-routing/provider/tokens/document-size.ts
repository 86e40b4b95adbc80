// Tokens of a document by what it holds (SOURCES 9.7): the words of a text, the pages of a PDF.
import type { Source } from '../wire/chat-request.ts'

/** Tokens of a document of unknown length elsewhere. */
const unknownDocument = 5000
const perPage = 2000
/** Size of a page of a PDF whose pages cannot be counted. */
const bytesPerPage = 50_000
/** Longer base64 is measured, not decoded: decoding it would hold up other calls. */
const longestDecoded = 1024 * 1024
const bytesPerToken = 4

interface DocumentSize {
  readonly text: string
  /** Besides those of the text. */
  readonly tokens: number
}

export function documentSize(source: Source): DocumentSize {
  if (source.at !== 'data') return { text: '', tokens: unknownDocument }
  const { mediaType, data } = source
  const bytes = Math.floor((data.length * 3) / 4)
  const isShort = data.length <= longestDecoded
  if (mediaType === 'application/pdf') return { text: '', tokens: perPage * pagesOf(data, bytes, isShort) }
  if (!isShort) return { text: '', tokens: Math.ceil(bytes / bytesPerToken) }
  return { text: Buffer.from(data, 'base64').toString('utf8'), tokens: 0 }
}

/** Counts the objects that are pages (ISO 32000-2, section 7.7.3); files that compress their objects hide them. */
function pagesOf(data: string, bytes: number, isShort: boolean): number {
  const pages = isShort
    ? Buffer.from(data, 'base64')
        .toString('latin1')
        .match(/\/Type\s?\/Page(?!s)/g)
    : null
  return pages?.length ?? Math.max(1, Math.ceil(bytes / bytesPerPage))
}
