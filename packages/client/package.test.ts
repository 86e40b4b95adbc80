// The package as it is published: built by its own tsconfig, loaded by the system's Node, without anything that
// does not belong there.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { json, startServer } from './test/server.ts'

const run = promisify(execFile)
const client = fileURLToPath(new URL('.', import.meta.url))
const tsc = join(client, '../../node_modules/.bin/tsc')
/** Without the folders that npm scripts prepend, so that `node` is the system's. */
const env = {
  ...process.env,
  PATH: (process.env.PATH ?? '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':'),
}

let folder = ''
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-client-'))
  await run(tsc, ['-p', join(client, 'tsconfig.json'), '--outDir', join(folder, 'dist')])
  for (const file of ['package.json', 'README.md']) cpSync(join(client, file), join(folder, file))
})
after(() => rmSync(folder, { recursive: true }))

test('the built package makes a call on the Node of the system', async () => {
  const server = await startServer(json({ data: { coin: 'heads' } }))
  const script = `
    import { connect } from './dist/mod.js'
    const gw = connect({ url: process.argv[2], key: 'k' })
    console.log(JSON.stringify(await gw.randomness.bool()))
    for await (const value of gw.randomness.pick.stream({ options: 'a' })) console.log(JSON.stringify(value))`
  writeFileSync(join(folder, 'call.mjs'), script)
  const { stdout } = await run('node', ['call.mjs', server.url], { cwd: folder, env })
  await server.close()
  assert.deepEqual(stdout.trim().split('\n'), ['{"coin":"heads"}', '{"data":{"coin":"heads"}}'])
  assert.deepEqual(
    server.arrived.map(({ url }) => url),
    ['/v1/proxy/randomness/bool', '/v1/proxy/randomness/pick?options=a'],
  )
})

test('the packed tarball installs in an empty project, runs there and has its types', async () => {
  const project = mkdtempSync(join(tmpdir(), 'gatehouse-project-'))
  const server = await startServer(json({ count: 0, results: [] }))
  try {
    const packing = { cwd: folder, env: { ...env, npm_config_ignore_scripts: 'true' } }
    const packed = await run('npm', ['pack', '--offline', '--pack-destination', project], packing)
    writeFileSync(join(project, 'package.json'), '{ "name": "empty", "type": "module", "private": true }')
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', packed.stdout.trim()], { cwd: project, env })
    const script = `
      import { connect, NotFoundError } from '@gatehouse/client'
      const gw = connect()
      const { rolls } = await gw.randomness.dice({ count: 2 })
      const sides: readonly number[] | undefined = rolls
      for await (const { name } of gw.characters.listCharacters.items({ name: 'a' })) name.at(0)
      const response: Response = await gw.randomness.bool().response()
      console.log(response.status, typeof sides, NotFoundError.name)`
    writeFileSync(join(project, 'use.ts'), script)
    const options = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--types', '', '--lib', 'es2022,dom']
    await run(tsc, ['--ignoreConfig', ...options, join(project, 'use.ts')], { cwd: project })
    const variables = { ...env, GATEHOUSE_URL: server.url, GATEHOUSE_KEY: 'key-of-the-test' }
    const { stdout } = await run('node', ['use.js'], { cwd: project, env: variables })
    assert.equal(stdout.trim(), '200 undefined NotFoundError')
    assert.ok(server.arrived.every(({ headers }) => headers['x-gateway-key'] === 'key-of-the-test'))
  } finally {
    await server.close()
    rmSync(project, { recursive: true })
  }
})

test('only the built code, its types and the README are published', async () => {
  const options = { cwd: folder, env: { ...env, npm_config_ignore_scripts: 'true' } }
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--offline'], options)
  const listed = JSON.stringify(JSON.parse(stdout)).matchAll(/"path":"([^"]+)"/g)
  const paths = [...listed].map((match) => match[1] ?? '').sort()
  const built = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|d\.ts)$/.test(name),
  )
  assert.deepEqual(paths, ['README.md', 'package.json', ...built.map((name) => `dist/${name}`)].sort())
  assert.deepEqual(
    built.filter((name) => /test|check/.test(name)),
    [],
  )
})

test('the package has no dependencies, and imports nothing but its own files', () => {
  const manifest: object = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'))
  for (const name of ['dependencies', 'peerDependencies', 'optionalDependencies']) assert.ok(!(name in manifest))
  const built = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  )
  for (const name of built) {
    const text = readFileSync(join(folder, 'dist', name), 'utf8')
    for (const [, from] of text.matchAll(/from '([^']+)'|import\('([^']+)'\)/g))
      assert.match(from ?? '', /^\.{1,2}\/[\w./-]+\.js$/)
  }
})
