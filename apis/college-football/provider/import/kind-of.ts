// What a row is, judged by the names of its fields.
import type { Kind } from '../imported/stored.ts'
import type { Fields } from './fields.ts'

/** `computed` is what every endpoint computes from plays, and what is therefore not stored. */
export type RowKind = Kind | 'computed'

/** In this order: the first one fits whose fields a row has, of `|` any. */
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

/** Undefined for what the provider does not publish. */
export function kindOf(fields: Fields): RowKind | undefined {
  return parsed.find(({ groups }) => groups.every((names) => names.some((name) => fields.has(name))))?.kind
}
