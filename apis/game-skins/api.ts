// Game skins: generates signed player skins from an image address, a file or a player, and looks up existing ones.
import { defineApi, hosted, ownKey } from '#define'
import { asks, topics, words } from './asks.ts'
import { endpoints } from './endpoints.ts'
import { failureMembers } from './failures.ts'

export default defineApi({
  slug: 'game-skins',
  title: 'Game-skin generation',
  summary: 'Generates signed skin textures for game players and finds existing ones.',
  surface: hosted,
  auth: ownKey.header('authorization', 'Bearer '),
  upstream: 'https://api.mineskin.org',
  errors: { code: '/errorCode', message: '/error' },
  failure: failureMembers,
  passHeaders: ['mineskin-user-agent'],
  sample:
    'Every account begins with a SAMPLE of 12 skins of ours, and 8 invented players can be copied; real players are not known ' +
    'offline. Each response made from either carries x-gateway-sample: true. Skins that you generate are your own.',
  verify: 'delay',
  endpoints,
  asks,
  words,
  topics,
})
