// Finds places by the beginning of their name, and resolves their ids.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { metresBetween } from '../../model/geography/distance.ts'
import { type PlaceRecord, parsePlace, placeId } from '../../model/place-record.ts'
import type { Db } from '../../tables.ts'
import { success } from '../answer.ts'
import { addressError } from '../errors.ts'
import type { Access } from '../keys/access.ts'
import { type Circle, readCircle, termsOf } from '../search/filters.ts'
import { normalText } from '../search/query.ts'
import { isoTwoOf } from './countries.ts'

const mostHits = 10
/** The limit of ranked matches, the most populous first. */
const mostRanked = 200
const longestQuery = 100

interface Deps {
  readonly db: Db
  readonly access: Access
}

export function placeHandlers({ db, access }: Deps): HandlersFor<typeof endpoints, 'findPlaces' | 'resolvePlace'> {
  return {
    async findPlaces(input, call) {
      await access.holderOf(input, call)
      const name = normalText((input.query ?? input.q ?? '').slice(0, longestQuery))
      const circle = readCircle(input.bias_lonlat)
      if (name === '') return success({ hits: [] })
      const countries = termsOf(input.country_iso).map((country) => country.toUpperCase())
      const preferred = termsOf(input.bias_country_iso).map((country) => country.toUpperCase())
      let matching = db
        .selectFrom('address_lookup_places')
        .select(['name', 'population', 'record'])
        .where('name', '>=', name)
        .where('name', '<', `${name}~`)
      if (countries.length > 0) matching = matching.where('country_iso', 'in', countries.slice(0, 20))
      const rows = await matching.orderBy('population', 'desc').orderBy('id').limit(mostRanked).execute()
      const scored = rows.map((row) => {
        const place = parsePlace(row.record)
        const isPreferred = preferred.includes(place.country_iso) || isInside(place, circle)
        return { place, score: (row.name === name ? 100 : 0) + (isPreferred ? 50 : 0) }
      })
      // a stable sort, so equal scores stay in the order of population
      const best = scored.sort((a, b) => b.score - a.score).slice(0, mostHits)
      return success({ hits: best.map(({ place }) => suggestionOf(place)) })
    },
    resolvePlace: (input, call) =>
      access.lookup(
        { input, call, lookup: { kind: 'Place Lookup', term: input.place, data: 'geonames' } },
        async () => {
          const id = placeId(input.place)
          const row =
            id !== undefined &&
            (await db.selectFrom('address_lookup_places').select('record').where('id', '=', id).executeTakeFirst())
          if (!row) throw addressError(4048)
          return { body: success(wirePlace(parsePlace(row.record))), isCharged: true }
        },
      ),
  }
}

function suggestionOf({ id, name, areas, country_iso }: PlaceRecord) {
  return { id: `geonames_${id}`, name, descriptive_name: [name, ...areas].join(', '), country_iso }
}

function wirePlace(place: PlaceRecord) {
  const { longitude, latitude } = place
  const common = { ...suggestionOf(place), dataset: 'geonames', language: 'en' }
  return { ...common, longitude, latitude, native: nativePlace(place) }
}

/** Returns every member of the gazetteer's record (SOURCES 8.3); unknown ones are empty or null. */
function nativePlace({ id, name, areas, country_iso, population, longitude, latitude, native }: PlaceRecord) {
  const [larger = '', smaller = ''] = areas.toReversed()
  return {
    geonameid: id,
    name,
    asciiname: name,
    alternatenames: [],
    latitude,
    longitude,
    feature_class: 'P',
    feature_code: 'PPL',
    country_code: isoTwoOf(country_iso),
    cc2: [],
    admin1_name: larger,
    admin2_name: smaller,
    admin1_geonameid: null,
    admin2_geonameid: null,
    admin1_code: '',
    admin2_code: '',
    admin3_code: '',
    admin4_code: '',
    elevation: null,
    dem: null,
    timezone: '',
    modification_date: '',
    ...native,
    population: String(population),
  }
}

function isInside(place: PlaceRecord, circle: Circle | undefined): boolean {
  return circle !== undefined && metresBetween(place, circle) <= circle.radiusM
}
