// Which fields an answer shows: names, wildcards, other names for them, the score, and the documents below
// (SOURCES 5.7).
import { SolrProblem } from '../../errors.ts'
import { readLocalParams } from '../query/local-params.ts'

export interface FieldList {
  /** True when every stored field is shown. */
  readonly shows: (name: string) => boolean
  /** Name of the field by the name under which it is shown. */
  readonly aliases: ReadonlyMap<string, string>
  readonly showsScore: boolean
  readonly children: ChildTransformer | undefined
  /** In the order of the request, for formats that have columns. */
  readonly columns: readonly string[] | undefined
}
export interface ChildTransformer {
  readonly parentFilter: string | undefined
  readonly childFilter: string | undefined
  readonly limit: number
  readonly fields: string | undefined
}

const mostFields = 500

export function readFieldList(texts: readonly string[], value: (name: string) => string | undefined): FieldList {
  const exact = new Set<string>()
  const wildcards: RegExp[] = []
  const aliases = new Map<string, string>()
  const columns: string[] = []
  let showsScore = false
  let showsAll = texts.join('').trim() === ''
  let children: ChildTransformer | undefined
  for (const part of texts.flatMap(partsOf)) {
    const [, alias, name = ''] = /^(?:([\w.-]+):)?(.+)$/s.exec(part) ?? []
    if (name.startsWith('[')) {
      children = transformerOf(name, value) ?? children
      continue
    }
    columns.push(alias ?? name)
    if (name === 'score') showsScore = true
    else if (name === '*') showsAll = true
    else if (name.includes('*')) wildcards.push(wildcardOf(name))
    else if (alias === undefined) exact.add(name)
    else aliases.set(alias, name)
    if (columns.length > mostFields) throw new SolrProblem('fl names too many fields')
  }
  const showsNone = columns.length === 0 && children !== undefined
  return {
    shows: (name) => showsAll || showsNone || exact.has(name) || wildcards.some((form) => form.test(name)),
    aliases,
    showsScore,
    children,
    columns: showsAll || wildcards.length > 0 ? undefined : columns,
  }
}

/** Parts are separated by commas or blanks; brackets, parentheses and quotation marks keep them together. */
function partsOf(text: string): string[] {
  return text.match(/(?:[\w.-]+:)?\[(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\]"'])*\]|[^\s,[\]]+/gs) ?? []
}

function wildcardOf(name: string): RegExp {
  const literals = name.split(/\*+/).map((part) => part.replaceAll(/[^\w]/g, '\\$&'))
  if (literals.length > 3) throw new SolrProblem('a field may have at most two wildcards')
  return new RegExp(`^${literals.join('.*')}$`, 's')
}

const mostChildren = 10_000

function transformerOf(text: string, value: (name: string) => string | undefined): ChildTransformer | undefined {
  // the parameters are written like local ones
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
