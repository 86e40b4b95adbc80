// Guards that files which other users may read are found and named together with what closes them.
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openGateway } from '../../../../tests/harness/open-gateway.ts'
import { exposedFiles } from './exposed-files.ts'

const skip = process.platform === 'win32' && 'Windows has no mode bits'
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
after(() => rmSync(folder, { recursive: true }))

function write(name: string, mode: number): string {
  const path = join(folder, name)
  writeFileSync(path, 'x')
  chmodSync(path, mode)
  return path
}

test('each file and folder that others may read is named with the command that closes it', { skip }, () => {
  for (const name of ['config', 'backups', 'cache']) mkdirSync(join(folder, name), { mode: 0o700 })
  for (const name of ['gatehouse.db', 'master.key', 'config/model-routing.json']) write(name, 0o600)
  assert.deepEqual(exposedFiles({ dataDir: folder, url: undefined }), [])

  write('cache/words.bin', 0o644)
  const open = [
    write('gatehouse.db', 0o644),
    write('master.key', 0o640),
    write('gatehouse-2026-11-02.backup', 0o604),
    write('config/model-routing.json', 0o660),
    write('backups/monday.db', 0o644),
    write('elsewhere.sqlite', 0o644),
  ]
  const exposed = exposedFiles({ dataDir: folder, url: `sqlite:${join(folder, 'elsewhere.sqlite')}` })
  assert.deepEqual(new Set(exposed.map(({ path }) => path)), new Set(open))
  for (const { path, remedy } of exposed) assert.equal(remedy, `chmod 600 ${path}`)

  for (const path of open) chmodSync(path, 0o600)
  chmodSync(folder, 0o750)
  assert.deepEqual(exposedFiles({ dataDir: folder, url: undefined }), [{ path: folder, remedy: `chmod 700 ${folder}` }])
  chmodSync(folder, 0o700)
})

test('a gateway opens none of its own files to others, and warns at start of one that somebody opened', {
  skip,
}, async (t) => {
  const dataDir = join(folder, 'data')
  const first = await openGateway(t, { apis: [], dataDir })
  assert.deepEqual(exposedFiles({ dataDir, url: undefined }), [])
  assert.equal(statSync(join(dataDir, 'gatehouse.db')).mode & 0o777, 0o600)
  assert.ok(!first.logged.join('').includes('other users may read'))
  await first.stop()
  chmodSync(join(dataDir, 'gatehouse.db'), 0o644)
  const second = await openGateway(t, { apis: [], dataDir })
  const lines = second.logged.join('')
  assert.match(lines, /other users may read a file/)
  assert.ok(lines.includes(`chmod 600 ${join(dataDir, 'gatehouse.db')}`))
})
