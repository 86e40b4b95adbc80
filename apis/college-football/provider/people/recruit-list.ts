// A class of recruits in columns.
import type { Recruit, School } from '../league/records.ts'
import { numbersOf, textsOf, valuesOf } from './columns.ts'

/** Recruits in their order, each of which is made when it is asked for. */
export interface RecruitList {
  readonly length: number
  at(entry: number): Recruit | undefined
  typeOf(entry: number): string | undefined
  schoolOf(entry: number): School | null
  positionOf(entry: number): string
  stateOf(entry: number): string | null
  ratingOf(entry: number): number
  starsOf(entry: number): number
}

export function createRecruitList(recruits: readonly Recruit[]): RecruitList {
  const { length } = recruits
  const [id, athleteId] = [numbersOf(recruits, (one) => one.id), numbersOf(recruits, (one) => one.athleteId)]
  const [year, ranking] = [numbersOf(recruits, (one) => one.year), numbersOf(recruits, (one) => one.ranking)]
  const [type, position] = [valuesOf(recruits, (one) => one.type), valuesOf(recruits, (one) => one.position)]
  const [name, highSchool] = [textsOf(recruits, (one) => one.name), valuesOf(recruits, (one) => one.highSchool)]
  const school = valuesOf(recruits, (one) => one.committedTo)
  const [height, weight] = [numbersOf(recruits, (one) => one.height), numbersOf(recruits, (one) => one.weight)]
  const [stars, rating] = [numbersOf(recruits, (one) => one.stars), numbersOf(recruits, (one) => one.rating)]
  const [city, state] = [valuesOf(recruits, (one) => one.city), valuesOf(recruits, (one) => one.state)]
  const [country, countyFips] = [valuesOf(recruits, (one) => one.country), valuesOf(recruits, (one) => one.countyFips)]
  const latitude = valuesOf(recruits, (one) => one.latitude)
  const longitude = valuesOf(recruits, (one) => one.longitude)
  return {
    length,
    at: (entry) =>
      entry < length
        ? {
            id: id(entry) ?? 0,
            athleteId: athleteId(entry),
            type: type(entry) ?? '',
            year: year(entry) ?? 0,
            ranking: ranking(entry),
            name: name(entry),
            highSchool: highSchool(entry) ?? null,
            committedTo: school(entry) ?? null,
            position: position(entry) ?? '',
            height: height(entry),
            weight: weight(entry),
            stars: stars(entry) ?? 0,
            rating: rating(entry) ?? 0,
            city: city(entry) ?? null,
            state: state(entry) ?? null,
            country: country(entry) ?? null,
            latitude: latitude(entry) ?? null,
            longitude: longitude(entry) ?? null,
            countyFips: countyFips(entry) ?? null,
          }
        : undefined,
    typeOf: type,
    schoolOf: (entry) => school(entry) ?? null,
    positionOf: (entry) => position(entry) ?? '',
    stateOf: (entry) => state(entry) ?? null,
    ratingOf: (entry) => rating(entry) ?? 0,
    starsOf: (entry) => stars(entry) ?? 0,
  }
}
