// The provider's own client (npm rickmortyapi) against the embedded provider. Its address is built in, so only the host
// of what it fetches is rewritten; doubled slashes and empty queries arrive as it sends them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  getCharacter,
  getCharacters,
  getEndpoints,
  getEpisode,
  getEpisodes,
  getLocation,
  getLocations,
} from 'rickmortyapi'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../harness/open-gateway.ts'

const provider = 'https://rickandmortyapi.com/api'

test('every call of the client works unchanged', async (t) => {
  const apis = await loadApis(apisFolder, 'characters')
  const gateway = await openGateway(t, { apis })
  const base = `${gateway.baseUrl}/v1/proxy/characters`
  const { fetch } = globalThis
  t.after(() => {
    globalThis.fetch = fetch
  })
  globalThis.fetch = (input) => {
    const url = String(input)
    assert.ok(url.startsWith(provider), url)
    return fetch(base + url.slice(provider.length), { headers: { 'x-gateway-key': gateway.key } })
  }

  assert.deepEqual((await getEndpoints()).data, {
    characters: `${base}/character`,
    locations: `${base}/location`,
    episodes: `${base}/episode`,
  })
  const characters = await getCharacters()
  assert.deepEqual([characters.status, characters.data.results?.length], [200, 20])
  const second = await getCharacters({ page: 2 })
  assert.match(String(second.data.info?.prev), /\?page=1/)
  assert.match(String(second.data.info?.next), /\?page=3/)
  const filtered = await getCharacters({ name: 'vane', status: 'alive' })
  assert.deepEqual(
    filtered.data.results?.map(({ id }) => id),
    [1, 3],
  )
  assert.equal((await getCharacters({ name: 'nobody at all' })).status, 404)
  assert.equal((await getCharacter(2)).data.name, 'Bolt')
  assert.deepEqual(
    (await getCharacter([3, 1, 2])).data.map(({ id }) => id),
    [1, 2, 3],
  )
  assert.deepEqual((await getCharacter([])).data, [])
  assert.equal((await getCharacter(12345)).status, 404)
  assert.equal((await getLocations({ dimension: 'mirror' })).data.results?.[0]?.name, 'Mirror Side')
  assert.equal((await getLocation(6)).data.name, 'Drowned Bell')
  assert.equal((await getEpisodes({ episode: 'S01' })).data.results?.length, 6)
  assert.deepEqual(
    (await getEpisode([1, 12])).data.map(({ episode }) => episode),
    ['S01E01', 'S02E06'],
  )
})
