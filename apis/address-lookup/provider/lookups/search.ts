// Searches addresses: by words, by position, and by partial input.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { type AddressRecord, britishCountries, datasetOf, isBritish } from '../../model/address-record.ts'
import { boxAround, metresBetween } from '../../model/geography/distance.ts'
import { blankUs } from '../../schemas/blank-us.ts'
import type { Database } from '../../tables.ts'
import { inPremiseOrder, suggestionText, ukAddress, usAddress } from '../addresses/view.ts'
import { success } from '../answer.ts'
import { addressError } from '../errors.ts'
import { type Access, requireData } from '../keys/access.ts'
import { compactPostcode, isPostcode } from '../postcodes/postcode.ts'
import { readBiases, readFilters } from '../search/filters.ts'
import { findAddresses, suggestAddresses } from '../search/find.ts'
import { readQuery } from '../search/query.ts'
import { addressesOf, findAddress, matchingIds, type Selection } from '../search/store.ts'
import type { Vocabulary } from '../search/vocabulary.ts'
import { keyWord } from '../search/words.ts'
import type { KeySettings } from '../settings.ts'
import { readLimit, readPage, selectMembers } from './parameters.ts'

const longestQuery = 150
const reverseM = 100
/** The limit of addresses sorted at once. */
const mostNearby = 1000
const wholePostcode = 100

export interface SearchDeps extends Database {
  readonly access: Access
  readonly vocabulary: () => Promise<Vocabulary>
}
type SearchEndpoints = 'searchAddresses' | 'autocompleteAddresses' | 'resolveAddressGbr' | 'resolveAddressUsa'

export function searchHandlers(deps: SearchDeps): HandlersFor<typeof endpoints, SearchEndpoints> {
  const { db, access } = deps

  async function resolved(address: string, settings: KeySettings): Promise<AddressRecord> {
    const record = await findAddress(db, address)
    if (!record) throw addressError(4048)
    requireData(settings, datasetOf(record))
    return record
  }

  return {
    async searchAddresses(input, call) {
      const limit = readLimit(input.limit)
      const page = readPage(input.page, limit)
      const text = (input.query ?? input.q ?? '').slice(0, longestQuery)
      const lookup = { kind: 'Address Lookup', term: text }
      return access.lookup({ input, call, lookup }, async () => {
        const filters = inContext(readFilters(input), call.request.query.get('context') ?? 'GBR')
        const position = readPosition(input.lon, input.lat)
        if (text.trim() === '' && !position && !isNarrowed(readFilters(input))) throw addressError(40011)
        const search = { text, filters, bias: readBiases(input), limit, page }
        const found = position ? await nearby(deps, position, search) : await matching(deps, search)
        const hits = found.records.map((record) => selectMembers(ukAddress(record), input.filter))
        const body = success({ total: found.total, limit: found.limit, page, hits })
        return { body, isCharged: hits.length > 0 }
      })
    },
    async autocompleteAddresses(input, call) {
      await access.holderOf(input, call)
      const text = (input.query ?? input.q ?? '').slice(0, longestQuery)
      const limit = readLimit(input.limit)
      const filters = inContext(readFilters(input), input.context)
      const bias = readBiases(input)
      if (text.trim() === '' || isWordless(text)) return success({ hits: [] })
      const words = await deps.vocabulary()
      const query = await readQuery(text, words, { isTyped: true })
      const records = await suggestAddresses({ ...deps, words }, { query, filters, bias, start: 0, limit })
      return success({ hits: records.map(suggestionOf) })
    },
    resolveAddressGbr: (input, call) =>
      access.lookup({ input, call, lookup: { kind: 'Autocomplete', term: input.address } }, async (settings) => ({
        body: success(inBritishForm(await resolved(input.address, settings))),
        isCharged: true,
      })),
    resolveAddressUsa: (input, call) =>
      access.lookup({ input, call, lookup: { kind: 'Autocomplete', term: input.address } }, async (settings) => ({
        body: success(usAddress(await resolved(input.address, settings), blankUs)),
        isCharged: true,
      })),
  }
}

