// Drives, games, and data of a single game.
import { get, int, list, nullable, req, str } from '#define'
import {
  anySeasonType,
  away,
  classification,
  conference,
  gameId,
  home,
  seasonType,
  sides,
  team,
  week,
  year,
} from '../parameters.ts'
import { BoxScore } from '../schemas/box-score.ts'
import { Drive, Game, GameLines, GameMedia, GameWeather, PlayerGame, TeamGame } from '../schemas/games.ts'
import { LivePlayByPlay } from '../schemas/live-game.ts'

const season = req.int({ doc: 'Season.', example: 2025 })
const statsNeed = 'The provider requires a game, or the year and one of week, team and conference.'

export const gameEndpoints = {
  drives: get('/drives', 'Drives of a season', {
    params: { year: season, ...sides, week },
    missing: 'provider',
    returns: list(Drive),
    doc: 'Live responses have no elapsed.',
  }),
  advancedBoxScore: get('/game/box/advanced', 'Advanced box score of a game', {
    params: { gameId: req.int({ doc: 'Id of a game.' }) },
    missing: 'provider',
    returns: nullable(BoxScore),
    upstream: { rename: { gameId: 'id' } },
    doc: 'Null when the game has no plays.',
  }),
  games: get('/games', 'Games and their results', {
    params: {
      year: season,
      week,
      seasonType,
      team,
      home,
      away,
      conference,
      division: classification,
      id: int({ doc: 'Id of a game; all other filters are then ignored.' }),
    },
    missing: 'provider',
    returns: list(Game),
    upstream: { rename: { division: 'classification' } },
  }),
  gameMedia: get('/games/media', 'Broadcasts of games', {
    params: {
      year: season,
      week,
      seasonType: anySeasonType,
      team,
      conference,
      mediaType: str({ doc: 'tv, radio, web, ppv or mobile.' }),
      classification,
    },
    missing: 'provider',
    returns: list(GameMedia),
  }),
  playerGameStats: get('/games/players', 'Player statistics by game', {
    params: {
      year: season,
      week,
      seasonType: anySeasonType,
      team,
      conference,
      category: str({ doc: 'Group of statistics, such as defensive.' }),
      classification: str({ beyond: true, doc: 'fbs, fcs, ii or iii.' }),
      gameId,
    },
    missing: 'provider',
    returns: list(PlayerGame),
    upstream: { rename: { gameId: 'id' } },
    doc: statsNeed,
  }),
  teamGameStats: get('/games/teams', 'Team statistics by game', {
    params: { year: season, week, seasonType, team, conference, classification, gameId },
    missing: 'provider',
    returns: list(TeamGame),
    upstream: { rename: { gameId: 'id' } },
    doc: statsNeed,
  }),
  gameWeather: get('/games/weather', 'Weather of games', {
    params: { gameId, year, week, seasonType: anySeasonType, team, conference, classification },
    returns: list(GameWeather),
    restricted: 'Supporters of the provider, tier 1 or higher.',
    doc: 'Needs a game or a year.',
  }),
  lines: get('/lines', 'Betting lines of games', {
    params: {
      gameId,
      year,
      week,
      seasonType,
      team,
      home,
      away,
      conference,
      provider: str({ beyond: true, doc: 'Name of a bookmaker, in any case.' }),
    },
    returns: list(GameLines),
    doc: 'Needs a year or a game. Games without lines are included.',
  }),
  livePlays: get('/live/plays', 'Plays and metrics of a game in progress', {
    params: { id: req.int({ doc: 'Id of a game.' }) },
    missing: 'provider',
    returns: LivePlayByPlay,
    upstream: { rename: { id: 'gameId' } },
    restricted: 'Supporters of the provider, tier 2 or higher.',
  }),
}
