// The sample's brands, series, episodes, clips and versions. An episode exists only because it is scheduled.
import { present } from '#define/present'
import type { SeedBrand } from '../../seed/tables.ts'
import {
  type Availability,
  type Contribution,
  defaultPartner,
  type MediaSet,
  type Programme,
  type ProgrammeKind,
  type Version,
} from '../records.ts'
import { broadcastDay, daySeconds } from '../times.ts'
import type { Airing } from './airings.ts'
import { castOf, guestOf, sampleUpdated, synopsisOf, titleOf, trackCount } from './cast.ts'
import { draw, pidOf } from './pids.ts'

/** Upper bound of the episode numbers of one brand. */
const perBrand = 200_000

export interface EpisodeOptions {
  readonly brand: SeedBrand
  /** Index among the brands. */
  readonly index: number
  readonly number: number
  readonly cast: readonly Contribution[]
  /** First showing; a single programme of a pool lacks one. */
  readonly airing: Airing | undefined
  /** Present time in seconds since the epoch. */
  readonly now: number
}

export const brandPid = (index: number) => pidOf('brand', index)
const numberIn = (index: number, number: number) => index * perBrand + number
export const episodePid = (index: number, number: number) => pidOf('episode', numberIn(index, number))
export const versionPid = (index: number, number: number, kind: 'version' | 'signedVersion' | 'describedVersion') =>
  pidOf(kind, numberIn(index, number))

const isAudio = ({ mid }: SeedBrand) => mid.startsWith('tb_radio')
const mediaTypeOf = (brand: SeedBrand) => (isAudio(brand) ? 'Audio' : 'Video')

const crid = (pid: string) => ({ type: 'crid', authority: 'tarnside', value: `crid://tarnside.example/${pid}` })
const moods = ['calm', 'funny', 'dark']

export function brandOf(brand: SeedBrand, index: number): Programme {
  return {
    ...common('brand', brandPid(index), brand),
    title: brand.title,
    identifiers: [crid(brandPid(index))],
    synopses: { short: brand.synopsis, medium: `${brand.synopsis} Sample data of a broadcaster that does not exist.` },
    image: pidOf('image', index * 10),
    alternateImages: [1, 2, 3].map((type) => pidOf('image', index * 10 + type)),
    contributions: castOf(index),
    links: [
      {
        pid: pidOf('link', index),
        type: 'Standard',
        uri: `https://example.org/${brand.key}`,
        title: `More about ${brand.title}`,
        position: 1,
        isExternal: true,
      },
    ],
    ...(index % 3 === 0 ? { tags: [{ scheme: 'mood', name: present(moods[(index / 3) % moods.length]) }] } : {}),
    isEmbeddable: index % 2 === 0,
  }
}

function common(kind: ProgrammeKind, pid: string, brand: SeedBrand) {
  return {
    kind,
    pid,
    partner: defaultPartner,
    updated: sampleUpdated,
    masterBrand: brand.mid,
    genres: brand.genres,
    ...(brand.formats.length === 0 ? {} : { formats: brand.formats }),
  } as const
}

/** Returns the series of a brand in a year. */
export function seriesOf(brand: SeedBrand, index: number, year: number): Programme {
  return {
    ...common('series', pidOf('series', index * 200 + (year - 1980)), brand),
    title: String(year),
    parent: brandPid(index),
    position: year - 1980,
    release: String(year),
    synopses: { short: `${brand.title} in ${year}.` },
    expectedChildren: 52,
  }
}

export function episodeOf({ brand, index, number, cast, airing, now }: EpisodeOptions): Programme {
  const isDated = brand.kind === 'daily'
  const [year = '', month, day] = (airing?.day ?? '').split('-')
  const title = isDated ? `${day}/${month}/${year}` : titleOf(51, index, number)
  const isSingle = brand.kind === 'pool'
  const isSerial = brand.kind === 'series'
  const parent = isSerial ? pidOf('series', index * 200 + (Number(year) - 1980)) : brandPid(index)
  const isAhead = airing !== undefined && airing.start > now
  return {
    ...common('episode', episodePid(index, number), brand),
    title,
    ...(isSerial ? { presentationTitle: `${brand.title}: ${title}` } : {}),
    synopses: synopsisOf(brand.title, index, number),
    mediaType: mediaTypeOf(brand),
    release: airing?.day ?? String(1960 + draw(60, 52, index, number)),
    // single programmes have no parent
    ...(isSingle ? { identifiers: [crid(episodePid(index, number))] } : { parent }),
    ...(isSerial ? { position: 1 + (((number % 400) + 400) % 400) } : {}),
    ...(isSingle || number % 3 === 0 ? { image: pidOf('image', 30_000 + (numberIn(index, number) % 5000)) } : {}),
    // most share the cast of their brand
    contributions: number % 4 === 0 ? [...cast, guestOf(index, number)] : cast,
    advertising: 'no',
    isStacked: brand.key === 'harbour',
    hasGuidance: number % 11 === 0,
    isEmbeddable: number % 2 === 0,
    ...(isAhead && number % 13 === 0 ? { isEmbargoed: true } : {}),
  }
}

