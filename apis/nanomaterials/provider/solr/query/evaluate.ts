// Evaluates a query: its documents, with their scores if needed.
import { present } from '#define/present'
import { cannotParse, SolrProblem, undefinedField } from '../../errors.ts'
import { Bits } from '../documents/bits.ts'
import { docsOfTerm, type Field, ordOf, type StringField, sortValue } from '../documents/field.ts'
import { type FieldKind, fieldKind, textField, wordsOf } from '../documents/field-kinds.ts'
import type { SolrIndex } from '../documents/solr-index.ts'
import type { Course } from '../work.ts'
import type { Clause, Query, RangeQuery } from './ast.ts'
import { phraseDocs } from './phrases.ts'
import { termScores, wordScores } from './scores.ts'
import { type Multiterm, matchingOrds, rangeDocs } from './terms.ts'

/** Scores; a number applies to every hit. */
type Scores = number | Float64Array
export interface Hits {
  readonly bits: Bits
  readonly scores: Scores
}
export interface Evaluation extends Course {
  readonly index: SolrIndex
  readonly withScores: boolean
  readonly isAndDefault: boolean
  readonly defaultField: string
}

/** Cost of a clause for each document of the index, in visits. */
const clauseVisits = 2
/** Approximate number of steps of a binary search. */
const lookUp = 16

export async function evaluate(query: Query, evaluation: Evaluation): Promise<Hits> {
  await evaluation.pause()
  const { index } = evaluation
  const size = index.docs.length
  evaluation.work.spend(size * clauseVisits)
  switch (query.kind) {
    case 'all':
      return { bits: Bits.all(size), scores: 1 }
    case 'none':
      return { bits: new Bits(size), scores: 0 }
    case 'term':
      return terms(query.field ?? evaluation.defaultField, query.text, evaluation)
    case 'exact':
      return { bits: exactDocs(query.field, query.values, evaluation), scores: 1 }
    case 'phrase': {
      const name = query.field ?? evaluation.defaultField
      const field = fieldOf(name, evaluation)
      if (kindOf(name) !== 'text') return terms(name, query.text, evaluation)
      const docs = field ? await phraseDocs(field as StringField, wordsOf(query.text), query.slop, evaluation) : []
      return { bits: Bits.of(size, docs), scores: 1 }
    }
    case 'wildcard':
    case 'regexp':
    case 'prefix':
    case 'fuzzy':
      return { bits: await multiterm(query, evaluation), scores: 1 }
    case 'range':
      return { bits: range(query, evaluation), scores: 1 }
    case 'boolean':
      return combined(query.clauses, evaluation)
    case 'boost': {
      const { bits, scores } = await evaluate(query.query, evaluation)
      if (query.isConstant) return { bits, scores: query.factor }
      return {
        bits,
        scores: typeof scores === 'number' ? scores * query.factor : scores.map((one) => one * query.factor),
      }
    }
    case 'filter':
      return { bits: (await evaluate(positive(query.query), evaluation)).bits, scores: 0 }
    case 'parent':
      return { bits: await parentDocs(query.parents, query.query, evaluation), scores: 0 }
    case 'child':
      return { bits: await childDocs(query.parents, query.query, evaluation), scores: 0 }
    case 'collapse':
      throw new SolrProblem('collapse can only be used in fq')
  }
}

/** Makes a query that only excludes start from all documents. */
export function positive(query: Query): Query {
  if (query.kind !== 'boolean' || query.clauses.some(({ occur }) => occur !== 'mustNot')) return query
  return { kind: 'boolean', clauses: [{ occur: 'must', query: { kind: 'all' } }, ...query.clauses] }
}

/** Returns the kind of a field. Throws for a field outside the schema. */
export function kindOf(name: string): FieldKind {
  const kind = fieldKind(name)
  if (kind === undefined) throw undefinedField(name)
  return kind
}

