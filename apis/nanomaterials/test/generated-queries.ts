// Random queries, each as a text for Solr and as a plain condition on a document that says the same.
import type { Random } from '#define'

export type SolrDoc = Readonly<Record<string, string | number | readonly string[] | undefined>>
/** Reports whether the document at this place matches. */
type Matches = (at: number) => boolean
interface Part {
  readonly text: string
  readonly matches: Matches
}
export interface GeneratedQuery extends Part {
  readonly filter: Part
  readonly sort: { readonly text: string; readonly compare: (one: SolrDoc, other: SolrDoc) => number }
}

const strings = [
  'topcategory_s',
  'endpointcategory_s',
  'unit_s',
  'effectendpoint_s',
  'type_s',
  'substanceType_s',
  'owner_name_s',
  'component_s',
]

export function generateQuery(docs: readonly SolrDoc[], random: Random): GeneratedQuery {
  const generate = createGenerator(docs, random)
  return { ...generate.query(3), filter: generate.query(1), sort: generate.sort() }
}

const pickFrom =
  (random: Random) =>
  <T>(items: readonly T[]): T =>
    items[random.int(0, items.length - 1)] as T // never empty here

/** Creates the source of combined queries and of sort orders. */
function createGenerator(docs: readonly SolrDoc[], random: Random) {
  const pick = pickFrom(random)
  const leaf = createLeaves(docs, random)

  function query(depth: number): Part {
    if (depth === 0 || random.int(0, 3) === 0) return leaf()
    return pick([combined, combined, joined, excluded])(depth)
  }

  function combined(depth: number): Part {
    const parts = Array.from({ length: random.int(2, 3) }, () => query(depth - 1))
    const isAnd = random.int(0, 1) === 0
    return {
      text: parts.map(({ text }) => `${isAnd ? '+' : ''}(${text})`).join(' '),
      matches: (at) => (isAnd ? parts.every((part) => part.matches(at)) : parts.some((part) => part.matches(at))),
    }
  }
  function excluded(depth: number): Part {
    const [part, out] = [query(depth - 1), query(depth - 1)]
    return { text: `+(${part.text}) -(${out.text})`, matches: (at) => part.matches(at) && !out.matches(at) }
  }
  function joined(): Part {
    const parentType = pick(['substance', 'study'])
    const inner = leaf()
    return random.int(0, 1) === 0 ? parentsOf(inner, parentType, docs) : childrenOf(inner, parentType, docs)
  }

  function sort(): GeneratedQuery['sort'] {
    const field = pick(['loValue_d', 'unit_s', 'endpointcategory_s'])
    const direction = pick(['asc', 'desc'])
    const sign = direction === 'asc' ? 1 : -1
    return {
      text: `${field} ${direction}, id asc`,
      compare: (one, other) => {
        const [a, b] = [one[field], other[field]]
        if (a !== b) {
          // those without a value are last, whichever way
          if (a === undefined) return 1
          if (b === undefined) return -1
          return a < b ? -sign : sign
        }
        return String(one.id) < String(other.id) ? -1 : 1
      },
    }
  }
  return { query, sort }
}

/** The parents of the documents that match. */
function parentsOf(inner: Part, parentType: string, docs: readonly SolrDoc[]): Part {
  const children = `+(${quoted(inner.text)}) -type_s:${parentType}`
  const above = new Set<number>()
  let isSeen = false
  for (const [at, doc] of docs.entries())
    if (doc.type_s === parentType) {
      if (isSeen) above.add(at)
      isSeen = false
    } else isSeen ||= inner.matches(at)
  return { text: `{!parent which="type_s:${parentType}" v="${children}"}`, matches: (at) => above.has(at) }
}

/** The children of the parents that match; they come before their parent. */
function childrenOf(inner: Part, parentType: string, docs: readonly SolrDoc[]): Part {
  const parents = `+(${quoted(inner.text)}) +type_s:${parentType}`
  const below = new Set<number>()
  let block: number[] = []
  for (const [at, doc] of docs.entries()) {
    if (doc.type_s === parentType) {
      if (inner.matches(at)) for (const child of block) below.add(child)
      block = []
    } else block.push(at)
  }
  return { text: `{!child of="type_s:${parentType}" v="${parents}"}`, matches: (at) => below.has(at) }
}

