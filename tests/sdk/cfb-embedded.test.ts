// The SDK of CollegeFootballData for version 1 of that API against the embedded provider: every method of every class.
// Its client gets the address and the key; the account has chosen bodies without `data`, so that no call says so.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { until } from '../harness/until.ts'

type Method = (...values: readonly unknown[]) => Promise<unknown>
interface Client {
  basePath: string
  readonly authentications: { ApiKeyAuth: { apiKey?: string } }
  defaultHeaders: Record<string, string>
}
interface Sdk {
  readonly ApiClient: new () => Client
  readonly [name: string]: new (client: Client) => object
}
const cfb: Sdk = createRequire(import.meta.url)('cfb.js')

const year = 2025
const filter = { year, week: 5, team: 'Northfield' }
const gameId = 401_524_001

/** The values of a call of each method, for one of the sample's schools and games. */
const calls: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  BettingApi: { getLines: [filter] },
  CoachesApi: { getCoaches: [{ year }] },
  ConferencesApi: { getConferences: [] },
  DraftApi: { getDraftPicks: [{ year: year + 1 }], getNFLPositions: [], getNFLTeams: [] },
  DrivesApi: { getDrives: [year, { week: 5, team: 'Northfield' }] },
  GamesApi: {
    getAdvancedBoxScore: [gameId],
    getCalendar: [year],
    getGameMedia: [year, { week: 5 }],
    getGameWeather: [{ year, week: 5 }],
    getGames: [year, { week: 5 }],
    getPlayerGameStats: [year, { week: 5, team: 'Northfield' }],
    getScoreboard: [],
    getTeamGameStats: [year, { week: 5 }],
    getTeamRecords: [{ year }],
  },
  MetricsApi: {
    getGamePPA: [year, { week: 5 }],
    getPlayerGamePPA: [filter],
    getPlayerSeasonPPA: [{ year, team: 'Northfield' }],
    getPredictedPoints: [1, 10],
    getPregameWinProbabilities: [{ year, week: 5 }],
    getTeamPPA: [{ year }],
    getWinProbabilityData: [gameId],
  },
  PlayersApi: {
    getPlayerSeasonStats: [year, { team: 'Northfield' }],
    getPlayerUsage: [year, { team: 'Northfield' }],
    getReturningProduction: [{ year: year + 1 }],
    getTransferPortal: [year],
    playerSearch: ['wood', {}],
  },
  PlaysApi: {
    getLivePlays: [gameId],
    getPlayStatTypes: [],
    getPlayStats: [{ year, week: 5 }],
    getPlayTypes: [],
    getPlays: [year, 5, {}],
  },
  RankingsApi: { getRankings: [year, { week: 5 }] },
  RatingsApi: {
    getConferenceSPRatings: [{ year }],
    getEloRatings: [{ year }],
    getSPRatings: [{ year }],
    getSRSRatings: [{ year }],
  },
  RecruitingApi: {
    getRecruitingGroups: [{ team: 'Northfield' }],
    getRecruitingPlayers: [{ year }],
    getRecruitingTeams: [{ year }],
  },
  StatsApi: {
    getAdvancedTeamGameStats: [filter],
    getAdvancedTeamSeasonStats: [{ year }],
    getStatCategories: [],
    getTeamSeasonStats: [{ year }],
  },
  TeamsApi: {
    getFbsTeams: [{ year }],
    getRoster: [{ team: 'Northfield', year }],
    getTalent: [{ year }],
    getTeamMatchup: ['Northfield', 'Lakeland', {}],
    getTeams: [{}],
  },
  VenuesApi: { getVenues: [] },
}

describe('the SDK of college football on the embedded provider', () => {
  const closing: (() => unknown)[] = []
  const client = new cfb.ApiClient()
  before(async () => {
    const apis = await loadApis(apisFolder, 'college-football')
    const platform = { clock: () => Date.parse('2026-11-02T12:00:00Z') }
    const gateway = await openGateway({ after: (close) => void closing.unshift(close) }, { apis, platform })
    client.basePath = `${gateway.baseUrl}/v1/proxy/college-football`
    client.authentications.ApiKeyAuth.apiKey = `Bearer ${gateway.key}`
    client.defaultHeaders = {}
    const chosen = await fetch(`${gateway.baseUrl}/v1/me/listings/college-football`, {
      method: 'PUT',
      headers: { 'x-gateway-key': gateway.key, 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'embedded', envelope: 'raw' }),
    })
    assert.equal(chosen.status, 200)
    const isOpen = async () => {
      const headers = { 'x-gateway-key': gateway.key }
      return (await fetch(`${client.basePath}/conferences`, { headers })).status === 200
    }
    await until(isOpen, 'opening the provider', 60_000)
  })
  after(async () => {
    for (const close of closing) await close()
  })

  test('there is a call of every method', () => {
    const listed = Object.values(calls).flatMap((methods) => Object.keys(methods))
    const offered = Object.entries(cfb)
      .filter(([name]) => name.endsWith('Api'))
      .flatMap(([, Api]) => Object.keys(new Api(client)))
      .filter((name) => name !== 'apiClient' && !name.endsWith('WithHttpInfo'))
    assert.deepEqual(listed.toSorted(), offered.toSorted())
    assert.equal(listed.length, 51)
  })

  for (const [name, methods] of Object.entries(calls))
    for (const [method, values] of Object.entries(methods))
      test(`${name}.${method} returns what its classes hold`, async () => {
        const Api = cfb[name]
        assert.ok(Api)
        const api = new Api(client)
        const call: Method = Reflect.get(api, method)
        const results = await call.apply(api, [...values])
        if (!Array.isArray(results)) assert.ok(Object.keys(Object(results)).length > 1)
        else {
          assert.ok(results.length > 0, 'nothing was found')
          assert.ok(
            results.every(
              (row) => typeof row === 'string' || Object.values(Object(row)).some((value) => value !== undefined),
            ),
          )
        }
      })
})
