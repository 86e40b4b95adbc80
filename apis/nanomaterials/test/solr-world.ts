// The sample as `/select` shows it, for tests that compare answers with a pass over all documents.
import assert from 'node:assert/strict'
import type { SolrDoc } from './generated-queries.ts'
import { openWorld } from './world.ts'

export interface Answer {
  readonly responseHeader: { readonly status: number; readonly params: Record<string, unknown> }
  readonly response: {
    readonly numFound: number
    readonly start: number
    readonly maxScore?: number
    readonly docs: readonly SolrDoc[]
  }
  readonly facet_counts: {
    readonly facet_queries: Record<string, number>
    readonly facet_fields: Record<string, (string | number | null)[]>
    readonly facet_ranges: Record<string, { counts: (string | number)[]; before?: number; after?: number }>
    readonly facet_pivot: Record<string, { value: string; count: number; pivot?: { value: string; count: number }[] }[]>
  }
  readonly facets: Record<string, { buckets: Record<string, unknown>[] } & Record<string, unknown>> & { count: number }
  readonly grouped: Record<
    string,
    { matches: number; ngroups?: number; groups: { groupValue: string; doclist: Answer['response'] }[] }
  >
  readonly highlighting: Record<string, Record<string, string[]>>
  readonly nextCursorMark: string
}

export type SolrWorld = Awaited<ReturnType<typeof openSolrWorld>>

export async function openSolrWorld() {
  const world = await openWorld()
  async function select(params: Record<string, string | readonly string[]>): Promise<Answer> {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(params)) for (const one of [value].flat()) query.append(name, one)
    const { status, body, text } = await world.ask<Answer>(`/select?${query}`)
    assert.equal(status, 200, `${query} ${text.slice(0, 300)}`)
    return body
  }
  const docs: SolrDoc[] = []
  for (let start = 0; start === docs.length; start += 10_000) {
    const page = { q: '*:*', sort: '_docid_ asc', rows: '10000', start: String(start) }
    docs.push(...(await select(page)).response.docs)
  }
  return {
    ...world,
    docs,
    select,
    /** Ids in the order of the index. */
    found: async (q: string, more: Record<string, string> = {}) =>
      (await select({ q, rows: '10000', fl: 'id', sort: '_docid_ asc', ...more })).response.docs.map(({ id }) => id),
    /** Ids of the documents that match, as many as a page has. */
    matching: (matches: (doc: SolrDoc) => boolean) =>
      docs
        .filter(matches)
        .slice(0, 10_000)
        .map(({ id }) => id),
    /** The message of a refusal. */
    async refused(query: string): Promise<string> {
      const { status, body } = await world.ask<{ error: { msg: string; code: number; metadata: string[] } }>(
        `/select?${query}`,
      )
      assert.deepEqual([status, body.error.code, body.error.metadata[0]], [400, 400, 'error-class'], query)
      return body.error.msg
    },
  }
}

/** A flat list of values and counts in pairs. */
export function pairs(flat: readonly (string | number | null)[] = []): (readonly [unknown, unknown])[] {
  return flat.flatMap((value, at) => (at % 2 === 0 ? [[value, flat[at + 1]] as const] : []))
}

/** Values with their numbers of documents, the most frequent first. */
export function counted(docs: readonly SolrDoc[], field: string): [unknown, number][] {
  const counts = new Map<string, number>()
  for (const doc of docs) {
    const value = doc[field]
    if (typeof value === 'string') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
}