/** Returns a field; undefined if no document has it. */
export function fieldOf(name: string, { index }: Pick<Evaluation, 'index'>): Field | undefined {
  kindOf(name)
  return index.fields.get(name === '_text_' ? textField : name)
}

async function terms(name: string, text: string, evaluation: Evaluation): Promise<Hits> {
  const { index, withScores, isAndDefault } = evaluation
  const size = index.docs.length
  const kind = kindOf(name)
  if (kind !== 'text') {
    const bits = exactDocs(name, [text], evaluation)
    return { bits, scores: withScores ? termScores(fieldOf(name, evaluation), bits.count()) : 0 }
  }
  const field = fieldOf(name, evaluation)
  const words = wordsOf(text)
  if (!field || field.kind === 'number' || words.length === 0) return { bits: new Bits(size), scores: 0 }
  const hits = words.map((word): Hits => {
    evaluation.work.spend(size * clauseVisits)
    const ord = ordOf(field, word)
    const docs = ord < 0 ? [] : docsOfTerm(field, ord)
    return { bits: Bits.of(size, docs), scores: withScores ? wordScores(field, docs, size) : 0 }
  })
  const [only] = hits
  if (only && hits.length === 1) return only
  return sum(
    hits.map((one) => ({ ...one, occur: isAndDefault ? 'must' : 'should' })),
    evaluation,
  )
}

function exactDocs(name: string, values: readonly string[], evaluation: Evaluation): Bits {
  const kind = kindOf(name)
  const field = fieldOf(name, evaluation)
  const bits = new Bits(evaluation.index.docs.length)
  evaluation.work.spend(values.length * lookUp)
  if (kind === 'number') {
    evaluation.work.spend(field?.docs.length ?? 0)
    const wanted = new Set(values.map(numberOf))
    if (field?.kind === 'number')
      for (const [at, doc] of field.docs.entries()) if (wanted.has(present(field.values[at]))) bits.add(doc)
    return bits
  }
  if (!field || field.kind === 'number') return bits
  for (const value of values) {
    const ord = ordOf(field, value)
    if (ord >= 0) for (const doc of spent(docsOfTerm(field, ord), evaluation)) bits.add(doc)
  }
  return bits
}

/** Returns the documents of a term, charged as visits. */
function spent<T extends ArrayLike<number>>(docs: T, { work }: Evaluation): T {
  work.spend(docs.length)
  return docs
}

function numberOf(text: string): number {
  const number = Number(text)
  if (text.trim() === '' || Number.isNaN(number)) throw new SolrProblem(`Invalid Number: ${text.slice(0, 100)}`)
  return number
}

async function multiterm(query: Multiterm, evaluation: Evaluation): Promise<Bits> {
  const name = query.field ?? evaluation.defaultField
  const kind = kindOf(name)
  if (kind === 'number') throw new SolrProblem(`Can't run prefix queries on numeric fields: ${name}`)
  const field = fieldOf(name, evaluation)
  const bits = new Bits(evaluation.index.docs.length)
  if (!field || field.kind === 'number') return bits
  for (const ord of await matchingOrds(field, query, evaluation))
    for (const doc of spent(docsOfTerm(field, ord), evaluation)) bits.add(doc)
  return bits
}

function range(query: RangeQuery, evaluation: Evaluation): Bits {
  const name = query.field ?? evaluation.defaultField
  const kind = kindOf(name)
  const field = fieldOf(name, evaluation)
  const bounds = [query.low, query.high].map((bound) =>
    kind === 'number' && bound !== undefined ? numberOf(bound) : bound,
  )
  if (field?.kind === 'number') evaluation.work.spend(field.docs.length)
  return Bits.of(evaluation.index.docs.length, field ? rangeDocs(field, query, bounds) : [])
}

