// Marks the words of a query in the documents of a page (SOURCES 5.12).

import { fieldKind, wordsOf } from '../documents/field-kinds.ts'
import type { SolrDocument } from '../documents/make-documents.ts'
import type { Query } from '../query/ast.ts'
import { readQuery } from '../request/json-query.ts'
import { countOf } from '../request/parameters.ts'
import type { Search } from '../search.ts'

const mostWords = 200
const mostFragment = 5000
/** Cost of searching for words, in visits per character. */
const letterVisits = 5

/** Returns snippets by document id and field. */
export function highlights(search: Search, docs: readonly number[]): object {
  const { request, parser, evaluation } = search
  const own = request.one('hl.q')
  const words = new Set<string>()
  collect(own === undefined ? search.query : readQuery(own, parser), words)
  const names = new Set(request.all('hl.fl').flatMap((text) => text.split(/[\s,]+/)))
  const [pre, post] = [request.one('hl.simple.pre') ?? '<em>', request.one('hl.simple.post') ?? '</em>']
  const fragment = countOf(request, 'hl.fragsize', 100, mostFragment) || mostFragment
  const snippets = countOf(request, 'hl.snippets', 1, 20)
  const shown = docs.map((doc) => {
    const document: SolrDocument = evaluation.index.docs[doc] ?? {}
    const fields = Object.entries(document).flatMap(([name, value]) => {
      if (!(names.has('*') || names.has(name)) || fieldKind(name) === 'number') return []
      const texts = typeof value === 'object' ? value : [String(value)]
      for (const { length } of texts) evaluation.work.spend(length * letterVisits)
      const found = texts.flatMap((text) => marked(text, words, { pre, post, fragment }) ?? []).slice(0, snippets)
      return found.length === 0 ? [] : [[name, found]]
    })
    return [String(document.id), Object.fromEntries(fields)]
  })
  return Object.fromEntries(shown)
}

interface Marks {
  readonly pre: string
  readonly post: string
  readonly fragment: number
}

/** Returns the text around the first word, with all of its words marked; undefined without any. */
function marked(text: string, words: ReadonlySet<string>, { pre, post, fragment }: Marks): string | undefined {
  const places = [...text.matchAll(/[\p{L}\p{N}_]+(?:[.'][\p{L}\p{N}_]+)*/gu)].filter(([word]) =>
    words.has(word.toLowerCase()),
  )
  const [first] = places
  if (!first) return undefined
  const begin = text.length <= fragment ? 0 : Math.max(0, first.index - Math.floor(fragment / 4))
  const end = begin + fragment
  let result = ''
  let at = begin
  for (const { 0: word, index } of places) {
    if (index + word.length > end) break
    result += text.slice(at, index) + pre + word + post
    at = index + word.length
  }
  return result + text.slice(at, end)
}

/** Collects the words of a query, except those of excluded clauses. */
function collect(query: Query, words: Set<string>): void {
  if (words.size > mostWords) return
  if (query.kind === 'boolean') {
    for (const { occur, query: inner } of query.clauses) if (occur !== 'mustNot') collect(inner, words)
  } else if (query.kind === 'boost' || query.kind === 'filter') collect(query.query, words)
  else if (query.kind === 'parent' || query.kind === 'child') {
    if (query.query) collect(query.query, words)
  } else if (query.kind === 'term' || query.kind === 'phrase' || query.kind === 'fuzzy')
    for (const word of wordsOf(query.text)) words.add(word)
  else if (query.kind === 'exact') for (const value of query.values) for (const word of wordsOf(value)) words.add(word)
}
