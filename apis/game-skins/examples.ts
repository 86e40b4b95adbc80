// One call of each endpoint. Skins, players and signatures are invented; the uploaded PNG is a plain brown 64x64
// square.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

const agent = { 'User-Agent': 'ExampleApp/1.0' }
const uuid = 'd1f0a3c2b4e5968778695a4b3c2d1e0f'
const url = 'http://textures.minecraft.net/texture/0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9'
const skin = {
  id: 1234567890,
  idStr: '1234567890',
  uuid,
  hash: '0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d',
  name: 'Harbour pilot',
  model: 'steve',
  variant: 'classic',
  data: {
    uuid: '5e11ab1e-0000-4000-8000-5a0b3c2d1e0f',
    texture: { value: 'ewogICJ0aW1lc3RhbXAiIDogMAp9', signature: 'c2lnbmF0dXJl', url, urls: { skin: url } },
  },
  timestamp: 1715126400,
  duration: 2310,
  account: 17,
  server: 'node-1',
  private: false,
  views: 3,
}
const removed = {
  ...skin,
  duplicate: false,
  nextRequest: 2,
  delayInfo: { millis: 2000, seconds: 2 },
  warnings: [],
}

export const examples = defineExamples(endpoints, {
  generateFromUpload: {
    params: agent,
    body: {
      name: 'Harbour pilot',
      visibility: '0',
      file: {
        fileName: 'pilot.png',
        contentType: 'image/png',
        base64:
          'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAAZklEQVR42u3QQREAAAQAMJFEEEX/EuRw9liBRVfOZyFAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgQIECBAgAABAgTct1La8aW0QQKCAAAAAElFTkSuQmCC',
      },
    },
    output: removed,
  },
  generateFromUrl: {
    params: agent,
    body: { url: 'https://images.example.org/pilot.png', name: 'Harbour pilot', variant: 'classic', visibility: 0 },
    output: removed,
  },
  generateFromUser: {
    params: agent,
    body: { uuid: '5e11ab1e0000400080005a0b3c2d1e0f', visibility: 1 },
    output: { ...removed, private: true, duplicate: true },
  },
  delay: {
    params: agent,
    output: {
      delay: 2,
      next: 1715126402000,
      nextRelative: 2,
      seconds: 2,
      millis: 2000,
      nextRequest: { time: 1715126402000, relative: 2000 },
      lastRequest: { time: 1715126400000 },
    },
  },
  skinById: { params: { id: 1234567890, ...agent }, output: skin },
  listSkins: {
    params: { page: 1, ...agent, filter: 'pilot' },
    output: {
      skins: [{ id: 1234567890, uuid, name: 'Harbour pilot', url, time: 1715126400 }],
      page: { index: 1, amount: 1, total: 1 },
      filter: 'pilot',
    },
  },
  skinByUuid: { params: { uuid, ...agent }, output: skin },
  validateName: {
    params: { name: 'HarbourPilot', ...agent },
    output: { valid: true, uuid: '5e11ab1e0000400080005a0b3c2d1e0f', name: 'HarbourPilot' },
  },
  validateUuid: {
    params: { uuid: '5e11ab1e0000400080005a0b3c2d1e0f', ...agent },
    output: { valid: true, uuid: '5e11ab1e0000400080005a0b3c2d1e0f', name: 'HarbourPilot' },
  },
})
