// First calls in a fresh data folder, of all listings at once: each is answered, and none waits for what a build can
// prepare.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { type EveryEndpoint, everyEndpoint, exampleCall } from '../harness/every-endpoint.ts'
import { newFolder, startProgram } from '../harness/program.ts'

const dataDir = newFolder({ after })
const program = await startProgram({ after }, { dataDir })
const { gatewayKey, marketKey, marketUrl } = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'))

/** Returns one call of each listing, and the embeddings. */
async function oneOfEach(): Promise<EveryEndpoint[]> {
  const loaded = await loadApis()
  const entries = [...everyEndpoint(loaded, 'hosted'), ...everyEndpoint(loaded, 'market')]
  const embeddings = entries.filter(({ endpoint }) => endpoint.path === '/v1/embeddings')
  assert.ok(embeddings.length > 0)
  const ofListings = [...Map.groupBy(entries, ({ listing }) => listing).values()].map((all) => {
    const reads = all.filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.path.includes('{'))
    const chosen = reads[0] ?? all[0]
    assert.ok(chosen)
    return chosen
  })
  return [...ofListings, ...embeddings]
}

/** Calls the embedded provider; returns title, status and body. */
async function send(entry: EveryEndpoint) {
  const { path, init } = exampleCall(entry)
  const [url, key] = entry.api.surface.name === 'market' ? [marketUrl, marketKey] : [program.baseUrl, gatewayKey]
  const headers = { ...init.headers, [entry.api.surface.keyHeader]: key, 'x-gateway-provider': 'embedded' }
  const answer = await fetch(`${url}${path}`, { ...init, headers })
  return { title: entry.title, status: answer.status, text: (await answer.text()).slice(0, 300) }
}

test('the first calls of all listings, at once, are answered', async () => {
  const answers = await Promise.all((await oneOfEach()).map(send))
  assert.ok(answers.length >= 21)
  // an example can name what a fresh account does not have; nothing may be refused for the gateway's own reasons
  assert.deepEqual(
    answers.filter(({ status }) => status >= 400 && status !== 404),
    [],
  )
  assert.doesNotMatch(program.stderr() + program.stdout(), /building the lexicon/)
})
