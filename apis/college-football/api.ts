// College football: games, plays, ratings, recruiting and advanced metrics.
import { defineApi, hosted, ownKey } from '#define'
import { asks, topics, words } from './asks.ts'
import { endpoints } from './endpoints.ts'
import { failureMembers } from './failures.ts'

export default defineApi({
  slug: 'college-football',
  title: 'College-football statistics',
  summary: 'Games, drives, plays, ratings, recruiting and advanced metrics of college football.',
  surface: hosted,
  envelope: 'data',
  auth: ownKey.header('authorization', 'Bearer '),
  // The host serves version 2 of the API; live.ts and the `upstream` of endpoints translate to version 1, which is
  // declared here.
  upstream: 'https://api.collegefootballdata.com',
  errors: { message: '/message' },
  failure: failureMembers,
  verify: 'conferences',
  sample:
    'A SAMPLE answers: a league that does not exist, with 32 invented schools, their players and venues. Its games are ' +
    'simulated play by play for one finished season and the current one, up to the present time, and every number is ' +
    'computed from these plays. Each response carries x-gateway-sample: true.',
  endpoints,
  asks,
  words,
  topics,
})
