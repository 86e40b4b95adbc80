// Cache lifetime and validators of responses (SOURCES 3.7).
import { createHash } from 'node:crypto'

export const cacheHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=86400',
}

/** Returns the ETag of a response by its last day. ETags of the sample differ, so an import invalidates them. */
export function etagOf(day: string, isSample: boolean): string {
  const hash = createHash('md5').update(isSample ? `${day} sample` : day)
  return `"${hash.digest('hex')}"`
}

/** Reports whether an If-None-Match header matches the ETag, weak or strong, or is `*` (RFC 9110, section 13.1.2). */
export function isCurrent(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
