// Reads the parameters of the second version, which refuses unknown values (SOURCES 6.3).
import { isDay } from '#provider'
import { invalidV2 } from '../errors.ts'

export interface RowsQuery {
  readonly base: string
  /** The requested quotes; undefined for all. */
  readonly quotes: readonly string[] | undefined
  readonly scope: { readonly day: string } | { readonly from: string; readonly to: string }
  readonly group: 'week' | 'month' | undefined
  readonly expandsProviders: boolean
  /** True if the central bank is among the requested sources; there is no other source here. */
  readonly hasSource: boolean
}

const names = new Set(['base', 'quotes', 'providers', 'date', 'from', 'to', 'group', 'expand'])
const mostCodes = 200

/** Reads the query; `codes` are the known currencies. Throws 422 with the provider's message. */
export function readRowsQuery(
  params: URLSearchParams,
  { codes, today }: { readonly codes: readonly string[]; readonly today: string },
): RowsQuery {
  const unknown = [...params.keys()].filter((name) => !names.has(name))
  if (unknown.length > 0) throw invalidV2(`unknown parameter: ${unknown.slice(0, 10).join(', ').slice(0, 200)}`)
  const [date, from, to] = ['date', 'from', 'to'].map((name) => readDay(params.get(name)))
  if (date !== undefined && (from !== undefined || to !== undefined)) throw invalidV2('conflicting params')
  const group = params.get('group')?.toLowerCase()
  if (group !== undefined && group !== 'week' && group !== 'month') throw invalidV2('invalid group')
  const expand = listOf(params.get('expand')?.toLowerCase())
  const unknownExpand = expand?.filter((name) => name !== 'providers') ?? []
  if (unknownExpand.length > 0) throw invalidV2(`invalid expand: ${unknownExpand.join(',').slice(0, 200)}`)
  const base = params.get('base')?.toUpperCase() || 'EUR'
  const quotes = listOf(params.get('quotes')?.toUpperCase())
  const invalid = [base, ...(quotes ?? [])].filter((code) => !codes.includes(code))
  if (invalid.length > 0) throw invalidV2(`invalid currency: ${invalid.join(',').slice(0, 200)}`)
  return {
    base,
    quotes,
    scope: from === undefined ? { day: date ?? today } : { from, to: to ?? today },
    group: from === undefined ? undefined : group,
    expandsProviders: expand?.includes('providers') ?? false,
    hasSource: hasCentralBank(params),
  }
}

/** Reports whether the request names the central bank among its sources, or names no source. */
export function hasCentralBank(params: URLSearchParams): boolean {
  return listOf(params.get('providers')?.toUpperCase())?.includes('ECB') ?? true
}

function readDay(text: string | null): string | undefined {
  if (text === null || text === '') return undefined
  if (!isDay(text)) throw invalidV2('invalid date')
  return text
}

function listOf(text: string | undefined): string[] | undefined {
  return text === undefined || text === '' ? undefined : text.split(',', mostCodes)
}
