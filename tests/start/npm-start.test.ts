// `npm start` installs and builds by itself, also where npm runs no scripts before it (`ignore-scripts`), and then
// becomes the gateway.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { bundledNode } from '../../packages/cli/bundled-node.js'
import { newFolder, projectFolder } from '../harness/program.ts'
import { until } from '../harness/until.ts'

/** True where a process cannot be replaced, as on an old Node or on Windows: one stays in between. */
const withoutExecve = { NODE_OPTIONS: '--import=data:text/javascript,delete%20process.execve' }

/** A project with the real start, whose npm and build are stand-ins. */
function makeProject(t: TestContext, npm: string) {
  const root = newFolder(t)
  for (const folder of ['scripts/build', 'packages/cli', 'apis']) mkdirSync(join(root, folder), { recursive: true })
  for (const name of ['start.js', 'prepare.js'])
    cpSync(join(projectFolder, 'scripts', name), join(root, 'scripts', name))
  for (const name of ['launch.js', 'build-if-changed.js', 'bundled-node.js'])
    cpSync(join(projectFolder, 'packages/cli', name), join(root, 'packages/cli', name))
  for (const name of ['package.json', 'tsconfig.json']) writeFileSync(join(root, name), '{"type":"module"}')
  writeFileSync(join(root, 'package-lock.json'), '{"packages":{}}')
  writeFileSync(join(root, 'npm.js'), npm)
  writeFileSync(join(root, 'scripts/build.ts'), building)
  return root
}

const node = bundledNode(projectFolder) ?? process.execPath
const installing = `
  const { mkdirSync, symlinkSync } = process.getBuiltinModule('fs')
  if (process.argv.slice(2).join(' ') !== 'ci --ignore-scripts --no-fund --no-audit --loglevel=error --omit=dev') process.exit(3)
  mkdirSync('node_modules/node/bin', { recursive: true })
  symlinkSync(${JSON.stringify(node)}, 'node_modules/node/bin/node')`
const building = `
  import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
  import { stateOfSources } from '../packages/cli/build-if-changed.js'
  const root = new URL('..', import.meta.url)
  mkdirSync('dist/packages/gateway/src', { recursive: true })
  writeFileSync('dist/.sources', stateOfSources(root.pathname))
  writeFileSync('dist/packages/gateway/src/main.js', \`
    process.on('SIGTERM', () => process.exit(7))
    console.log('started ' + process.argv.slice(2).join(' '))
    setInterval(() => undefined, 1000)\`)`

for (const [how, env] of Object.entries({ 'becomes the gateway': {}, 'passes signals on': withoutExecve }))
  test(`a start without dependencies installs and builds, ${how}, and ends as the gateway ends`, async (t) => {
    const cwd = makeProject(t, installing)
    const child = spawn(process.execPath, ['scripts/start.js', 'word'], {
      cwd,
      env: { ...process.env, npm_execpath: join(cwd, 'npm.js'), ...env },
    })
    t.after(() => child.kill('SIGKILL'))
    let out = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        out += chunk
      })
    await until(() => out.includes('started word') || child.exitCode !== null, 'the program')
    assert.match(out, /started word/)
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    assert.equal(code, 7)
    assert.match(readFileSync(join(cwd, 'dist/.sources'), 'utf8'), /^[0-9a-f]{64}$/)
  })

test('an installation that fails ends the start', async (t) => {
  const cwd = makeProject(t, 'process.exit(5)')
  const env = { ...process.env, npm_execpath: join(cwd, 'npm.js') }
  const child = spawn(process.execPath, ['scripts/start.js'], { cwd, env, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  assert.equal(code, 1)
})
