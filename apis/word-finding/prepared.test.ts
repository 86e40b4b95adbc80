// The lexicon that the build makes: read only as it was written, made again for other sources, and kept otherwise.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { encodeTables } from './provider/lexicon/file.ts'
import { readPrepared, writePrepared } from './provider/lexicon/prepared.ts'
import { lexiconFileName } from './provider/lexicon/sources.ts'
import { smallTables } from './test/small-tables.ts'

const make = async () => encodeTables(smallTables())

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-prepared-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a build makes the lexicon once, and removes that of other sources', async (t) => {
  const folder = folderOf(t)
  writeFileSync(join(folder, 'word-finding-0-old.lexicon.zst'), 'of other sources')
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  await writePrepared(folder, say, make)
  assert.deepEqual(readdirSync(folder), [`${lexiconFileName()}.zst`])
  await writePrepared(folder, say, () => assert.fail('made twice'))
  assert.equal(said.length, 1)
  const read = await readPrepared(folder)
  assert.deepEqual(read && encodeTables(read), await make())
})

test('a damaged or missing lexicon is not read', async (t) => {
  const folder = folderOf(t)
  assert.equal(await readPrepared(folder), undefined)
  await writePrepared(folder, () => undefined, make)
  const path = join(folder, `${lexiconFileName()}.zst`)
  const whole = readFileSync(path)
  for (const damaged of [whole.subarray(0, whole.length / 2), Buffer.from('no lexicon at all'), Buffer.alloc(0)]) {
    writeFileSync(path, damaged)
    assert.equal(await readPrepared(folder), undefined)
  }
})
