// Game skins: generates signed player skins from an image address, a file or a player, and looks up existing ones.
import { defineApi, hosted, ownKey } from '#define'
import { endpoints } from './endpoints.ts'

export default defineApi({
  slug: 'game-skins',
  title: 'Game-skin generation',
  summary: 'Generates signed skin textures for game players and finds existing ones.',
  surface: hosted,
  auth: ownKey.header('authorization', 'Bearer '),
  upstream: 'https://api.mineskin.org',
  errors: { code: '/errorCode', message: '/error' },
  passHeaders: ['mineskin-user-agent'],
  verify: 'delay',
  endpoints,
})
