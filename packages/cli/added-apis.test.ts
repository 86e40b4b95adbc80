// The commands that add, change, show and remove APIs, against a real gateway.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { petDocument } from '../../tests/added-apis/document.ts'
import { openGateway } from '../../tests/harness/open-gateway.ts'
import { smallApi } from '../../tests/harness/small-api.ts'
import { openUpstream, sendJson } from '../../tests/harness/upstream.ts'
import { captured, emptyFolder } from './captured-io.fixture.ts'

test('an API is added from a file, an address or the standard input, changed and removed', async (t) => {
  const gateway = await openGateway(t, { apis: [smallApi()] })
  const cwd = emptyFolder((close) => t.after(close))
  const cli = (words: string, stdin = '') => captured(['--data', gateway.dataDir, ...words.split(' ')], { cwd, stdin })
  const text = JSON.stringify(petDocument())
  writeFileSync(join(cwd, 'pets.json'), text)
  assert.match((await cli('apis list')).out, /No API has been added yet/)

  const dry = await cli('apis add pets.json --dry-run')
  assert.equal(dry.code, 0, dry.err)
  assert.match(dry.out, /pet-shop[\s\S]*https:\/\/pets\.example\.com\/v1[\s\S]*4 taken[\s\S]*the header x-shop-key/)
  assert.match((await cli('apis list')).out, /No API/)

  const added = await cli('apis add pets.json --yes')
  assert.deepEqual([added.code, added.out], [0, 'Pet shop is added as pet-shop.\n'], added.err)
  const again = await cli('apis add pets.json --yes')
  assert.deepEqual([again.code, again.err.includes('There is an API pet-shop already')], [1, true])
  assert.match((await cli('apis list')).out, /pet-shop +Pet shop +4/)
  assert.match((await cli('apis')).out, /pet-shop/)
  assert.match((await cli('apis pet-shop')).out, /listPets/)
  assert.match((await cli('apis show pet-shop')).out, /first call:\ncurl/)
  assert.equal((await cli('apis export pet-shop')).out, text)

  const { '/pets': pets } = petDocument().paths
  const less = JSON.stringify(petDocument({ paths: { '/pets': pets } }))
  const refused = await cli('apis update pet-shop -', less)
  assert.equal(refused.code, 1)
  assert.match(refused.err, /! GET \/pets\/\{petId\} is gone\.[\s\S]*Repeat with --yes/)
  assert.match((await cli('apis update pet-shop - --yes', less)).out, /revision 2/)
  assert.match((await cli('apis update pet-shop --check gateway')).out, /revision 3/)

  assert.equal((await cli('apis remove pet-shop --yes')).out, 'pet-shop is removed.\n')
  assert.equal((await cli('apis show pet-shop')).code, 5)

  const server = await openUpstream(t, (_request, response) => sendJson(response, petDocument()))
  assert.equal((await cli(`apis add ${server.url}/openapi.json --slug fetched --yes`)).code, 0)
  assert.match((await cli('apis add missing.yaml')).err, /There is no file missing\.yaml/)
  assert.equal((await cli('apis add pets.json --check both')).code, 2)
  const keyed = await cli('apis add pets.json --slug keyed --key-header X-Other --yes')
  assert.match(keyed.err, /the header x-other \(key\)/)
  const tokens = 'apis update keyed --token-url https://login.example.com/token --dry-run'
  assert.match((await cli(`${tokens} --scopes read`)).out, /token, for the scopes read[\s\S]*! The key key is gone/)
})
