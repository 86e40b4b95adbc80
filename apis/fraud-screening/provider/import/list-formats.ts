// The formats of lists (SOURCES 7), each read as rows under the lookup keys of screenings.
import { isIP, isIPv4 } from 'node:net'
import { csvRows, excerpt, type NamedCsvRow, namedCsvRows } from '#provider/import'
import { continentOf } from '../checks/countries.ts'
import { cityKeys } from '../lists/cities.ts'
import { forwarderKey, type ListKind, networkKey } from '../lists/lists.ts'
import { readIp } from '../order/order.ts'

export interface ListRow {
  readonly line: number
  /** Keys and values; undefined for an invalid line. */
  readonly entries?: readonly (readonly [key: string, value: object])[]
  readonly problem?: string
}
interface ListFormat {
  readonly kind: ListKind
  rows(text: AsyncIterable<string>): AsyncIterable<ListRow>
}

/** Returns the format of a file by its beginning; undefined for an unknown one. */
export function listFormatOf(head: string): ListFormat | undefined {
  const lines = head.replace(/^\uFEFF/, '').split(/\r?\n/)
  const first = lines.find((line) => line.trim() !== '' && !line.startsWith('#')) ?? ''
  if (/^\d+\t/.test(first) && first.split('\t').length >= 15) return { kind: 'city', rows: cities }
  const names = first
    .toLowerCase()
    .split(/[,;]/)
    .map((name) => name.replaceAll('"', '').trim())
  const delimiter = first.includes(';') && !first.includes(',') ? ';' : ','
  if (names.includes('bin')) return { kind: 'bin', rows: (text) => named(text, delimiter, binEntry) }
  if (names.includes('street') && names.includes('postal_code'))
    return { kind: 'forwarder', rows: (text) => named(text, delimiter, forwarderEntry) }
  const isList = /^(?:ExitNode|Published|LastStatus|ExitAddress) /.test(first) || networkEntry(first) !== undefined
  return isList ? { kind: 'proxy', rows: networks } : undefined
}

type Entry = readonly [key: string, value: object]
type Cells = NamedCsvRow['cells']

async function* named(text: AsyncIterable<string>, delimiter: string, read: (cells: Cells) => Entry | undefined) {
  for await (const { line, cells, problem } of namedCsvRows(text, { delimiter, trim: true })) {
    const entry = problem === undefined ? read(cells) : undefined
    yield entry ? { line, entries: [entry] } : { line, problem: problem ?? 'its cells make no sense' }
  }
}

function binEntry(cells: Cells): Entry | undefined {
  const { bin = '' } = cells
  if (!/^\d{6,9}$/.test(bin)) return undefined
  const country = (cells.isocode2 ?? cells.country_code ?? cells.alpha_2 ?? cells.country ?? '').toUpperCase()
  const kind = `${cells.prepaid === undefined ? '' : `prepaid=${cells.prepaid}`} ${cells.type ?? ''} ${cells.category ?? ''}`
  const isPrepaid = /prepaid=(?:y|yes|true|1)\b/i.test(kind) || /\bprepaid\b(?!=)/i.test(kind)
  const says = cells.prepaid !== undefined || cells.type !== undefined || cells.category !== undefined
  return [bin, { ...(continentOf(country) === undefined ? {} : { country }), ...(says ? { prepaid: isPrepaid } : {}) }]
}

function forwarderEntry(cells: Cells): Entry | undefined {
  const country = cells.country?.toUpperCase() || undefined
  if (country !== undefined && continentOf(country) === undefined) return undefined
  const key = forwarderKey({ street: cells.street || undefined, zip: cells.postal_code || undefined, country })
  return key === undefined ? undefined : [key, {}]
}

/** Reads lines of addresses, networks, or Tor's exit list, where only `ExitAddress` lines hold addresses. */
async function* networks(text: AsyncIterable<string>): AsyncGenerator<ListRow> {
  for await (const { line, cells } of csvRows(text, { delimiter: '\n', maxRowBytes: 1000 })) {
    const content = cells[0]?.trim() ?? ''
    if (content.startsWith('#') || /^(?:ExitNode|Published|LastStatus) /.test(content)) continue
    const entry = networkEntry(content)
    yield entry ? { line, entries: [entry] } : { line, problem: `${excerpt(content)} is no address` }
  }
}

function networkEntry(line: string): Entry | undefined {
  const [, address = '', prefix] = /^(?:ExitAddress )?([0-9a-f.:]+)(?:\/(\d{1,3}))?(?:\s|$)/i.exec(line) ?? []
  if (isIP(address) === 0) return undefined
  const ip = readIp(address) ?? ''
  const [least, most] = isIPv4(ip) ? [8, 32] : [16, 128]
  const length = prefix === undefined ? most : Number(prefix)
  return length < least || length > most ? undefined : [networkKey(ip, length), {}]
}

/**
 * Reads columns: name, ASCII name, other names, latitude, longitude, country, first administrative division,
 * population.
 */
async function* cities(text: AsyncIterable<string>): AsyncGenerator<ListRow> {
  // some cities have hundreds of other names, and quotation marks in them mean nothing
  for await (const { line, cells } of csvRows(text, { delimiter: '\t', maxRowBytes: 100_000 })) {
    const [, name = '', ascii = '', others = '', latitude, longitude, , , country = '', , state = ''] = cells
    const place = { latitude: Number(latitude), longitude: Number(longitude), population: Number(cells[14]) || 0 }
    const isPlace = Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180
    if (name === '' || !isPlace || continentOf(country) === undefined) {
      yield { line, problem: 'it has no name, place or country' }
      continue
    }
    const names = new Set([name, ascii, ...others.split(',').slice(0, maxOtherNames)].filter((one) => one !== ''))
    const keys = new Set([...names].flatMap((one) => cityKeys(country, state || undefined, one)))
    yield { line, entries: [...keys].map((key) => [key, place]) }
  }
}

const maxOtherNames = 50
