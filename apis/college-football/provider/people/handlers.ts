// The calendar, coaches, conferences and the professional draft.
import type { HandlersFor, Of } from '#define'
import type { peopleEndpoints } from '../../endpoints/people.ts'
import { round } from '../../model/metrics/tally.ts'
import { positionNames } from '../../model/players/positions.ts'
import type { Coach, DraftPick, League, Season } from '../../model/records.ts'
import type * as players from '../../schemas/players.ts'
import type { Coach as CoachShape } from '../../schemas/teams.ts'
import { createPerSeason, findGames, isNamed, isOf } from '../query.ts'
import { pollRank, ratingsOf } from '../ratings/season-ratings.ts'
import { usesSampleDrafts } from '../sample-seasons.ts'
import type { Answers } from '../streamed.ts'

type Handlers = HandlersFor<typeof peopleEndpoints, keyof typeof peopleEndpoints>
type CoachSeason = Of<typeof CoachShape>['seasons'][number]

const coachesOf = createPerSeason((season) =>
  season.coaches.map((coach) => ({ coach, view: coachSeason(season, coach) })),
)

export function peopleHandlers({ list }: Answers): Handlers {
  return {
    calendar: list((league, { year }) => {
      const weeks = new Map<string, { seasonType: string; week: number; first: number; last: number }>()
      for (const { game } of findGames(league, { year })) {
        const { seasonType, week, startMs } = game
        const key = `${seasonType}/${week}`
        const known = weeks.get(key) ?? { seasonType, week, first: startMs, last: startMs }
        weeks.set(key, { ...known, first: Math.min(known.first, startMs), last: Math.max(known.last, startMs) })
      }
      return [...weeks.values()]
        .sort((one, other) =>
          one.seasonType === other.seasonType ? one.week - other.week : one.seasonType === 'regular' ? -1 : 1,
        )
        .map(({ seasonType, week, first, last }) => ({
          season: String(year),
          week,
          seasonType,
          startDate: new Date(first).toISOString(),
          endDate: new Date(last).toISOString(),
          firstGameStart: new Date(first).toISOString(),
          lastGameStart: new Date(last).toISOString(),
        }))
    }),
    coaches: list((league, { firstName, lastName, team, year, minYear, maxYear }) => {
      const coaches = new Map<number, { coach: Coach; seasons: CoachSeason[] }>()
      for (const season of league.seasons) {
        const isWanted =
          (year === undefined || season.year === year) &&
          (minYear === undefined || season.year >= minYear) &&
          (maxYear === undefined || season.year <= maxYear)
        if (!isWanted) continue
        for (const { coach, view } of coachesOf(season)) {
          if (!isSame(coach.first, firstName) || !isSame(coach.last, lastName) || !isNamed(coach.school, team)) continue
          const known = coaches.get(coach.id) ?? { coach, seasons: [] }
          coaches.set(coach.id, known)
          known.seasons.push(view)
        }
      }
      return [...coaches.values()]
        .sort(({ coach: one }, { coach: other }) =>
          `${one.last} ${one.first}` < `${other.last} ${other.first}` ? -1 : 1,
        )
        .map(({ coach, seasons }) => ({
          first_name: coach.first,
          last_name: coach.last,
          hire_date: coach.hireDate,
          seasons,
        }))
    }),
    conferences: list((league) =>
      league.conferences.map(({ id, name, shortName, abbreviation, classification }) => ({
        id,
        name,
        short_name: shortName,
        abbreviation,
        classification,
      })),
    ),
    draftTeams: list((league) =>
      league.proTeams.map(({ location, nickname }) => ({
        location,
        nickname,
        displayName: nickname === null ? location : `${location} ${nickname}`,
        logo: null,
      })),
    ),
    draftPositions: list(() => Object.entries(positionNames).map(([abbreviation, name]) => ({ name, abbreviation }))),
    draftPicks: list(
      (league, { year, proTeam, nflTeam, college, conference, position }) =>
        draftsOf(league, year)
          .filter(
            (pick) =>
              isSame(pick.team, proTeam ?? nflTeam) &&
              isNamed(pick.college, college) &&
              isOf(pick.college.conference, conference) &&
              isSame(pick.position, positionNames[position?.toUpperCase() ?? ''] ?? position),
          )
          .map((pick) => viewPick(pick, league)),
      usesSampleDrafts,
    ),
  }
}

function isSame(value: string, wanted: string | undefined): boolean {
  return wanted === undefined || wanted === '' || value.toLowerCase() === wanted.toLowerCase()
}

function coachSeason(season: Season, { school }: Coach): CoachSeason {
  const own = season.games.filter(({ home, away, result }) => result !== null && (home === school || away === school))
  const margins = own.map(({ home, result }) => {
    const margin = (result?.homePoints ?? 0) - (result?.awayPoints ?? 0)
    return home === school ? margin : -margin
  })
  const { srs, sp, polls } = ratingsOf(season)
  const rated = sp.find((row) => row.school === school)
  const simple = srs.find((row) => row.school === school)
  return {
    school: school.name,
    year: season.year,
    games: own.length,
    wins: margins.filter((margin) => margin > 0).length,
    losses: margins.filter((margin) => margin < 0).length,
    ties: margins.filter((margin) => margin === 0).length,
    preseason_rank: pollRank(polls, 0, school),
    postseason_rank: pollRank(polls, -1, school),
    srs: simple ? round(simple.rating, 1) : null,
    sp_overall: rated ? round(rated.rating, 1) : null,
    sp_offense: rated ? round(rated.offense, 1) : null,
    sp_defense: rated ? round(rated.defense, 1) : null,
  }
}

/** Returns the picks of a year, or of all years, in order. */
function draftsOf(league: League, year: number | undefined): readonly DraftPick[] {
  const years = new Set([...league.seasons.map((season) => season.year + 1), ...league.importedDrafts.keys()])
  const wanted = [...years].filter((one) => year === undefined || one === year).sort((one, other) => one - other)
  return wanted.flatMap(
    (one) =>
      league.importedDrafts.get(one) ??
      league.seasons.find((season) => season.year === one - 1)?.draftPicks(league.nowMs) ??
      [],
  )
}

function viewPick(pick: DraftPick, { proTeams }: League): Of<typeof players.DraftPick> {
  const place = proTeams.findIndex(({ location }) => location === pick.team)
  return {
    collegeAthleteId: pick.athleteId,
    nflAthleteId: pick.proAthleteId,
    collegeId: pick.college.id,
    collegeTeam: pick.college.name,
    collegeConference: pick.college.conference.name,
    ...(place === -1 ? {} : { nflTeamId: place + 1 }),
    nflTeam: pick.team,
    year: pick.year,
    overall: pick.overall,
    round: pick.round,
    pick: pick.pick,
    name: pick.name,
    position: pick.position,
    height: pick.height,
    weight: pick.weight,
    preDraftRanking: pick.ranking,
    preDraftPositionRanking: pick.positionRanking,
    preDraftGrade: pick.grade,
    hometownInfo: {
      city: pick.city,
      state: pick.state,
      country: pick.country,
      latitude: pick.latitude,
      longitude: pick.longitude,
      countyFips: pick.countyFips,
    },
  }
}
