// The sample's groups, images and promotions.
import type { SeedBrand } from '../../seed/tables.ts'
import { defaultPartner, type Group, type Image, type Promotion } from '../records.ts'
import { daySeconds } from '../times.ts'
import { sampleUpdated, trackCount } from './cast.ts'
import { brandPid, episodePid } from './episodes.ts'
import { pidOf } from './pids.ts'
import { poolSize } from './schedule.ts'
import { image } from './stations.ts'

const imageTypes = ['standard', 'portrait', 'letterbox', 'podcast'] as const

interface CollectionDeps {
  readonly brands: readonly SeedBrand[]
  /** Pids of programmes' images. */
  readonly used: ReadonlySet<string>
  readonly masterBrandImages: readonly (readonly [pid: string, title: string])[]
  /** Start of the current broadcast day. */
  readonly today: number
}

export function images({ brands, used, masterBrandImages }: CollectionDeps): Image[] {
  const ofBrands = brands.flatMap((brand, index) =>
    imageTypes.map((type, at) => image(pidOf('image', index * 10 + at), `${brand.title}, ${type}`, type)),
  )
  const known = new Set(ofBrands.map(({ pid }) => pid))
  const ofEpisodes = [...used].filter((pid) => !known.has(pid)).map((pid) => image(pid, 'A still from a programme'))
  const ofMasterBrands = masterBrandImages.map(([pid, title]) => image(pid, title, 'store'))
  const ofItems = Array.from({ length: Math.ceil(trackCount / 10) }, (_, at) =>
    image(pidOf('image', 10_000 + at * 10), 'A record sleeve'),
  )
  const ofGalleries = Array.from({ length: 24 }, (_, at) => image(galleryImage(at), `Behind the scenes ${at + 1}`))
  return [...ofBrands, ...ofEpisodes, ...ofMasterBrands, ...ofItems, ...ofGalleries]
}

const galleryImage = (number: number) => pidOf('image', 40_000 + number)

export function groups({ brands, today }: CollectionDeps): Group[] {
  const indexOf = (key: string) => brands.findIndex((brand) => brand.key === key)
  const pidsOf = (...keys: string[]) => keys.map((key) => brandPid(indexOf(key)))
  const films = Array.from({ length: 12 }, (_, number) => episodePid(indexOf('film'), number * (poolSize / 12)))
  const make = (
    number: number,
    group: Pick<Group, 'kind' | 'title' | 'members' | 'programmes'> & Partial<Group>,
  ): Group => ({
    pid: pidOf('group', number),
    partner: defaultPartner,
    updated: sampleUpdated,
    synopses: { short: `${group.title}: sample data` },
    urlKey: (group.title ?? '').toLowerCase().replaceAll(' ', '-'),
    ...group,
  })
  return [
    make(1, {
      kind: 'franchise',
      title: 'Harbour Tales',
      members: pidsOf('harbour', 'detective'),
      programmes: pidsOf('harbour'),
    }),
    make(2, {
      kind: 'season',
      title: 'A Season of Film',
      members: films,
      programmes: [],
      masterBrand: 'tb_two',
      scheduled: { start: today - 30 * daySeconds, end: today + 30 * daySeconds },
      image: pidOf('image', 0),
      alternateImages: [pidOf('image', 1)],
    }),
    make(3, {
      kind: 'collection',
      title: 'By the Water',
      members: [...pidsOf('harbour', 'soap', 'serial', 'shipping'), pidOf('group', 1)],
      programmes: pidsOf('soap'),
      links: [
        {
          pid: pidOf('link', 1000),
          type: 'Standard',
          uri: 'https://example.org/water',
          title: 'More water',
          position: 1,
          isExternal: true,
        },
      ],
    }),
    make(4, {
      kind: 'gallery',
      title: 'On the Set of The Harbour Clock',
      members: Array.from({ length: 12 }, (_, at) => galleryImage(11 - at)),
      programmes: pidsOf('harbour'),
      image: galleryImage(0),
    }),
    make(5, {
      kind: 'gallery',
      title: 'Allotments in Winter',
      members: Array.from({ length: 12 }, (_, at) => galleryImage(12 + at)),
      programmes: pidsOf('gardens'),
    }),
    make(6, {
      kind: 'collection',
      title: 'Not Yet Announced',
      members: pidsOf('theatre'),
      programmes: [],
      isEmbargoed: true,
    }),
  ]
}

/** Returns promotions: current, past and future ones. */
export function promotions({ brands, today }: CollectionDeps): Promotion[] {
  return brands.slice(0, 24).map((brand, number): Promotion => {
    const start = today + ((number % 4) - 2) * 7 * daySeconds
    return {
      pid: pidOf('promotion', number),
      partner: defaultPartner,
      updated: sampleUpdated,
      title: `Do not miss ${brand.title}`,
      synopses: { short: brand.synopsis },
      start,
      end: start + 14 * daySeconds,
      uri: `https://example.org/${brand.key}`,
      priority: 1 + (number % 5),
      promotedBy: brand.mid,
      promotedFor: number % 2 === 0 ? brand.mid : 'tb_player',
      of: { pid: brandPid(number), type: 'brand' },
      ...(number % 3 === 0
        ? { context: { pid: pidOf('group', 3), type: 'collection', cascades: number % 2 === 0 } }
        : {}),
      links: [
        {
          pid: pidOf('link', 2000 + number),
          type: 'Standard',
          uri: 'https://example.org/',
          title: 'See also',
          position: 1,
        },
      ],
    }
  })
}
