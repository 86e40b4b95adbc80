// Parameters that several endpoints have, with the same meaning in each.
import { bool, int, str } from '#define'

const seasonTypes = 'regular, postseason or both'

export const year = int({ doc: 'Season.', example: 2023 })
export const week = int({ doc: 'Week of the season, from 1.', example: 5 })
export const team = str({ doc: 'School, in any case; either side of a game.', example: 'Northfield' })
export const conference = str({
  doc: 'Abbreviation of a conference, in any case; either side of a game.',
  example: 'B1G',
})
/** Where the provider takes the regular season when nothing is said. */
export const seasonType = str({ default: 'regular', doc: `Part of the season: ${seasonTypes}.` })
/** Where nothing said means no filter. */
export const anySeasonType = str({ doc: `Part of the season: ${seasonTypes}. Default: no filter.` })
export const classification = str({ doc: 'fbs, fcs, ii or iii.' })
export const home = str({ doc: 'School of the home side.' })
export const away = str({ doc: 'School of the away side.' })
export const gameId = int({ doc: 'Id of a game.' })
export const position = str({ doc: 'Abbreviation of a position, such as QB.' })
export const excludeGarbageTime = bool({ doc: 'Leave plays of decided games out.' })
export const threshold = str({ doc: 'Least number of plays a player must have.' })
export const startWeek = int({ doc: 'First week.' })
export const endWeek = int({ doc: 'Last week.' })

/** Filters of drives and plays. */
export const sides = {
  seasonType,
  team,
  offense: str({ doc: 'School of the attacking side.' }),
  defense: str({ doc: 'School of the defending side.' }),
  conference,
  offenseConference: str({ doc: 'Abbreviation of the conference of the attacking side.' }),
  defenseConference: str({ doc: 'Abbreviation of the conference of the defending side.' }),
  classification,
}
