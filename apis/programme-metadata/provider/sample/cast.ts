// People, words and other building blocks of the sample's programmes.
import { present } from '#define/present'
import { readWords } from '../../seed/tables.ts'
import { type Contribution, defaultPartner, type Item, type Person } from '../records.ts'
import { draw, pidOf } from './pids.ts'

const peopleCount = 240
export const trackCount = 300
/** Last change of everything in the sample without a date. */
export const sampleUpdated = Date.parse('2026-01-05T09:00:00Z') / 1000

const words = readWords()
const pick = (list: readonly string[], ...seeds: readonly number[]) => present(list[draw(list.length, ...seeds)])

/** Returns a title such as "The Silver Lantern". */
export function titleOf(...seeds: readonly number[]): string {
  const article = draw(3, 7, ...seeds) === 0 ? 'The ' : ''
  return `${article}${pick(words.adjective, 1, ...seeds)} ${pick(words.noun, 2, ...seeds)}`
}

export function synopsisOf(
  brand: string,
  ...seeds: readonly number[]
): { short: string; medium: string; long: string } {
  const name = `${pick(words.given, 3, ...seeds)} ${pick(words.family, 4, ...seeds)}`
  const [one, other] = [pick(words.subject, 5, ...seeds), pick(words.subject, 6, ...seeds)]
  const short = `${name} and ${one}.`
  const medium = `${short} What begins with ${one} ends with ${other}.`
  return { short, medium, long: `${medium} From ${brand}, a programme of a broadcaster that does not exist.` }
}

export function people(): Person[] {
  return Array.from({ length: peopleCount }, (_, number) => {
    const [given, family] = [pick(words.given, 11, number), pick(words.family, 12, number)]
    const isBand = number % 12 === 11
    const pid = pidOf('person', number)
    const band = `The ${pick(words.adjective, 13, number)} ${pick(words.noun, 14, number)}s`
    return {
      pid,
      partner: defaultPartner,
      updated: sampleUpdated,
      type: isBand ? 'group' : 'person',
      ...(isBand ? { presentation: band } : { given, family }),
      ...(number % 5 === 0 ? { disambiguation: 'sample person' } : {}),
      ...(number % 4 === 0
        ? { identifiers: [{ type: 'sample_person', authority: 'tarnside', value: `person-${number}` }] }
        : {}),
    }
  })
}

const roles = [
  { id: 'PRESENTER', name: 'Presenter' },
  { id: 'ACTOR', name: 'Actor' },
  { id: 'WRITER', name: 'Writer' },
  { id: 'PRODUCER', name: 'Producer' },
  { id: 'DIRECTOR', name: 'Director' },
] as const

/** Returns the cast of a brand. */
export function castOf(brand: number): Contribution[] {
  return Array.from({ length: 2 + (brand % 4) }, (_, at) => contribution(brand * 7 + at * 13, at))
}

/** Returns a guest of one episode. */
export const guestOf = (brand: number, episode: number) => contribution(draw(peopleCount, 21, brand, episode), 1)

function contribution(number: number, at: number): Contribution {
  const role = roles[at % roles.length]
  const person = pidOf('person', number % peopleCount)
  if (!role) return { person }
  const character = role.id === 'ACTOR' ? pick(words.given, 31, number) : undefined
  return { person, role, ...(character === undefined ? {} : { character }) }
}

const itemKindsInUse = ['music', 'music', 'music', 'music', 'chapter', 'speech', 'highlight', 'other'] as const

export function items(): Item[] {
  return Array.from({ length: trackCount }, (_, number) => {
    const kind = itemKindsInUse[number % itemKindsInUse.length] ?? 'other'
    const isMusic = kind === 'music'
    return {
      kind,
      pid: pidOf('item', number),
      partner: defaultPartner,
      updated: sampleUpdated,
      title: titleOf(41, number),
      duration: 120 + draw(300, 42, number) + 0.5,
      ...(number % 10 === 0 ? { image: pidOf('image', 10_000 + number) } : {}),
      ...(isMusic
        ? {
            details: {
              release_title: titleOf(43, number),
              record_label: 'Tarnside Records',
              track_number: `${1 + (number % 12)}`,
            },
            contributions: [
              { person: pidOf('person', draw(peopleCount, 44, number)), role: { id: 'PERFORMER', name: 'Performer' } },
            ],
          }
        : { synopses: { short: synopsisOf('the sample', 45, number).short } }),
      ...(number % 3 === 0 ? { ids: [{ type: 'sample_track', authority: 'tarnside', value: `track-${number}` }] } : {}),
    }
  })
}
