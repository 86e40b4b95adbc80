// The normal form of a path, from which route, scope, cache key and upstream path are derived. A path sent in any other
// form is refused (docs/architecture.md, outbound rule 5), except that repeated slashes are merged, because known
// clients send them.
import { fail } from '#define'

const plain = /^(?:\/[A-Za-z0-9_~!$&'()*+,:@|=-][A-Za-z0-9_.~!$&'()*+,:@|=-]*)+\/?$/
const printable = /^[\x21-\x7e]*$/
const segmentLimit = 64
const lengthLimit = 8192

/** Splits a request target into its normal path and raw query; throws `path.unsafe`. */
export function readTarget(target: string): { path: string; rawQuery: string } {
  const queryAt = target.indexOf('?')
  const path = queryAt < 0 ? target : target.slice(0, queryAt)
  const rawQuery = queryAt < 0 ? '' : target.slice(queryAt + 1)
  // a fragment is never sent (RFC 9110, section 7.1), so parsers disagree on what it means
  if (rawQuery.includes('#')) throw unsafe()
  return { path: normalPath(path), rawQuery }
}

function normalPath(path: string): string {
  if (path.length <= lengthLimit && plain.test(path)) return path
  if (path.length > lengthLimit || !path.startsWith('/') || !printable.test(path) || /[\\#<>"^`{}]/.test(path))
    throw unsafe()
  const merged = path.replace(/\/{2,}/g, '/')
  if (merged.split('/').length > segmentLimit) throw unsafe()
  refuseAmbiguous(merged)
  return merged
}

/** Decodes once, like the router, and refuses any path that another parser could read differently. */
function refuseAmbiguous(path: string): void {
  const decoded = decodeOnce(path)
  if (decoded === undefined || /[\\\p{Cc}]/u.test(decoded) || /%(?:2e|2f|5c|00|25)/i.test(decoded)) throw unsafe()
  if (/%2e/i.test(path)) throw unsafe()
  for (const segment of decoded.split('/')) if (/^\.{1,2}(?:;.*)?$/.test(segment)) throw unsafe()
}

function decodeOnce(path: string): string | undefined {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

const unsafe = () => fail('path.unsafe', {})
