// The SDK of CollegeFootballData for version 1 of that API through the gateway, with a provider that speaks version 2,
// as the real one does. The SDK expects bare bodies, so it sends x-gateway-envelope: raw as a default header.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { type TestContext, test } from 'node:test'
import { sendJson } from '../harness/upstream.ts'
import { type Answer, assertKeyOnlyIn, openProvider, providerKey, received, type SdkWorld } from './provider.ts'

/** The part of the SDK that is used; it ships without types. */
interface Cfb {
  readonly ApiClient: new () => Client
  readonly GamesApi: new (
    client: Client,
  ) => {
    getGames(year: number, options?: object): Promise<Record<string, unknown>[]>
    getPlayerGameStats(year: number, options?: object): Promise<Record<string, unknown>[]>
  }
  readonly PlaysApi: new (client: Client) => { getPlayTypes(): Promise<{ id: number; text: string }[]> }
  readonly TeamsApi: new (client: Client) => { getTeams(options?: object): Promise<Record<string, unknown>[]> }
}
interface Client {
  basePath: string
  readonly authentications: { ApiKeyAuth: { apiKey?: string } }
  defaultHeaders: Record<string, string>
}
const cfb: Cfb = createRequire(import.meta.url)('cfb.js')

async function openSdk(t: TestContext, answer: Answer): Promise<{ world: SdkWorld; client: Client }> {
  const world = await openProvider(t, 'college-football', answer)
  const client = new cfb.ApiClient()
  client.basePath = world.base
  client.authentications.ApiKeyAuth.apiKey = `Bearer ${world.gatewayKey}`
  client.defaultHeaders = { 'x-gateway-envelope': 'raw' }
  return { world, client }
}

function assertKey(world: SdkWorld): void {
  assert.ok(world.received.length > 0)
  for (const request of world.received) assertKeyOnlyIn(request, 'authorization', `Bearer ${providerKey}`)
}

const query = (world: SdkWorld) => Object.fromEntries(new URL(received(world).url, 'http://provider').searchParams)

test('games of version 2 are returned in the format of version 1', async (t) => {
  const { world, client } = await openSdk(t, (_request, response) =>
    sendJson(response, [
      {
        ...{ id: 401, season: 2024, week: 3, seasonType: 'regular', startDate: '2024-09-14T16:00:00.000Z' },
        ...{ startTimeTBD: true, completed: true, neutralSite: false, conferenceGame: true, attendance: 51_000 },
        ...{ venueId: 7, venue: 'Example Field', notes: null, highlights: null, excitementIndex: 4.5 },
        ...{ homeId: 1, homeTeam: 'Home State', homeConference: 'Example', homeClassification: 'fbs', homePoints: 21 },
        ...{ awayId: 2, awayTeam: 'Away Tech', awayConference: 'Example', awayClassification: 'fbs', awayPoints: 14 },
        ...{ homeLineScores: [7, 7, 0, 7], awayLineScores: [0, 7, 7, 0] },
        ...{ homePostgameWinProbability: 0.81, awayPostgameWinProbability: 0.19 },
        ...{ homePregameElo: 1500, homePostgameElo: 1512, awayPregameElo: 1490, awayPostgameElo: 1478 },
      },
    ]),
  )
  const [game] = await new cfb.GamesApi(client).getGames(2024, { week: 3, home: 'Home State' })
  assert.deepEqual(
    [received(world).method, new URL(received(world).url, 'http://provider').pathname],
    ['GET', '/games'],
  )
  assert.deepEqual(query(world), { year: '2024', week: '3', home: 'Home State' })
  // the SDK reads home_team, home_post_win_prob and the like, and gives them these names
  const { homeTeam, homePoints, awayPostWinProb, startTimeTbd, neutralSite, homeLineScores } = game ?? {}
  assert.deepEqual([homeTeam, homePoints, awayPostWinProb], ['Home State', 21, 0.19])
  assert.deepEqual([startTimeTbd, neutralSite, homeLineScores], [true, false, [7, 7, 0, 7]])
  assertKey(world)
})

test('a game is requested in the format of version 2', async (t) => {
  const { world, client } = await openSdk(t, (_request, response) => sendJson(response, []))
  assert.deepEqual(await new cfb.GamesApi(client).getPlayerGameStats(2024, { gameId: 401 }), [])
  const { id, gameId } = query(world)
  assert.deepEqual([id, gameId], ['401', undefined])
  assertKey(world)
})

test('play types are read from their new path', async (t) => {
  const types = [
    { id: 5, text: 'Rush', abbreviation: 'RUSH' },
    { id: 24, text: 'Pass Reception', abbreviation: 'REC' },
  ]
  const { world, client } = await openSdk(t, (_request, response) => sendJson(response, types))
  const results = await new cfb.PlaysApi(client).getPlayTypes()
  assert.deepEqual(
    results.map(({ id, text }) => [id, text]),
    types.map(({ id, text }) => [id, text]),
  )
  assert.equal(received(world).url, '/plays/types')
  assertKey(world)
})

test('the alternative names of a team, a list in version 2, are numbered members again', async (t) => {
  const team = {
    ...{ id: 1, school: 'Home State', mascot: 'Gates', abbreviation: 'HST', conference: 'Example', division: null },
    ...{ classification: 'fbs', color: '#112233', alternateColor: '#445566', logos: [], twitter: '@homestate' },
    ...{ alternateNames: ['HState', 'Home St.'], location: null },
  }
  const { world, client } = await openSdk(t, (_request, response) => sendJson(response, [team]))
  const [results] = await new cfb.TeamsApi(client).getTeams({ conference: 'EX' })
  assert.deepEqual([results?.school, results?.abbreviation], ['Home State', 'HST'])
  const answer = await fetch(`${world.base}/teams`, {
    headers: { 'x-gateway-key': world.gatewayKey, 'x-gateway-envelope': 'raw' },
  })
  const [bare] = JSON.parse(await answer.text())
  assert.deepEqual([bare.alt_name1, bare.alt_name2, bare.alt_name3], ['HState', 'Home St.', null])
  assertKey(world)
})

test('an error of the provider reaches the SDK with its status and body', async (t) => {
  const { client } = await openSdk(t, (_request, response) =>
    sendJson(response, { message: 'Monthly call quota exceeded.' }, { status: 429 }),
  )
  const error = await new cfb.GamesApi(client).getGames(2024).then(Object, Object)
  assert.equal(error.status, 429)
  assert.equal(JSON.parse(error.response.text).message, 'Monthly call quota exceeded.')
})

test('an unknown gateway key is an error of the SDK, and nothing reaches the provider', async (t) => {
  const { world, client } = await openSdk(t, (_request, response) => sendJson(response, []))
  client.authentications.ApiKeyAuth.apiKey = 'Bearer gh_live_nobody'
  const error = await new cfb.GamesApi(client).getGames(2024).then(Object, Object)
  assert.equal(error.status, 401)
  assert.equal(world.received.length, 0)
})
