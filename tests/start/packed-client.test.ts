// The npm package of the typed client that `npm run pack` makes, in projects of others: bundled for a browser with one
// API alone, on a page of another origin, and in plain JavaScript.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { filesBelow, packTarball, writeClient } from '../../scripts/pack.ts'
import { browserPath, openPage } from '../harness/browser.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { newFolder } from '../harness/program.ts'
import { openUpstream } from '../harness/upstream.ts'

const run = promisify(execFile)
const mostBundleBytes = 12_000

const project = newFolder({ after })
const installed = join(project, 'node_modules/@gatehouse/client')
before(() => {
  const folder = newFolder({ after })
  const made = join(folder, 'made')
  writeClient(made)
  packTarball(made, folder)
  const { version } = JSON.parse(readFileSync(join(made, 'package.json'), 'utf8'))
  mkdirSync(installed, { recursive: true })
  const tarball = join(folder, `gatehouse-client-${version}.tgz`)
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
})

/** Bundles a program of the project, as a web project does. */
async function bundle(source: string): Promise<string> {
  writeFileSync(join(project, 'main.js'), source)
  const entryPoints = [join(project, 'main.js')]
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    write: false,
  })
  return outputFiles.map(({ text }) => text).join('')
}

test('the package has the built code with its types, the licence and the README, and no sources or scripts', () => {
  const files = filesBelow(installed)
  assert.deepEqual(
    files.filter((path) => !/^dist\/.+(?:\.js|\.d\.ts)$/.test(path)),
    ['LICENSE', 'README.md', 'package.json'],
  )
  assert.ok(files.includes('dist/generated/randomness.d.ts'))
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  assert.equal(manifest.scripts, undefined)
  assert.equal(manifest.dependencies, undefined)
})

test('plain JavaScript in Node calls one API and all of them', async (t) => {
  const gateway = await openGateway(t)
  const script = `
    import { connect, connectTo } from '@gatehouse/client'
    import { randomness } from '@gatehouse/client/apis/randomness'
    const api = connectTo(randomness)
    const { rolls } = await api.dice({ count: 2 })
    const { rolls: more } = await connect().randomness.dice({ count: 3 })
    console.log(rolls.length, more.length, api.remaining.minute > 0)`
  writeFileSync(join(project, 'use.mjs'), script)
  const env = { PATH: process.env.PATH ?? '', GATEHOUSE_URL: gateway.baseUrl, GATEHOUSE_KEY: gateway.key }
  const { stdout } = await run(process.execPath, ['use.mjs'], { cwd: project, env })
  assert.equal(stdout.trim(), '2 3 true')
})

test('bundled with one API for a browser it has at most 12 KB, and nothing of the others', async () => {
  for (const [slug, factory] of Object.entries({ randomness: 'randomness', 'model-routing': 'modelRouting' })) {
    const text = await bundle(`
      import { connectTo } from '@gatehouse/client'
      import { ${factory} } from '@gatehouse/client/apis/${slug}'
      document.api = connectTo(${factory}, { key: 'k' })`)
    const bytes = brotliCompressSync(text).length
    assert.ok(bytes <= mostBundleBytes, `${slug}: ${bytes} bytes`)
    assert.ok(text.includes('/v1/proxy/') && !text.includes('cat-facts'), slug)
  }
})

const executable = browserPath()
if (executable !== undefined)
  test('that bundle calls the gateway from a page of another origin, and reads its errors and limits', async (t) => {
    const gateway = await openGateway(t)
    const script = await bundle(`
      import { connectTo, InvalidRequestError } from '@gatehouse/client'
      import { randomness } from '@gatehouse/client/apis/randomness'
      const api = connectTo(randomness, ${JSON.stringify({ url: gateway.baseUrl, key: gateway.key })})
      api.dice({ count: 2 }).then(async ({ rolls }) => {
        const error = await api.dice({ count: -1 }).catch((error) => error)
        const shown = [rolls.length, error instanceof InvalidRequestError, error.code, api.remaining.minute > 0]
        document.body.textContent = shown.join(' ')
      })`)
    const other = await openUpstream(t, (request, response) => {
      const [type, text] =
        request.url === '/main.js'
          ? ['text/javascript', script]
          : ['text/html', '<!doctype html><title>elsewhere</title><body><script src="/main.js"></script>']
      response.writeHead(200, { 'content-type': type })
      response.end(text)
    })
    const { page } = await openPage(t, executable, other.url)
    await page.goto(other.url)
    await page.getByText('2 true input.invalid true').waitFor()
  })
