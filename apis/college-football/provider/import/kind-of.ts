// Recognises the kind of a row by the names of its fields.

import type { Fields } from './fields.ts'
import type { Kind } from './stored.ts'

/** Kind of a row; `computed` is data that endpoints compute from plays, so it is not stored. */
type RowKind = Kind | 'computed'

/**
 * Fields of each kind, in order of precedence: the first kind whose fields a row has applies; `|` separates
 * alternatives.
 */
const signs: readonly (readonly [RowKind, string])[] = [
  ['play stats', 'playid athleteid stattype'],
  ['plays', 'gameid|idgame playtype period|periodnumber offense|offenseplay down'],
  ['computed', 'driveresult|driveid'],
  ['computed', 'homewinprob|homewinprobability|homewpa|epa|wpa'],
  ['lines', 'id|gameid lines'],
  ['lines', 'id|gameid provider spread|formattedspread|overunder'],
  ['media', 'id|gameid mediatype outlet'],
  ['weather', 'id|gameid temperature windspeed|humidity'],
  ['games', 'id|gameid season|year week hometeam awayteam startdate|gamedate|date'],
  ['rankings', 'season|year week polls'],
  ['rankings', 'season|year week poll rank school|team'],
  ['portal', 'firstname lastname origin destination|transferdate|eligibility'],
  ['recruits', 'id|recruitid committedto|recruittype year name'],
  ['draft', 'overall pick name collegeteam|nflteam'],
  ['coaches', 'firstname lastname seasons'],
  ['coaches', 'firstname lastname school year wins'],
  ['roster', 'id|athleteid firstname lastname team'],
  ['teams', 'id|teamid school mascot'],
  ['conferences', 'id name abbreviation shortname|classification'],
  ['venues', 'id|venueid name capacity'],
  ['computed', 'teams'],
  ['computed', 'gameinfohometeam'],
  ['computed', 'stat|statname|statvalue|statcategory'],
  ['computed', 'talent|elo|rating|rank|points|ranking'],
  ['computed', 'usageoverall|usage|totalppa|averageppaall|ppa|predictedpoints|overall'],
  ['computed', 'offenseplays|offenseoverall|offppa|offplays'],
  ['computed', 'totalgames|totalwins|expectedwins'],
  ['computed', 'firstgamestart|startdate'],
  ['computed', 'team1wins|drives'],
  ['computed', 'averagerating|averagestars'],
  ['computed', 'abbreviation|displayname'],
]

const parsed = signs.map(([kind, names]) => ({ kind, groups: names.split(' ').map((group) => group.split('|')) }))

/** Returns undefined for data that the provider does not publish. */
export function kindOf(fields: Fields): RowKind | undefined {
  return parsed.find(({ groups }) => groups.every((names) => names.some((name) => fields.has(name))))?.kind
}