async function combined(clauses: readonly Clause[], evaluation: Evaluation): Promise<Hits> {
  const hits: (Hits & { readonly occur: Clause['occur'] })[] = []
  for (const { occur, query } of clauses) hits.push({ occur, ...(await evaluate(query, evaluation)) })
  return sum(hits, evaluation)
}

async function sum(
  hits: readonly (Hits & { readonly occur: Clause['occur'] })[],
  { index, withScores, pause, work }: Evaluation,
): Promise<Hits> {
  const size = index.docs.length
  const must = hits.filter(({ occur }) => occur === 'must')
  const should = hits.filter(({ occur }) => occur === 'should')
  const required =
    must.length > 0
      ? must.reduce((bits, one) => bits.and(one.bits), Bits.all(size))
      : should.reduce((bits, one) => bits.or(one.bits), new Bits(size))
  const bits = hits.reduce((left, { occur, bits: out }) => (occur === 'mustNot' ? left.without(out) : left), required)
  const scoring = [...must, ...should].filter(({ scores }) => scores !== 0)
  if (!withScores || scoring.length === 0) return { bits, scores: 0 }
  const scores = new Float64Array(size)
  for (const { bits: own, scores: added } of scoring) {
    work.spend(size)
    for (const doc of own.and(bits))
      scores[doc] = present(scores[doc]) + (typeof added === 'number' ? added : present(added[doc]))
    await pause()
  }
  return { bits, scores }
}

async function parentDocs(parents: Query, query: Query | undefined, evaluation: Evaluation): Promise<Bits> {
  const which = (await evaluate(positive(parents), evaluation)).bits
  if (!query) return which
  const children = (await evaluate(positive(query), evaluation)).bits
  if (children.and(which).count() > 0) throw new SolrProblem('Child query must not match same docs with parent filter')
  const bits = new Bits(which.size)
  for (let child = children.next(0); child >= 0; ) {
    const parent = which.next(child + 1)
    if (parent < 0) break
    bits.add(parent)
    child = children.next(parent + 1)
  }
  return bits
}

async function childDocs(parents: Query, query: Query | undefined, evaluation: Evaluation): Promise<Bits> {
  const which = (await evaluate(positive(parents), evaluation)).bits
  if (!query) return which.complement()
  const found = (await evaluate(positive(query), evaluation)).bits
  if (found.without(which).count() > 0)
    throw new SolrProblem('Parent query must not match any docs besides parent filter')
  return below(which, found)
}

/** Returns the documents between each of the found parents and the previous parent. */
export function below(which: Bits, found: Bits): Bits {
  const bits = new Bits(which.size)
  for (const parent of found) for (let doc = which.previous(parent) + 1; doc < parent; doc++) bits.add(doc)
  return bits
}

/**
 * Keeps one document of each group with the same value: the first by score, or the one with the greatest or least
 * number.
 */
export function collapsed(hits: Hits, query: Extract<Query, { kind: 'collapse' }>, evaluation: Evaluation): Bits {
  const { by, keepsMissing } = query
  if (query.field === '') throw cannotParse('{!collapse}', 'the local parameter field is missing')
  const field = fieldOf(query.field, evaluation)
  const measure = by === undefined ? undefined : fieldOf(by.field, evaluation)
  const rank = (doc: number): number => {
    if (by === undefined) return typeof hits.scores === 'number' ? 0 : present(hits.scores[doc])
    const value = measure && sortValue(measure, doc)
    if (value === undefined) return Number.NEGATIVE_INFINITY
    return by.isMax ? value : -value
  }
  const best = new Map<number, { doc: number; rank: number }>()
  const bits = new Bits(hits.bits.size)
  for (const doc of hits.bits) {
    const value = field && sortValue(field, doc)
    if (value === undefined) {
      if (keepsMissing) bits.add(doc)
      continue
    }
    const known = best.get(value)
    const own = rank(doc)
    if (!known || own > known.rank) best.set(value, { doc, rank: own })
  }
  for (const { doc } of best.values()) bits.add(doc)
  return bits
}
