// The one normal form of a path. Route, scope, cache key and upstream path all come from it; a path that has another normal
// form than the one sent is refused (DESIGN 6.5), except that doubled slashes are merged, because known clients send them.
import { fail } from '#define'

const plain = /^(?:\/[A-Za-z0-9_~!$&'()*+,:@|=-][A-Za-z0-9_.~!$&'()*+,:@|=-]*)+\/?$/
const printable = /^[\x21-\x7e]*$/
const segmentLimit = 64
const lengthLimit = 8192

/** Splits a request target into its normal path and raw query; throws `path.unsafe`. */
export function readTarget(target: string): { path: string; rawQuery: string } {
  const at = target.indexOf('?')
  const path = at < 0 ? target : target.slice(0, at)
  const rawQuery = at < 0 ? '' : target.slice(at + 1)
  // a fragment never travels (RFC 9110, section 7.1), so readers differ in what they make of one
  if (rawQuery.includes('#')) throw unsafe()
  return { path: normalPath(path), rawQuery }
}

function normalPath(path: string): string {
  if (path.length <= lengthLimit && plain.test(path)) return path
  if (path.length > lengthLimit || !path.startsWith('/') || !printable.test(path) || /[\\#<>"^`{}]/.test(path))
    throw unsafe()
  const merged = path.replace(/\/{2,}/g, '/')
  if (merged.split('/').length > segmentLimit) throw unsafe()
  refuseTricks(merged)
  return merged
}

/** Decodes once, as the router will, and refuses what a second reader could take for another path. */
function refuseTricks(path: string): void {
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
