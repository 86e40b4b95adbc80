// The provider's own client for version 2 of its API against the embedded provider: every method, and in every answer
// the members that the client's types name. Its client gets the address, the key and the header for bodies without
// `data`.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { until } from '../harness/until.ts'
import { sendJson } from '../harness/upstream.ts'
import { type ClientTypes, readClientTypes } from './client-types.ts'
import { openProvider, received } from './provider.ts'

type Method = (options: { readonly query?: object }) => Promise<{ data?: unknown; error?: unknown; response: Response }>
interface Client {
  setConfig(config: { baseUrl: string; headers: Record<string, string> }): void
}
const resolve = createRequire(import.meta.url)
const cfbd: Readonly<Record<string, Method>> & { readonly client: Client } = resolve('cfbd')
const types: ClientTypes = readClientTypes(
  readFileSync(resolve.resolve('cfbd').replace('index.js', 'types.gen.d.ts'), 'utf8'),
)

const year = 2025
const team = 'Northfield'
const gameId = 401_524_001
const week = 5

/** The query of a call of each method, for one of the sample's schools and games. */
const calls: Readonly<Record<string, object>> = {
  getAdjustedPlayerPassingStats: { year, team },
  getAdjustedPlayerRushingStats: { year, team },
  getAdjustedTeamSeasonStats: { year },
  getAdvancedBoxScore: { id: gameId },
  getAdvancedGameStats: { year, week, team },
  getAdvancedSeasonStats: { year },
  getAggregatedTeamRecruitingRatings: { team, recruitType: 'HighSchool' },
  getCalendar: { year },
  getCategories: {},
  getCoaches: { year },
  getConferences: {},
  getConferenceSp: { year },
  getDraftPicks: { year: year + 1, school: team },
  getDraftPositions: {},
  getDraftTeams: {},
  getDrives: { year, week, team },
  getElo: { year, seasonType: 'regular' },
  getFbsTeams: { year },
  getFieldGoalExpectedPoints: {},
  getFpi: { year },
  getGameHavocStats: { year, week },
  getGamePlayerStats: { year, week, team, classification: 'fbs' },
  getGames: { year, week, classification: 'fbs' },
  getGameTeamStats: { id: gameId },
  getKickerPaar: { year },
  getLines: { gameId },
  getLivePlays: { gameId },
  getMatchup: { team1: team, team2: 'Lakeland' },
  getMedia: { year, week },
  getPlays: { year, week, team, playType: 'RUSH' },
  getPlayerSeasonStats: { year, team },
  getPlayerUsage: { year, team },
  getPlayStats: { year, week, team },
  getPlayStatTypes: {},
  getPlayTypes: {},
  getPredictedPoints: { down: 1, distance: 10 },
  getPredictedPointsAddedByGame: { year, week },
  getPredictedPointsAddedByPlayerGame: { year, week, team },
  getPredictedPointsAddedByPlayerSeason: { year, team },
  getPredictedPointsAddedByTeam: { year },
  getPregameWinProbabilities: { year, week },
  getRankings: { year, week },
  getRecords: { year },
  getRecruits: { year },
  getReturningProduction: { year: year + 1 },
  getRoster: { team, year, classification: 'fbs' },
  getScoreboard: {},
  getSp: { year },
  getSrs: { year },
  getTalent: { year },
  getTeamRecruitingRankings: { year },
  getTeams: { year },
  getTeamsAts: { year },
  getTeamStats: { year },
  getTransferPortal: { year },
  getUserInfo: {},
  getVenues: {},
  getWeather: { year, week },
  getWinProbability: { gameId },
  searchPlayers: { searchTerm: 'wood' },
}

/** Answers with null for players without plays of a kind, and for plays without a down; the types promise numbers. */
const withNulls = new Set(['getAdvancedBoxScore', 'getLivePlays'])

const isMethod = (name: string) => name !== 'client'

describe('the client of version 2 on the embedded provider', () => {
  const closing: (() => unknown)[] = []
  before(async () => {
    const apis = await loadApis(apisFolder, 'college-football')
    const platform = { clock: () => Date.parse('2026-11-02T12:00:00Z') }
    const gateway = await openGateway({ after: (close) => void closing.unshift(close) }, { apis, platform })
    const headers = { authorization: `Bearer ${gateway.key}`, 'x-gateway-envelope': 'raw' }
    const baseUrl = `${gateway.baseUrl}/v1/proxy/college-football/v2`
    cfbd.client.setConfig({ baseUrl, headers })
    const isOpen = async () => (await fetch(`${baseUrl}/conferences`, { headers })).status === 200
    await until(isOpen, 'opening the provider', 60_000)
  })
  after(async () => {
    for (const close of closing) await close()
  })

  test('there is a call of every method', () => {
    assert.deepEqual(Object.keys(calls).toSorted(), Object.keys(cfbd).filter(isMethod).toSorted())
    assert.equal(Object.keys(calls).length, 60)
  })

  for (const [name, query] of Object.entries(calls))
    test(`${name} returns what its type names`, async () => {
      const { data, error, response } = await present(name)({ query })
      assert.equal(error, undefined)
      assert.equal(response.headers.get('x-gateway-sample'), 'true')
      assert.ok(!Array.isArray(data) || data.length > 0, 'nothing was found')
      const found = types.mismatches(`${name[0]?.toUpperCase()}${name.slice(1)}Response`, data)
      assert.deepEqual(withNulls.has(name) ? found.filter((text) => !text.includes(' is null, ')) : found, [])
    })

  test('a refusal has its sentence where the client reads it', async () => {
    const { error, response } = await present('getGames')({ query: {} })
    assert.equal(response.status, 400)
    const { message, details } = Object(error)
    assert.deepEqual([message, Object.keys(details)], ['Validation Failed', ['year']])
  })
})

test('calls of version 2 reach the provider as they are, and so do its answers', async (t) => {
  const sent = [{ id: 401, homeTeam: 'Home State', homeClassification: 'fbs', onlyTomorrow: true }]
  const world = await openProvider(t, 'college-football', (_request, response) => sendJson(response, sent))
  cfbd.client.setConfig({
    baseUrl: `${world.base}/v2`,
    headers: { authorization: `Bearer ${world.gatewayKey}`, 'x-gateway-envelope': 'raw' },
  })
  const { data } = await present('getGames')({ query: { year: 2024, classification: 'fbs' } })
  assert.deepEqual(data, sent)
  const url = new URL(received(world).url, 'http://provider')
  assert.deepEqual([url.pathname, url.search], ['/games', '?year=2024&classification=fbs'])
  await present('getPlayStatTypes')({})
  assert.equal(received(world).url, '/plays/stats/types')
})

function present(name: string): Method {
  const method = cfbd[name]
  assert.ok(method, name)
  return method
}
