// Parameters shared by several endpoints.
import { bool, int, str } from '#define'

const seasonTypes = 'regular, postseason or both'

export const year = int({ doc: 'Season.', example: 2025 })
export const week = int({ doc: 'Week of the season, from 1.', example: 5 })
export const team = str({ doc: 'School, in any case; either side of a game.', example: 'Northfield' })
export const conference = str({
  doc: 'Abbreviation of a conference, in any case; either side of a game.',
  example: 'B1G',
})
/** The season type of endpoints where the provider defaults to the regular season. */
export const seasonType = str({ default: 'regular', doc: `Part of the season: ${seasonTypes}.` })
/** The season type of endpoints without a default filter. */
export const anySeasonType = str({ doc: `Part of the season: ${seasonTypes}. Default: no filter.` })
export const classification = str({ doc: 'fbs, fcs, ii or iii.' })
export const home = str({ doc: 'School of the home team.' })
export const away = str({ doc: 'School of the away team.' })
export const gameId = int({ doc: 'Id of a game.' })
export const position = str({ doc: 'Abbreviation of a position, such as QB.' })
export const excludeGarbageTime = bool({ doc: 'Leave out plays of decided games.' })
export const threshold = str({ doc: 'Minimum number of plays of a player.' })
export const startWeek = int({ doc: 'First week.' })
export const endWeek = int({ doc: 'Last week.' })

/** Filters of drives and plays. */
export const sides = {
  seasonType,
  team,
  offense: str({ doc: 'School of the offense.' }),
  defense: str({ doc: 'School of the defense.' }),
  conference,
  offenseConference: str({ doc: 'Abbreviation of the offense’s conference.' }),
  defenseConference: str({ doc: 'Abbreviation of the defense’s conference.' }),
  classification,
}
