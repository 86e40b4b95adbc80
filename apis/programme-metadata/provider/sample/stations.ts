// The sample's broadcaster: partners, master brands, services, genres and formats. Names are invented; ids of genres
// and formats are facts (SOURCES 5).
import { readGenreGroups, type SeedService } from '../../seed/tables.ts'
import {
  defaultPartner,
  type Format,
  type GenreGroup,
  type Image,
  type MasterBrand,
  type Partner,
  type Service,
} from '../records.ts'
import { sampleUpdated } from './cast.ts'
import { pidOf } from './pids.ts'

export const partners: readonly Partner[] = [
  { pid: defaultPartner, name: 'Tarnside Broadcasting', description: 'A broadcaster that does not exist: sample data' },
]

/** Public names of genres (SOURCES 5.2). */
const genreNames: Readonly<Record<string, string>> = {
  100001: "Children's",
  100003: 'Drama',
  100004: 'Learning',
  100005: 'Factual',
  100006: 'Music',
  100007: 'News',
  100008: 'Religion & Ethics',
  100009: 'Weather',
  100010: 'Sport',
  100011: 'Comedy',
  100012: 'Entertainment',
  200032: 'SciFi & Fantasy',
  200045: 'Life Stories',
  200051: 'Families & Relationships',
  200055: 'History',
}
/** Formats with public names (SOURCES 5.3). */
export const formats: readonly Format[] = [
  { id: 'PT001', name: 'Animation' },
  { id: 'PT007', name: 'Films' },
]

export function genreGroups(): GenreGroup[] {
  return readGenreGroups().map(({ id, genres }) => ({
    id,
    genres: genres.map((genre) => ({ id: genre, name: genreNames[genre] })),
  }))
}

const onAirSince = Date.parse('1990-01-01T06:00:00Z') / 1000

export function services(seeds: readonly SeedService[]): Service[] {
  return seeds.map((seed) => ({
    sid: seed.sid,
    partner: defaultPartner,
    updated: sampleUpdated,
    name: seed.name,
    description: `${seed.name}, a service of the sample`,
    ...(seed.region === undefined ? {} : { region: seed.region }),
    type: seed.type,
    mediaType: seed.mediaType,
    isConcrete: seed.simulcastOf === undefined,
    isStreamable: true,
    isDownloadable: seed.type === 'On Demand',
    dates: { start: onAirSince },
    masterBrand: seed.mid,
    ids: [{ type: 'sample_service', authority: 'tarnside', value: seed.sid }],
  }))
}

export function masterBrands(seeds: readonly SeedService[]): MasterBrand[] {
  const first = new Map(seeds.toReversed().map((seed) => [seed.mid, seed]))
  return [...new Set(seeds.map(({ mid }) => mid))].map((mid, number) => {
    const name = nameOf(first.get(mid))
    return {
      mid,
      partner: defaultPartner,
      updated: sampleUpdated,
      name,
      title: name,
      synopses: { short: `${name}: sample data` },
      urlKey: mid.replaceAll('_', ''),
      colour: `#${(0x336699 + number * 0x0a0b0c).toString(16).slice(0, 6)}`,
      position: number + 1,
      image: masterBrandImage(number),
      dates: { start: onAirSince },
    }
  })
}

const masterBrandImage = (number: number) => pidOf('image', 20_000 + number)

/** Returns the name, without the region of the first service. */
function nameOf(seed: SeedService | undefined): string {
  const { name = '', region, type } = seed ?? {}
  return region !== undefined && type === 'TV' ? name.replace(` ${region}`, '') : name
}

/** Returns an image of the sample that cannot be fetched. */
export function image(pid: string, title: string, type = 'standard'): Image {
  const [width, height] = type === 'portrait' ? [1080, 1920] : type === 'podcast' ? [3000, 3000] : [1920, 1080]
  return {
    pid,
    partner: defaultPartner,
    updated: sampleUpdated,
    title,
    type,
    template: `images.example/ic/$recipe/${pid}.jpg`,
    author: 'Sample data',
    width,
    height,
    mimeType: 'image/jpeg',
  }
}
