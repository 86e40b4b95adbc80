// The handlers of the endpoints over one snapshot of the linked records.
import { type Call, type Handlers, Refusal, type Reply, refuse, reply } from '#define'
import { sampleHeaders } from '#provider'
import type { Snapshot } from '#provider/sql'
import type { endpoints } from '../../endpoints.ts'
import type { Avatars } from '../avatars/avatars.ts'
import { noSuchPage, noSuchRoute } from '../errors.ts'
import type { Collection, LinkedRecords, Location } from './linked-records.ts'
import { type Filters, type Listed, listPage } from './listing.ts'
import { lookUp } from './lookup.ts'
import type { CharacterRecord, EpisodeRecord } from './record.ts'
import { characterView, episodeView, locationView } from './view.ts'

/** Filters and view of one kind of record. */
interface Kind<T, View> {
  /** Name of the kind in errors. */
  readonly name: string
  collection(records: LinkedRecords): Collection<T>
  readonly filters: Filters<T>
  view(record: T, baseUrl: string): View
}

const characters: Kind<CharacterRecord, ReturnType<typeof characterView>> = {
  name: 'Character',
  collection: (records) => records.characters,
  filters: {
    name: ({ name }) => name,
    status: ({ status }) => status,
    species: ({ species }) => species,
    type: ({ type }) => type,
    gender: ({ gender }) => gender,
  },
  view: characterView,
}
const locations: Kind<Location, ReturnType<typeof locationView>> = {
  name: 'Location',
  collection: (records) => records.locations,
  filters: { name: ({ name }) => name, type: ({ type }) => type, dimension: ({ dimension }) => dimension },
  view: locationView,
}
const episodes: Kind<EpisodeRecord, ReturnType<typeof episodeView>> = {
  name: 'Episode',
  collection: (records) => records.episodes,
  filters: { name: ({ name }) => name, episode: ({ episode }) => episode },
  view: episodeView,
}

export function createHandlers(snapshot: Snapshot<LinkedRecords>, avatars: Avatars): Handlers<typeof endpoints> {
  async function answer<T>(work: (records: LinkedRecords) => T): Promise<Reply<T>> {
    const records = await snapshot.get()
    return withSampleHeaders(records.isSample, () => work(records))
  }
  const listOf =
    <T extends { readonly id: number }, View>(kind: Kind<T, View>) =>
    (_input: unknown, { request }: Call): Promise<Reply<Listed<View>>> =>
      answer((records) => {
        const { info, results } = listPage(kind.collection(records).all, kind.filters, request)
        return { info, results: results.map((record) => kind.view(record, request.baseUrl)) }
      })
  const oneOf =
    <T extends { readonly id: number }, View>(kind: Kind<T, View>) =>
    ({ id }: { id: unknown }, { request: { baseUrl } }: Call): Promise<Reply<View | View[]>> =>
      answer((records) => {
        const result = lookUp(kind.collection(records), String(id), kind.name)
        return Array.isArray(result) ? result.map((one) => kind.view(one, baseUrl)) : kind.view(result, baseUrl)
      })
  const getCharacter = oneOf(characters)

  return {
    listCharacters: listOf(characters),
    getCharacter(input, call) {
      // `/character/avatar`, the path of the avatars without a file
      if (String(input.id) === 'avatar') throw noSuchPage()
      return getCharacter(input, call)
    },
    getLocation: oneOf(locations),
    getEpisode: oneOf(episodes),
    listLocations: listOf(locations),
    listEpisodes: listOf(episodes),
    addresses: (_input, { request: { baseUrl } }) => ({
      characters: `${baseUrl}/character`,
      locations: `${baseUrl}/location`,
      episodes: `${baseUrl}/episode`,
    }),
    avatar: ({ file }) =>
      answer((records) => {
        const [, id] = /^(\d{1,9})\.jpeg$/.exec(file) ?? []
        const character = id === undefined ? undefined : records.characters.byId(Number(id))
        if (!character) throw noSuchRoute()
        return avatars.of(character)
      }),
  }
}

/** Returns the response or the refusal, with the header that marks sample data. */
function withSampleHeaders<T>(isSample: boolean, work: () => T): Reply<T> {
  const headers = sampleHeaders(isSample)
  try {
    return reply(work(), { headers })
  } catch (error) {
    throw error instanceof Refusal ? refuse(error.status, error.body, headers) : error
  }
}
