// One example call per endpoint. Skins and players are from the sample, signatures are invented, and the uploaded PNG
// is a plain brown 64x64 square.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

const agent = { 'User-Agent': 'ExampleApp/1.0' }
const uuid = '0f6c1d2e3b4a4c5d8e6f708192a3b4c1'
const url = 'http://textures.minecraft.net/texture/0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9'
const skin = {
  id: 104729001,
  idStr: '104729001',
  uuid,
  hash: '0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d',
  name: 'Harbour pilot',
  model: 'steve',
  variant: 'classic',
  data: {
    uuid: '89749665-b480-393c-ba59-32a03c3be4f6',
    texture: { value: 'ewogICJ0aW1lc3RhbXAiIDogMAp9', signature: 'c2lnbmF0dXJl', url, urls: { skin: url } },
  },
  timestamp: 1767225600,
  duration: 2310,
  account: 17,
  server: 'node-1',
  private: false,
  views: 3,
}
const delay = { nextRequest: 2, delay: 2, delayInfo: { millis: 2000, seconds: 2 } }
const pilot = {
  ...skin,
  id: 1234567890,
  idStr: '1234567890',
  uuid: 'd1f0a3c2b4e5968778695a4b3c2d1e0f',
  name: 'Pilot in brown',
  timestamp: 1793620800,
}
const player = 'ae6fe026fad43216ae723d0c15c5946d'

export const examples = defineExamples(endpoints, {
  generateFromUpload: {
    params: agent,
    body: {
      name: 'Pilot in brown',
      visibility: '0',
      file: {
        fileName: 'pilot.png',
        contentType: 'image/png',
        base64:
          'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAAZklEQVR42u3QQREAAAQAMJFEEEX/EuRw9liBRVfOZyFAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgTct1La8aW0QQKCAAAAAElFTkSuQmCC',
      },
    },
    output: { ...pilot, ...delay, duplicate: false, warnings: [] },
  },
  generateFromUrl: {
    params: agent,
    body: { url: `https://minesk.in/${uuid}`, variant: 'classic', visibility: 0 },
    output: { ...skin, ...delay, duplicate: true, warnings: [] },
  },
  generateFromUser: {
    params: agent,
    body: { uuid: player, name: 'Pilot on leave', visibility: 1 },
    output: {
      ...pilot,
      id: 987654321,
      idStr: '987654321',
      uuid: 'c0ffee00b4e5468778695a4b3c2d1e0f',
      name: 'Pilot on leave',
      data: { ...skin.data, uuid: 'ae6fe026-fad4-3216-ae72-3d0c15c5946d' },
      private: true,
      ...delay,
      duplicate: false,
      warnings: [],
    },
  },
  delay: {
    params: agent,
    output: {
      delay: 2,
      next: 1793620802,
      nextRelative: 2,
      seconds: 2,
      millis: 2000,
      nextRequest: { time: 1793620802000, relative: 2000 },
      lastRequest: { time: 1793620800000 },
    },
  },
  skinById: { params: { id: skin.id, ...agent }, output: skin },
  listSkins: {
    params: { page: 1, ...agent, filter: 'pilot' },
    output: {
      skins: [{ id: skin.id, uuid, name: skin.name, url, time: skin.timestamp }],
      page: { index: 1, amount: 1, total: 1 },
      filter: 'pilot',
    },
  },
  skinByUuid: { params: { uuid, ...agent }, output: skin },
  validateName: {
    params: { name: 'HarbourPilot', ...agent },
    output: { valid: true, uuid: player, name: 'HarbourPilot' },
  },
  validateUuid: {
    params: { uuid: player, ...agent },
    output: { valid: true, uuid: player, name: 'HarbourPilot' },
  },
  renderSkin: { params: { id: uuid, type: 'head' }, output: 'PNG' },
  texture: {
    params: { hash: '7a320dc66d41e4cff7535b934fcee9f3f50fdbd2a5c795bd61fade2f6074909b' },
    output: 'PNG',
  },
  publicKeys: {
    output: { profilePropertyKeys: [{ publicKey: 'TUlJQ0lqQU4=' }], playerCertificateKeys: [] },
  },
})
