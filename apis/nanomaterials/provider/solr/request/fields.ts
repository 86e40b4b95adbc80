// The fields of a response: names, wildcards, aliases, the score, and child documents (SOURCES 5.7).
import { isMadeOf } from '#define/texts'
import { SolrProblem } from '../../errors.ts'
import { readLocalParams } from '../query/local-params.ts'

export interface FieldList {
  /** True if the stored field is shown. */
  readonly shows: (name: string) => boolean
  /** Field names by alias. */
  readonly aliases: ReadonlyMap<string, string>
  /** Names under which the score is shown. */
  readonly scores: readonly string[]
  readonly children: ChildTransformer | undefined
  /** Columns in the order of the request, for formats that have columns. */
  readonly columns: readonly string[] | undefined
}
interface ChildTransformer {
  readonly parentFilter: string | undefined
  readonly childFilter: string | undefined
  readonly limit: number
  readonly fields: string | undefined
}

const mostFields = 500

export function readFieldList(texts: readonly string[], value: (name: string) => string | undefined): FieldList {
  const exact = new Set<string>()
  const wildcards: (readonly string[])[] = []
  const aliases = new Map<string, string>()
  const columns: string[] = []
  const scores: string[] = []
  let showsAll = texts.join('').trim() === ''
  let children: ChildTransformer | undefined
  for (const part of texts.flatMap(partsOf)) {
    const [, alias, name = ''] = /^(?:([\w.-]+):)?(.+)$/s.exec(part) ?? []
    if (name.startsWith('[')) {
      children = transformerOf(name, value) ?? children
      continue
    }
    columns.push(alias ?? name)
    if (name.includes('('))
      throw new SolrProblem(
        `fl: functions such as ${name.slice(0, name.indexOf('(')).slice(0, 60)}() are not available here`,
      )
    if (name === 'score') scores.push(alias ?? name)
    else if (name === '*') showsAll = true
    else if (name.includes('*')) wildcards.push(wildcardOf(name))
    else if (alias === undefined) exact.add(name)
    else aliases.set(alias, name)
    if (columns.length > mostFields) throw new SolrProblem('fl names too many fields')
  }
  const showsNone = columns.length === 0 && children !== undefined
  // the documents of a response share most of their names
  const known = new Map<string, boolean>()
  const isWanted = (name: string) => exact.has(name) || wildcards.some((literals) => isMadeOf(name, literals, 0))
  return {
    shows(name) {
      if (showsAll || showsNone) return true
      const isKnown = known.get(name) ?? isWanted(name)
      known.set(name, isKnown)
      return isKnown
    },
    aliases,
    scores,
    children,
    columns: showsAll || wildcards.length > 0 ? undefined : columns,
  }
}

/** Splits at commas or blanks, except inside brackets and quotation marks. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  const part = /((?:[\w.-]+:)?\[(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\]"'])*\]|[^\s,[\]]+)|[\s,\]]+/sy
  while (part.lastIndex < text.length) {
    const found = part.exec(text)
    // rejected, so that the rest is searched for one closing bracket only
    if (!found) throw new SolrProblem('fl has a [ without its ]')
    if (found[1] !== undefined) parts.push(found[1])
  }
  return parts
}

/** Returns the literals around the wildcards. */
function wildcardOf(name: string): readonly string[] {
  const literals = name.split(/\*+/)
  if (literals.length > 3) throw new SolrProblem('a field may have at most two wildcards')
  return literals
}

const mostChildren = 10_000

function transformerOf(text: string, value: (name: string) => string | undefined): ChildTransformer | undefined {
  // the parameters have the syntax of local ones
  const local = readLocalParams(`{!${text.slice(1, -1)}}`, value)
  const type = local?.params.get('type')
  if (type !== 'child') {
    if (type === 'docid' || type === 'explain' || type === 'shard') return undefined
    throw new SolrProblem(`Unknown document transformer: ${(type ?? '').slice(0, 60)}`)
  }
  const limit = Number(local?.params.get('limit') ?? 10)
  if (!Number.isInteger(limit)) throw new SolrProblem('the limit of [child] must be a whole number')
  return {
    parentFilter: local?.params.get('parentFilter'),
    childFilter: local?.params.get('childFilter'),
    limit: limit < 0 ? mostChildren : Math.min(limit, mostChildren),
    fields: local?.params.get('fl'),
  }
}