const mediaSetsOf = (brand: SeedBrand): readonly MediaSet[] =>
  isAudio(brand)
    ? [
        { name: 'audio-syndication', territories: ['uk', 'nonuk'] },
        { name: 'mobile-phone-main', territories: ['world'] },
      ]
    : [
        { name: 'pc', territories: ['uk'] },
        { name: 'iptv-all', territories: ['uk'] },
        { name: 'captions', territories: ['uk'] },
      ]

/** Days for which an episode is playable after its showing. */
const playableDays = { daily: 7, series: 30, pool: 14 } as const

function availabilitiesOf(brand: SeedBrand, number: number, showings: readonly { start: number; end: number }[]) {
  const mediaSets = mediaSetsOf(brand)
  // two services may show an episode at once, which makes it playable once
  const ends = new Set(showings.map(({ end }) => end))
  const availabilities: Availability[] = [...ends].map((end) => ({
    type: brand.key === 'stage' ? 'webcast' : 'ondemand',
    start: end,
    end: end + playableDays[brand.kind] * daySeconds,
    actualStart: end + 60 + draw(600, 61, end),
    mediaSets,
    ...(number % 97 === 0 ? { isRevoked: true } : {}),
  }))
  const [first] = showings
  if (first && brand.flags.has('live')) availabilities.push({ ...first, type: 'simulcast', mediaSets })
  if (first && brand.flags.has('store'))
    availabilities.push({ type: 'ondemand', payment: 'bbcstore', start: first.end, mediaSets })
  return availabilities
}

/** Returns the versions of an episode; the first one is the original. */
export function versionsOf(
  { brand, index, number }: EpisodeOptions,
  showings: readonly { start: number; end: number }[],
): Version[] {
  const of = episodePid(index, number)
  const [first] = showings
  const duration = first ? first.end - first.start : 5400
  const plain = (kind: 'version' | 'signedVersion' | 'describedVersion', types: readonly string[]): Version => ({
    pid: versionPid(index, number, kind),
    of,
    partner: defaultPartner,
    updated: sampleUpdated,
    types,
    duration,
    ...(isAudio(brand) ? {} : { aspectRatio: '16:9' }),
    isCompetition: brand.key === 'charts',
    availabilities: availabilitiesOf(brand, number, showings),
    ...(number % 11 === 0 ? { warnings: [{ code: 'D1', text: 'Contains mild peril.' }] } : {}),
  })
  const original = plain('version', ['Original'])
  return [
    brand.flags.has('music') ? { ...original, playEvents: playEventsOf(index, number, duration) } : original,
    ...(brand.flags.has('signed') ? [plain('signedVersion', ['Signed'])] : []),
    ...(brand.flags.has('audio') && number % 2 === 0 ? [plain('describedVersion', ['DubbedAudioDescribed'])] : []),
  ]
}

function playEventsOf(index: number, number: number, duration: number) {
  const count = 6
  return Array.from({ length: count }, (_, at) => ({
    pid: pidOf('playEvent', numberIn(index, number) * count + at),
    item: pidOf('item', draw(trackCount, 71, index, number, at)),
    offset: Math.floor((duration / count) * at) + draw(60, 72, number, at),
    position: at + 1,
  }))
}

/** Returns the clip of an episode, which only some have. */
export function clipOf(
  options: EpisodeOptions,
  shownAt: number,
): { readonly clip: Programme; readonly version: Version } | undefined {
  const { brand, index, number } = options
  if (brand.flags.has('live') || number % 5 !== 0) return undefined
  const pid = pidOf('clip', numberIn(index, number))
  const title = titleOf(81, index, number)
  const clip: Programme = {
    ...common('clip', pid, brand),
    title,
    caption: `${title}, a clip`,
    synopses: { short: synopsisOf(brand.title, 82, index, number).short },
    mediaType: mediaTypeOf(brand),
    parent: episodePid(index, number),
    position: 1,
    release: broadcastDay(shownAt),
    advertising: 'yes',
    isEmbeddable: true,
  }
  const version: Version = {
    pid: pidOf('clipVersion', numberIn(index, number)),
    of: pid,
    partner: defaultPartner,
    updated: sampleUpdated,
    types: ['Original'],
    duration: 60 + draw(240, 83, index, number),
    availabilities: [
      { type: 'ondemand', start: shownAt, end: shownAt + 365 * daySeconds, mediaSets: mediaSetsOf(brand) },
    ],
  }
  return { clip, version }
}
