// Win probabilities, plays, and player statistics by play.
import { get, int, list, req } from '#define'
import { playTypeParameter } from '../live/parameters.ts'
import { conference, excludeGarbageTime, gameId, position, seasonType, sides, team, week, year } from '../parameters.ts'
import { FoundPlayer, PlayerUsage, PortalPlayer, ReturningProduction } from '../schemas/players.ts'
import { Play, PlayStat, PlayStatType, PlayType, PlayWinProbability, PregameWinProbability } from '../schemas/plays.ts'

const season = req.int({ doc: 'Season.', example: 2025 })

export const playEndpoints = {
  winProbability: get('/metrics/wp', 'Win probability after each play of a game', {
    params: { gameId: req.int({ doc: 'Id of a game.' }) },
    missing: 'provider',
    returns: list(PlayWinProbability),
    doc: 'The last row is not a play: it has the playId 0 and shows who won. Live responses have no timeRemaining.',
  }),
  pregameWinProbability: get('/metrics/wp/pregame', 'Win probability before games, from the spread', {
    params: { year, week, team, seasonType },
    returns: list(PregameWinProbability),
    doc: 'Only games with a spread; at most 1000 rows.',
  }),
  playStatTypes: get('/play/stat/types', 'Types of statistics of a play', {
    returns: list(PlayStatType),
    upstream: { path: '/plays/stats/types' },
  }),
  playStats: get('/play/stats', 'Statistics of players by play', {
    params: {
      year,
      week,
      gameId,
      athleteId: int({ doc: 'Id of a player.' }),
      statTypeId: int({ doc: 'Id of a type from playStatTypes.' }),
      team,
      seasonType,
      conference,
    },
    returns: list(PlayStat),
    upstream: { path: '/plays/stats' },
    doc: 'At most 2000 rows.',
  }),
  playTypes: get('/play/types', 'Types of plays', { returns: list(PlayType), upstream: { path: '/plays/types' } }),
  transferPortal: get('/player/portal', 'Players in the transfer portal', {
    params: { year: season },
    missing: 'provider',
    returns: list(PortalPlayer),
  }),
  returningProduction: get('/player/returning', 'Share of last season’s production that returns', {
    params: { year, team, conference },
    returns: list(ReturningProduction),
    doc: 'Needs a year or a team.',
  }),
  searchPlayers: get('/player/search', 'Players by part of the name', {
    params: { searchTerm: req.str({ doc: 'Part of the name, in any case.', example: 'sample' }), position, team, year },
    missing: 'provider',
    returns: list(FoundPlayer),
    doc: 'At most 100 players.',
  }),
  playerUsage: get('/player/usage', 'Share of a team’s plays that each player took part in', {
    params: {
      year: season,
      team,
      conference,
      position,
      playerId: int({ doc: 'Id of a player.' }),
      excludeGarbageTime,
    },
    missing: 'provider',
    returns: list(PlayerUsage),
  }),
  plays: get('/plays', 'Plays of a week', {
    params: {
      year: season,
      week: req.int({ doc: 'Week of the season.', example: 5 }),
      ...sides,
      playType: int({ doc: 'Id of a type from playTypes.', example: 67 }),
    },
    missing: 'provider',
    returns: list(Play),
    // the provider filters by abbreviations, which several types share; live.ts filters the response by id instead
    upstream: { rename: { playType: playTypeParameter } },
  }),
}
