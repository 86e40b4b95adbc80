// One example call of each endpoint, with the cast of the sample.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

const root = 'https://rickandmortyapi.com/api'
const links = (kind: 'character' | 'episode', ids: number[]) => ids.map((id) => `${root}/${kind}/${id}`)
const harbour = { name: 'Harbour Nine', url: `${root}/location/3` }

const tilda = {
  id: 1,
  name: 'Tilda Vane',
  status: 'Alive',
  species: 'Human',
  type: '',
  gender: 'Female',
  origin: { name: 'unknown', url: '' },
  location: harbour,
  image: `${root}/character/avatar/1.jpeg`,
  episode: links('episode', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
  url: `${root}/character/1`,
  created: '2024-05-02T09:30:00.000Z',
}
const bolt = {
  id: 2,
  name: 'Bolt',
  status: 'unknown',
  species: 'Robot',
  type: 'Harbour crane',
  gender: 'Genderless',
  origin: harbour,
  location: harbour,
  image: `${root}/character/avatar/2.jpeg`,
  episode: links('episode', [1, 2, 3, 5, 6, 7, 9, 10, 12]),
  url: `${root}/character/2`,
  created: '2024-05-02T10:11:00.137Z',
}
const perpetua = {
  id: 3,
  name: 'Perpetua Vane',
  status: 'Alive',
  species: 'Human',
  type: '',
  gender: 'Female',
  origin: { name: 'Old Quay', url: `${root}/location/1` },
  location: { name: 'Workshop of Perpetua Vane', url: `${root}/location/17` },
  image: `${root}/character/avatar/3.jpeg`,
  episode: links('episode', [1, 2, 4, 8, 11, 12]),
  url: `${root}/character/3`,
  created: '2024-05-02T10:52:00.274Z',
}
const drownedBell = {
  id: 6,
  name: 'Drowned Bell',
  type: 'Underwater city',
  dimension: 'Ebb Tide',
  residents: links('character', [8, 34, 36]),
  url: `${root}/location/6`,
  created: '2024-05-04T05:55:00.905Z',
}
const mirrorSide = {
  id: 8,
  name: 'The Mayor of the Mirror Side',
  air_date: 'February 10, 2020',
  episode: 'S02E02',
  characters: links('character', [1, 3, 6, 13, 14, 15, 24, 25, 27, 55, 56]),
  url: `${root}/episode/8`,
  created: '2024-05-04T20:57:00.919Z',
}

export const examples = defineExamples(endpoints, {
  listCharacters: {
    params: { name: 'vane', status: 'alive' },
    output: { info: { count: 2, pages: 1, next: null, prev: null }, results: [tilda, perpetua] },
  },
  getCharacter: { params: { id: '1,2' }, output: [tilda, bolt] },
  getLocation: { params: { id: 6 }, output: drownedBell },
  getEpisode: { params: { id: 8 }, output: mirrorSide },
  listLocations: {
    params: { name: 'bell', dimension: 'ebb' },
    output: { info: { count: 1, pages: 1, next: null, prev: null }, results: [drownedBell] },
  },
  listEpisodes: {
    params: { name: 'mayor', episode: 'S02' },
    output: { info: { count: 1, pages: 1, next: null, prev: null }, results: [mirrorSide] },
  },
  addresses: {
    output: { characters: `${root}/character`, locations: `${root}/location`, episodes: `${root}/episode` },
  },
  avatar: {
    params: { file: '1.jpeg' },
    output: { base64: '/9j/2Q==' },
  },
})
