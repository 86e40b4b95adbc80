// Where npm runs no scripts (`ignore-scripts`), `npm start` installs by itself and then starts.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { projectFolder } from '../program.ts'
import { until } from '../until.ts'

/** A project with the real entry point, whose program and installation are stand-ins. */
function makeProject(t: TestContext, install: string): string {
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const source = join(root, 'packages/gateway/src')
  for (const folder of [source, join(root, 'scripts')]) mkdirSync(folder, { recursive: true })
  for (const name of ['main.js', 'install-first.js', 'thread-heaps.js'])
    cpSync(join(projectFolder, 'packages/gateway/src', name), join(source, name))
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(join(root, 'scripts/install.js'), install)
  writeFileSync(
    join(source, 'program.ts'),
    `export function run(): void {
      process.on('SIGTERM', () => process.exit(7))
      console.log('started ' + process.argv.slice(2).join(' '))
      setInterval(() => undefined, 1000)
    }`,
  )
  return root
}

const installing = `
  import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
  if (process.argv[2] !== '--omit=dev') process.exit(3)
  mkdirSync('node_modules/.bin', { recursive: true })
  symlinkSync(process.execPath, 'node_modules/.bin/node')
  writeFileSync('node_modules/.package-lock.json', '{}')`

test('a start without dependencies installs them, hands over, passes signals on and ends as the program ends', async (t) => {
  const cwd = makeProject(t, installing)
  const child = spawn(process.execPath, ['packages/gateway/src/main.js', 'word'], { cwd })
  t.after(() => child.kill('SIGKILL'))
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  await until(() => out.includes('started word'), 'the program')
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  assert.equal(code, 7)
})

test('an installation that fails ends the start', async (t) => {
  const cwd = makeProject(t, 'process.exit(5)')
  const child = spawn(process.execPath, ['packages/gateway/src/main.js'], { cwd, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  assert.equal(code, 5)
})