/** Creates the source of queries without operators. */
function createLeaves(docs: readonly SolrDoc[], random: Random): () => Part {
  const pick = pickFrom(random)
  const on =
    (field: string, test: (value: unknown) => boolean): Matches =>
    (at) => {
      const value = docs[at]?.[field]
      return typeof value === 'object' ? value.some(test) : value !== undefined && test(value)
    }

  /** A field with a value that some document has. */
  function sampled(): readonly [string, string] {
    for (;;) {
      const field = pick(strings)
      const value = pick(docs)[field]
      if (typeof value === 'string') return [field, value]
    }
  }

  function term(): Part {
    const [field, value] = sampled()
    return { text: `${field}:"${value}"`, matches: on(field, (own) => own === value) }
  }
  function prefix(): Part {
    const [field, value] = sampled()
    const begin = value.slice(0, random.int(1, 4))
    return { text: `${field}:${escaped(begin)}*`, matches: on(field, (own) => String(own).startsWith(begin)) }
  }
  function wildcard(): Part {
    const [field, value] = sampled()
    const [begin, end] = [value.slice(0, 1), value.slice(2)]
    const form = new RegExp(`^${pattern(begin)}.${pattern(end)}$`, 's')
    return {
      text: `${field}:${escaped(begin)}?${escaped(end)}`,
      matches: on(field, (own) =>
        value.length > 1 ? form.test(String(own)) : String(own).length === 2 && String(own).startsWith(begin),
      ),
    }
  }
  function range(): Part {
    const [field, one] = sampled()
    const other = String(pick(docs)[field] ?? one)
    const [low = '', high = ''] = [one, other].sort()
    const [open, close] = [pick(['[', '{']), pick([']', '}'])]
    return {
      text: `${field}:${open}"${low}" TO "${high}"${close}`,
      matches: on(field, (own) => within(String(own), [low, high], [open === '[', close === ']'])),
    }
  }
  function numbers(): Part {
    const [one, other] = [random.int(-50, 400), random.int(-50, 400)]
    const [low, high] = [Math.min(one, other), Math.max(one, other)]
    const [open, close] = [pick(['[', '{']), pick([']', '}'])]
    return {
      text: `loValue_d:${open}${low} TO ${high}${close}`,
      matches: on('loValue_d', (own) => within(Number(own), [low, high], [open === '[', close === ']'])),
    }
  }
  function existing(): Part {
    const field = pick([...strings, 'loValue_d', 'dbtag_hss'])
    return { text: `${field}:*`, matches: on(field, () => true) }
  }
  function word(): Part {
    const chosen = pick(['zeta', 'Potential', 'toxicity', 'silver', 'invented', 'round'])
    return { text: chosen, matches: (at) => hasWord(docs[at], chosen.toLowerCase()) }
  }
  function fuzzy(): Part {
    const text = pick(['effectendpoint_s:EC5O~1', 'unit_s:mX~1', 'unit_s:Vm~1', 'topcategory_s:TOXX~1'])
    const [field = '', sought = ''] = text.replace('~1', '').split(':')
    return { text, matches: on(field, (own) => isNear(String(own), sought, 1)) }
  }

  return () => pick([term, term, prefix, wildcard, range, numbers, existing, word, fuzzy])()
}

function within<T extends string | number>(
  value: T,
  [low, high]: readonly [T, T],
  [lower, upper]: readonly [boolean, boolean],
): boolean {
  return (lower ? value >= low : value > low) && (upper ? value <= high : value < high)
}

const escaped = (text: string) => text.replaceAll(/[\s()[\]{}"~^:!+\-\\/*?&|<>]/g, '\\$&')
const quoted = (text: string) => text.replaceAll(/["\\]/g, '\\$&')
const pattern = (text: string) => text.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&')

/** Reports whether a string of the document, those of the parent alone left out, has the word. */
function hasWord(doc: SolrDoc | undefined, word: string): boolean {
  if (!JSON.stringify(doc).toLowerCase().includes(word)) return false
  return Object.entries(doc ?? {}).some(
    ([name, value]) =>
      /_ss?$/.test(name) &&
      [value].flat().some((text) =>
        ` ${String(text)
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}_.']+/gu, ' ')} `.includes(` ${word} `),
      ),
  )
}

/** Reports whether so many insertions, deletions, substitutions and swaps turn one text into the other. */
function isNear(one: string, other: string, edits: number): boolean {
  if (edits < 0) return false
  if (one === other) return true
  const [rest, otherRest] = [one.slice(1), other.slice(1)]
  if (one[0] === other[0] && isNear(rest, otherRest, edits)) return true
  const isSwap = one.length > 1 && one[0] === other[1] && one[1] === other[0]
  return (
    (isSwap && isNear(one.slice(2), other.slice(2), edits - 1)) ||
    (one !== '' && isNear(rest, other, edits - 1)) ||
    (other !== '' && isNear(one, otherRest, edits - 1)) ||
    (one !== '' && other !== '' && isNear(rest, otherRest, edits - 1))
  )
}
