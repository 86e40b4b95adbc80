// How long an answer may be cached, and how it is validated (SOURCES 3.7).
import { createHash } from 'node:crypto'

export const cacheHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=86400',
}

/** The validator of an answer by its last day. That of the sample differs, so that an import invalidates it. */
export function etagOf(day: string, isSample: boolean): string {
  const hash = createHash('md5').update(isSample ? `${day} sample` : day)
  return `"${hash.digest('hex')}"`
}

/** Whether an If-None-Match header has the validator, weak or strong, or `*` (RFC 9110, section 13.1.2). */
export function isCurrent(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
