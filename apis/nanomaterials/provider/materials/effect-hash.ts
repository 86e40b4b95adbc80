// The property of an effect: a hash of its endpoint, protocol and unit, as 40 hexadecimal digits.
import { createHash } from 'node:crypto'
import type { Effect, Study } from '../../model/records.ts'

export function effectHash({ topCategory, category, endpoint }: Study, effect: Effect): string {
  const named = [topCategory, category, endpoint, effect.endpoint, effect.type, effect.result.unit ?? '']
  return createHash('sha1').update(JSON.stringify(named)).digest('hex')
}

/**
 * Returns the hash in the address of a property: the last segment but one, or but two before one with a dash (SOURCES
 * 2.6).
 */
export function hashOfUri(uri: string): string {
  const segments = uri.split('/').filter((segment) => segment !== '')
  const last = segments.at(-1) ?? ''
  return (last.includes('-') ? segments.at(-3) : /^[0-9a-f]{40}$/i.test(last) ? last : segments.at(-2)) ?? ''
}
