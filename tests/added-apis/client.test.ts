// The typed client of added APIs: written by the command line, compiled next to the package, and used against the
// gateway.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { captured, emptyFolder } from '../../packages/cli/captured-io.fixture.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { smallApi } from '../harness/small-api.ts'
import { admin, petDocument } from './document.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const tsc = join(root, 'node_modules/.bin/tsc')

const program = `
  import { connectTo } from '@gatehouse/client'
  import { apis, connectionApi, type PetShopApi } from './gatehouse.ts'

  const gw = connectTo(apis)
  const made: PetShopApi.Pet = await gw.petShop.addPet({ body: { name: 'Tom' } })
  const { id = '' } = made
  const read = await gw.petShop.getPet({ petId: id })
  await gw.petShop.removePet({ petId: id })
  const name: string = read.name
  // @ts-expect-error a pet has a name
  const wrong = () => gw.petShop.addPet({ body: {} })
  // @ts-expect-error there are cats and dogs
  const wronger = () => gw.petShop.listPets({ kind: 'cow' })
  const other = await connectTo(connectionApi).addPet({ body: { name: 'Rex' } })
  const same = [typeof gw.a1.addPet, typeof gw.a1_.addPet, typeof wrong, typeof wronger]
  console.log(JSON.stringify([name, other.name, ...same]))
`

test('the client of added APIs compiles next to the package, and calls them', async (t) => {
  const gateway = await openGateway(t, { apis: [smallApi()] })
  // the slugs are a name of the package, a keyword, and two that become the same name
  for (const slug of ['pet-shop', 'connection', 'delete', 'a1', 'a-1'])
    assert.equal((await admin(gateway, 'POST', `/apis?slug=${slug}`, petDocument())).status, 201)
  const cwd = emptyFolder((close) => t.after(close))
  const cli = (words: string) => captured(['--data', gateway.dataDir, ...words.split(' ')], { cwd })

  const written = await cli('client --out gatehouse.ts')
  assert.deepEqual([written.code, written.out], [0, 'gatehouse.ts is written.\n'], written.err)
  const installed = join(cwd, 'node_modules/@gatehouse/client')
  mkdirSync(installed, { recursive: true })
  const client = join(root, 'packages/client')
  await run(tsc, ['-p', join(client, 'tsconfig.json'), '--outDir', join(installed, 'dist')])
  writeFileSync(join(installed, 'package.json'), readFileSync(join(client, 'package.json')))
  writeFileSync(join(cwd, 'package.json'), '{"type":"module"}')
  writeFileSync(join(cwd, 'use.ts'), program)
  const settings = ['--module', 'nodenext', '--target', 'es2022', '--types', '', '--lib', 'es2022,dom']
  const strict = ['--strict', '--noUnusedLocals', '--noUnusedParameters', '--exactOptionalPropertyTypes']
  const forNode = ['--erasableSyntaxOnly', '--isolatedModules', '--verbatimModuleSyntax']
  const options = [...settings, ...strict, ...forNode, '--allowImportingTsExtensions', '--noEmit']
  const compiled = await run(tsc, ['--ignoreConfig', ...options, 'use.ts'], { cwd }).catch((error) => error)
  assert.equal(compiled.stdout, '')
  const env = { ...process.env, GATEHOUSE_URL: gateway.baseUrl, GATEHOUSE_KEY: gateway.key }
  const { stdout } = await run(process.execPath, ['use.ts'], { cwd, env })
  const functions = Array.from({ length: 4 }, () => 'function')
  assert.deepEqual(JSON.parse(stdout), ['Tom', 'Rex', ...functions])

  const one = await cli('client pet-shop')
  assert.match(one.out, /petShopApi/)
  assert.doesNotMatch(one.out, /deleteApi/)
  const unknown = await cli('client small')
  assert.deepEqual([unknown.code, unknown.err.includes('There is no added API small')], [5, true])
})
