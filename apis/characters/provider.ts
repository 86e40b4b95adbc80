// The embedded provider: a whole small world of characters, locations and episodes, from the sample or from what was imported.
import { defineProvider, type Kit, type Provider, Refusal, type Reply, refuse, reply } from '#define'
import api from './api.ts'
import recordsMigration from './migrations/0001-records.ts'
import { drawAvatar } from './provider/avatars/avatar.ts'
import { formats, importWorld } from './provider/import/importer.ts'
import type { Collection, Location, World } from './provider/records/linked-records.ts'
import { type Filters, type Listed, listPage } from './provider/records/listing.ts'
import { lookUp } from './provider/records/lookup.ts'
import type { CharacterRecord, EpisodeRecord } from './provider/records/record.ts'
import { createWorldStore } from './provider/records/store.ts'
import { wireCharacter, wireEpisode, wireLocation } from './provider/records/view.ts'
import { readSample } from './seed/sample.ts'
import type { Tables } from './tables.ts'

type CallKit = Kit<Tables>

/** How records of one kind are found and sent. */
interface Face<T, W> {
  collection(world: World): Collection<T>
  readonly filters: Filters<T>
  wire(record: T, base: string): W
  /** What is said of one that does not exist. */
  readonly missing: string
}

const characters: Face<CharacterRecord, ReturnType<typeof wireCharacter>> = {
  collection: (world) => world.characters,
  filters: {
    name: ({ name }) => name,
    status: ({ status }) => status,
    species: ({ species }) => species,
    type: ({ type }) => type,
    gender: ({ gender }) => gender,
  },
  wire: wireCharacter,
  missing: 'Character not found',
}
const locations: Face<Location, ReturnType<typeof wireLocation>> = {
  collection: (world) => world.locations,
  filters: { name: ({ name }) => name, type: ({ type }) => type, dimension: ({ dimension }) => dimension },
  wire: wireLocation,
  missing: 'Location not found',
}
const episodes: Face<EpisodeRecord, ReturnType<typeof wireEpisode>> = {
  collection: (world) => world.episodes,
  filters: { name: ({ name }) => name, episode: ({ episode }) => episode },
  wire: wireEpisode,
  missing: 'Episode not found',
}

/** One provider with a world of its own. */
export function createProvider(): Provider<Tables> {
  const store = createWorldStore(readSample)

  async function answer<T>(kit: CallKit, work: (world: World) => T): Promise<Reply<T>> {
    const world = await store.world(kit)
    return marked(world, () => work(world))
  }
  const listOf =
    <T extends { readonly id: number }, W>(face: Face<T, W>) =>
    (_input: unknown, kit: CallKit): Promise<Reply<Listed<W>>> =>
      answer(kit, (world) => {
        const { info, results } = listPage(face.collection(world).all, face.filters, kit.request)
        return { info, results: results.map((record) => face.wire(record, kit.request.baseUrl)) }
      })
  const oneOf =
    <T extends { readonly id: number }, W>(face: Face<T, W>) =>
    ({ id }: { id: unknown }, kit: CallKit): Promise<Reply<W | W[]>> =>
      answer(kit, (world) => {
        const found = lookUp(face.collection(world), String(id), face.missing)
        const { baseUrl } = kit.request
        return Array.isArray(found) ? found.map((one) => face.wire(one, baseUrl)) : face.wire(found, baseUrl)
      })
  const getCharacter = oneOf(characters)

  return defineProvider(
    api,
    {
      listCharacters: listOf(characters),
      getCharacter(input, kit) {
        // the address of the pictures without a picture
        if (String(input.id) === 'avatar') throw refuse(404, { error: 'There is nothing here' })
        return getCharacter(input, kit)
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
      avatar: ({ file }, kit) => answer(kit, (world) => avatarOf(world, file)),
    },
    {
      migrations: { '0001-records': recordsMigration },
      importer: { formats, run: ({ chunks }, kit, progress) => importWorld(kit, { chunks, store, progress }) },
    },
  )
}
export default createProvider()

function avatarOf({ characters: { byId } }: World, file: string): Buffer {
  const [, id] = /^(\d{1,9})\.jpeg$/.exec(file) ?? []
  const character = id === undefined ? undefined : byId(Number(id))
  if (!character) throw refuse(404, { error: 'There is nothing here.' })
  return drawAvatar(character)
}

/** The answer, or the refusal, with the mark of the sample while it answers. */
function marked<T>({ sample }: World, work: () => T): Reply<T> {
  const headers: Record<string, string> = sample ? { 'x-gateway-sample': 'true' } : {}
  try {
    return reply(work(), { headers })
  } catch (error) {
    throw error instanceof Refusal ? refuse(error.status, error.body, headers) : error
  }
}