/** Returns the address in UK format. A US address keeps its own format in `native`; other sources have their own. */
function inBritishForm(record: AddressRecord) {
  const address = ukAddress(record)
  return datasetOf(record) === 'usps' ? { ...address, native: { ...usAddress(record, blankUs) } } : address
}

const isNarrowed = ({ groups, box }: Selection): boolean => groups.length > 0 || box !== undefined

interface TextSearch {
  readonly text: string
  readonly filters: Selection
  readonly bias: ReturnType<typeof readBiases>
  readonly limit: number
  readonly page: number
}

/** Reports whether a query consists of punctuation alone, which no address has: it would otherwise exclude none. */
const isWordless = (text: string): boolean => text.trim() !== '' && !/[\p{L}\p{N}]/u.test(text)

/** Returns matches; a bare postcode returns all its addresses. */
async function matching(deps: SearchDeps, { text, filters, bias, limit, page }: TextSearch) {
  if (isWordless(text)) return { total: 0, records: [], limit }
  if (isPostcode(text)) {
    const groups = [...filters.groups, [keyWord('postcode', compactPostcode(text))]]
    const ids = await matchingIds(deps, { ...filters, groups }, { limit: mostNearby })
    const records = inPremiseOrder(await addressesOf(deps.db, ids))
    const listed = records.slice(page * wholePostcode, (page + 1) * wholePostcode)
    return { total: records.length, records: listed, limit: wholePostcode }
  }
  const words = await deps.vocabulary()
  const query = await readQuery(text, words)
  const found = await findAddresses({ ...deps, words }, { query, filters, bias, start: page * limit, limit })
  return { ...found, limit }
}

/** Returns the addresses around a position, nearest first. */
async function nearby(deps: SearchDeps, position: Position, { filters, limit, page }: TextSearch) {
  const selection = { groups: filters.groups, box: boxAround(position, reverseM) }
  const records = await addressesOf(deps.db, await matchingIds(deps, selection, { limit: mostNearby }))
  const near = records
    .flatMap((record) => {
      const { latitude, longitude } = record
      if (latitude === undefined || longitude === undefined) return []
      return [{ record, metres: metresBetween(position, { latitude, longitude }) }]
    })
    .filter(({ metres }) => metres <= reverseM)
    .sort((a, b) => a.metres - b.metres || (a.record.id < b.record.id ? -1 : 1))
  const listed = near.slice(page * limit, (page + 1) * limit).map(({ record }) => record)
  return { total: near.length, records: listed, limit }
}

interface Position {
  readonly latitude: number
  readonly longitude: number
}

function readPosition(lon: string | undefined, lat: string | undefined): Position | undefined {
  if (lon === undefined || lat === undefined) return undefined
  const [longitude, latitude] = [Number(lon), Number(lat)]
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) throw addressError(40016)
  return { latitude, longitude }
}

/** Restricts a selection to one country; the islands around Britain belong to it. */
function inContext(filters: Selection, context = 'GBR'): Selection {
  const country = context.toUpperCase()
  const countries = country === 'GBR' ? britishCountries : [country.replace(/[^A-Z]/g, '').slice(0, 3)]
  return { ...filters, groups: [...filters.groups, countries.map((one) => keyWord('country_iso', one))] }
}

function suggestionOf(record: AddressRecord) {
  const { id, udprn, umprn } = record
  const suggestion = suggestionText(record)
  if (!isBritish(record) || udprn === undefined) return { id, suggestion, urls: {} }
  const urls: Record<string, string> = { udprn: `/v1/udprn/${udprn}` }
  if (umprn === undefined) return { id, suggestion, udprn, urls }
  return { id, suggestion, udprn, umprn, urls: { ...urls, umprn: `/v1/umprn/${umprn}` } }
}
