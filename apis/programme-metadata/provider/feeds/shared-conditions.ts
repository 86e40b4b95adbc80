// Conditions of several feeds: partner, embargo, identifiers.
import type { FeedQuery } from '../query/read-query.ts'
import type { Identifier } from '../records.ts'

/**
 * Returns the condition on the partner: the caller's, else the default one; `*` means all, and pids replace ids
 * (SOURCES 2.3).
 */
export function partnerFilter(query: FeedQuery): (row: { readonly partner: string }) => boolean {
  const pids = query.values('partner_pid')
  const ids = query.values('partner_id')
  const sent = pids.length > 0 ? pids : ids
  if (sent.includes('*')) return () => true
  const wanted = sent.length > 0 ? sent : [query.value('partner_pid')]
  return ({ partner }) => wanted.includes(partner)
}

export function embargoFilter(query: FeedQuery): (row: { readonly isEmbargoed?: boolean | undefined }) => boolean {
  const wanted = query.values('embargoed')
  if (wanted.includes('include')) return () => true
  const [hidden, shown] = [wanted.length === 0 || wanted.includes('exclude'), wanted.includes('only')]
  return ({ isEmbargoed = false }) => (isEmbargoed ? shown : hidden)
}

interface Identified {
  readonly ids?: readonly Identifier[] | undefined
  readonly identifiers?: readonly Identifier[] | undefined
}

/**
 * Returns the condition that one identifier meets `id`, `authority` and `id_type` together; undefined if none of them
 * is sent.
 */
export function identifierFilter(query: FeedQuery): ((row: Identified) => boolean) | undefined {
  const [values, authorities, types] = ['id', 'authority', 'id_type'].map((name) => query.values(name))
  const isOpen = (wanted: readonly string[] | undefined) => !wanted || wanted.length === 0
  if (isOpen(values) && isOpen(authorities) && isOpen(types)) return undefined
  const fits = (wanted: readonly string[] | undefined, value: string | undefined) =>
    isOpen(wanted) || (value !== undefined && wanted?.includes(value))
  return (row) =>
    identifiersOf(row).some(
      ({ type, authority, value }) => fits(values, value) && fits(authorities, authority) && fits(types, type),
    )
}

export function identifiersOf({ ids = [], identifiers = [] }: Identified): readonly Identifier[] {
  return [...ids, ...identifiers]
}
