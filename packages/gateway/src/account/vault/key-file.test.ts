// Guards the master key file: who may read it, what is accepted as one, and that it is replaced atomically.
import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createKeyFile, readKeyFile, writeKeyFile } from './key-file.ts'
import { type Keyring, MasterKeyRefused } from './keyring.ts'

const folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
after(() => rm(folder, { recursive: true }))
const newRing = (...versions: number[]): Keyring => ({
  current: Math.max(...versions),
  keys: new Map(versions.map((version) => [version, createSecretKey(randomBytes(32))])),
})
const exported = (ring: Keyring | undefined) =>
  [...(ring?.keys ?? [])].map(([version, key]) => [version, key.export().toString('hex')])

test('a keyring reads back as written, and only its owner can read the file', async () => {
  const path = join(folder, 'round.key')
  assert.equal(await readKeyFile(path), undefined)
  const ring = newRing(1, 2)
  await createKeyFile(path, ring, randomBytes)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.deepEqual(exported(await readKeyFile(path)), exported(ring))
  const next = newRing(2, 3)
  await writeKeyFile(path, next, randomBytes)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.equal((await readKeyFile(path))?.current, 3)
  assert.deepEqual(exported(await readKeyFile(path)), exported(next))
})

test('readable key file: any access for group or others is refused with the command that fixes it', async () => {
  const path = join(folder, 'open.key')
  await createKeyFile(path, newRing(1), randomBytes)
  for (const mode of [0o640, 0o604, 0o620, 0o602, 0o660, 0o644, 0o601]) {
    await chmod(path, mode)
    await assert.rejects(
      readKeyFile(path),
      (error) => error instanceof MasterKeyRefused && error.message.includes(`chmod 600 ${path}`),
    )
  }
  await chmod(path, 0o400)
  assert.equal((await readKeyFile(path))?.current, 1)
})

test('on a read-only mount, where nobody can change the mode, a key file may be open to others', async () => {
  const path = join(folder, 'mounted.key')
  await createKeyFile(path, newRing(1), randomBytes)
  await chmod(path, 0o444)
  await assert.rejects(readKeyFile(path), MasterKeyRefused)
  assert.equal((await readKeyFile(path, () => true))?.current, 1)
})

test('several processes that create the file at once end up with the same key', async () => {
  const path = join(folder, 'race', 'master.key')
  const rings = Array.from({ length: 8 }, () => newRing(1))
  await Promise.all(rings.map((ring) => createKeyFile(path, ring, randomBytes)))
  const winner = exported(await readKeyFile(path))
  assert.ok(rings.some((ring) => JSON.stringify(exported(ring)) === JSON.stringify(winner)))
  assert.deepEqual(await readdir(join(folder, 'race')), ['master.key'])
})

test('copies of keys that a crash left behind are deleted by the next write', async () => {
  const path = join(folder, 'left', 'master.key')
  await createKeyFile(path, newRing(1), randomBytes)
  await writeFile(`${path}.0011223344556677.tmp`, 'left by a crash')
  await writeKeyFile(path, newRing(1, 2), randomBytes)
  assert.deepEqual(await readdir(join(folder, 'left')), ['master.key'])
})

test('damaged files are refused without repeating their content', async () => {
  const path = join(folder, 'damaged.key')
  const ring = newRing(1)
  await createKeyFile(path, ring, randomBytes)
  const text = await readFile(path, 'utf8')
  const key = String(exported(ring)[0]?.[1])
  const base64 = Buffer.from(key, 'hex').toString('base64')
  const damaged = [
    '',
    text.slice(0, -8),
    '[]',
    'null',
    '{"current":1}',
    `{"current":2,"keys":{"1":"${base64}"}}`,
    `{"current":"1","keys":{"1":"${base64}"}}`,
    `{"current":1,"keys":{"1":"${base64.slice(1)}"}}`,
    `{"current":1,"keys":{"1":{"key":"${base64}"}}}`,
    `{"current":1,"keys":{"1":"${base64}","x":"${base64}"}}`,
    ' '.repeat(70_000),
  ]
  for (const content of damaged) {
    await writeFile(path, content)
    await assert.rejects(
      readKeyFile(path),
      (error) => error instanceof MasterKeyRefused && !error.message.includes(base64.slice(4, 20)),
    )
  }
  await assert.rejects(readKeyFile(folder), MasterKeyRefused)
})
