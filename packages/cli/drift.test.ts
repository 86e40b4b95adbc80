// gatehouse drift against a real gateway, with an API that the operator has added.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openGateway } from '../../tests/harness/open-gateway.ts'
import { smallApi } from '../../tests/harness/small-api.ts'
import { openUpstream, sendJson } from '../../tests/harness/upstream.ts'
import { captured } from './captured-io.fixture.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Parcels', version: '1' },
  servers: [{ url: 'https://parcels.example.com/v2' }],
  paths: {
    '/parcels/{id}': {
      get: {
        operationId: 'getParcel',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'A parcel',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Parcel' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Parcel: {
        type: 'object',
        required: ['id', 'weight'],
        properties: { id: { type: 'string' }, weight: { type: 'number' }, note: { type: 'string' } },
      },
    },
  },
}
const entry = (url: string, body: object) => ({
  startedDateTime: '2026-11-27T10:00:00Z',
  time: 1,
  request: { method: 'GET', url },
  response: { status: 200, content: { size: 9, mimeType: 'application/json', text: JSON.stringify(body) } },
})

test('answers of a file are compared, and a finding of the named severity fails', async (t) => {
  const gateway = await openGateway(t, { apis: [smallApi()] })
  const cli = (...words: string[]) => captured(['--data', gateway.dataDir, ...words])
  const file = (name: string, value: object) => {
    const path = join(gateway.dataDir, name)
    writeFileSync(path, JSON.stringify(value))
    return path
  }
  assert.equal((await cli('apis', 'add', file('parcels.json', document), '--slug', 'parcels')).code, 0)
  const at = (id: string) => `https://parcels.example.com/v2/parcels/${id}`
  const good = file('good.har', { log: { entries: [entry(at('1'), { id: '1', weight: 2 })] } })
  const changed = file('changed.har', {
    log: {
      entries: [
        entry(at('1'), { id: '1', weight: '2', colour: 'red' }),
        entry(at('2'), { id: '2', weight: 2 }),
        entry('https://elsewhere.example.com/', {}),
      ],
    },
  })
  const fine = await cli('drift', '--har', good, '--fail-on', 'info')
  assert.deepEqual([fine.code, fine.out], [0, '1 answers of 1 endpoints compared: 0 breaking, 0 warning, 0 info.\n'])
  const found = await cli('drift', 'parcels', '--har', changed)
  assert.equal(found.code, 0, found.err)
  assert.match(found.out, /parcels\.getParcel +breaking +retyped +\/weight +number +string +1 of 2/)
  assert.match(found.out, /parcels\.getParcel +info +new +\/colour +nothing +string +1 of 2/)
  assert.match(found.err, /1 entries were not compared:\n {2}entry 2: its address is that of no listing/)
  const failed = await cli('drift', '--har', changed, '--fail-on', 'breaking')
  assert.deepEqual([failed.code, failed.err.includes('1 findings are breaking or worse.')], [1, true])
  assert.equal((await cli('drift', '--har', changed, '--fail-on', 'info', '--json')).json().compared, 2)
  assert.equal((await cli('drift', 'nobody', '--har', good)).code, 5)
  assert.equal((await cli('drift', '--embedded')).code, 2)
  const none = await cli('drift', '--fail-on', 'info')
  assert.deepEqual([none.code, none.out], [0, 'Nothing was compared.\n'])
  assert.match(none.err, /GATEHOUSE_DRIFT_SAMPLE/)
})

test('recorded answers are compared, with the declaration and with embedded ones', async (t) => {
  const gateway = await openGateway(t, { apis: [smallApi()] })
  const provider = await openUpstream(t, (_request, response) => sendJson(response, { id: '1', weight: 'heavy' }))
  const cli = (...words: string[]) => captured(['--data', gateway.dataDir, ...words])
  const path = join(gateway.dataDir, 'parcels.json')
  writeFileSync(path, JSON.stringify(document))
  assert.equal((await cli('apis', 'add', path, '--slug', 'parcels', '--base', provider.url)).code, 0)
  const none = await cli('drift', '--kept')
  assert.deepEqual([none.code, none.out], [0, 'Nothing was compared.\n'])
  const json = { 'content-type': 'application/json' }
  const live = JSON.stringify({ provider: 'live' })
  await gateway.call('/v1/me/listings/parcels', { method: 'PUT', headers: json, body: live })
  assert.equal((await cli('record', 'start', 'parcels')).code, 0)
  assert.equal((await gateway.call('/v1/proxy/parcels/parcels/1')).status, 200)
  const found = await cli('drift', 'parcels', '--kept', '--fail-on', 'breaking')
  assert.equal(found.code, 1)
  assert.match(found.out, /parcels\.getParcel +breaking +retyped +\/weight +number +string +1 of 1/)
  const embedded = await cli('drift', '--kept', '--embedded')
  assert.match(embedded.out, /parcels\.getParcel +breaking +retyped +\/weight +string +number[\s\S]*1 answers of 1 end/)
  assert.equal((await cli('drift', '--kept', '--har', path)).code, 2)
})
