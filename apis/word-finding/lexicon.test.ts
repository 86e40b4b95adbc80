// The lexicon's file: built only once, never read when anything about it is wrong, and not touched before the first
// call. Building it takes seconds, so few tests do.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { decodeTables, encodeTables } from './provider/lexicon/file.ts'
import { makeFile } from './provider/lexicon/making.ts'
import { openTables } from './provider/lexicon/open.ts'
import { lexiconFileName } from './provider/lexicon/sources.ts'
import { lexiconFolder } from './test/lexicon-folder.ts'
import { smallTables } from './test/small-tables.ts'
import { openWorld } from './test/world.ts'

const run = promisify(execFile)

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-lexicon-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The lexicon that the tests of this folder share. */
async function finishedFile(): Promise<string> {
  await openWorld().ask('/sug?s=a')
  return join(lexiconFolder(), lexiconFileName())
}

test('a damaged file is rebuilt by one process for all callers that wait, without blocking this one', async (t) => {
  const folder = emptyFolder(t)
  const path = join(folder, lexiconFileName())
  writeFileSync(path, 'no lexicon at all')
  const leftovers = [join(folder, 'word-finding-0-old.lexicon'), join(folder, 'word-finding-ab12cd')]
  writeFileSync(leftovers[0] ?? '', 'of another version')
  mkdirSync(leftovers[1] ?? '')
  const longAgo = new Date(Date.now() - 48 * 3600 * 1000)
  for (const leftover of leftovers) utimesSync(leftover, longAgo, longAgo)
  writeFileSync(join(folder, 'word-finding-9-new.lexicon'), 'of a version that somebody else may be using')
  writeFileSync(join(folder, 'other-api.bin'), 'of somebody else')

  const world = openWorld(folder)
  let ticks = 0
  const ticking = setInterval(() => void ticks++, 10)
  const calls = [
    '/words?ml=ringing+in+the+ears&max=1',
    '/words?sl=jirraf&max=1',
    '/sug?s=lanter&max=1',
    '/words?ml=ocean&max=1',
  ]
  const answers = await Promise.all(calls.map(world.words))
  clearInterval(ticking)

  assert.deepEqual(answers, [['tinnitus'], ['giraffe'], ['lantern'], ['sea']])
  assert.equal(world.logged.filter((line) => line.startsWith('building')).length, 1)
  assert.ok(ticks > 20, `this thread ran ${ticks} ticks`)
  assert.deepEqual(
    readdirSync(folder).sort(),
    [lexiconFileName(), 'word-finding-9-new.lexicon', 'other-api.bin'].sort(),
  )
  assert.equal(statSync(path).mode & 0o077, 0)

  assert.ok(readFileSync(path).equals(readFileSync(await finishedFile())), 'two builds differ')
  const later = openWorld(folder)
  assert.deepEqual(await later.words('/words?ml=ocean&max=1'), ['sea'])
  assert.deepEqual(later.logged, [])
})

test('processes that build it at the same time all get it, and leave one complete file', async (t) => {
  const folder = emptyFolder(t)
  const finished = await finishedFile()
  const opener = fileURLToPath(new URL('./test/opener.ts', import.meta.url))
  const open = async () => JSON.parse((await run(process.execPath, [opener, folder, finished])).stdout)
  const opened = await Promise.all([open(), open(), open()])
  for (const { words, messages } of opened) {
    assert.ok(words > 200_000)
    assert.ok(!messages.some((line: string) => line.includes('cannot')), messages.join())
  }
  assert.deepEqual(readdirSync(folder), [lexiconFileName()])
  assert.ok(readFileSync(join(folder, lexiconFileName())).equals(readFileSync(finished)))
  assert.deepEqual((await open()).messages, [])
})

test('the lexicon works even where its file cannot be stored', async (t) => {
  const folder = join(emptyFolder(t), 'not', 'there')
  const warned: string[] = []
  const log = { info: () => {}, warn: (message: string) => void warned.push(message) }
  const { wordAt } = await openTables({ folder, log }, async () => encodeTables(smallTables()))
  assert.deepEqual([...wordAt], [0, 3])
  assert.equal(warned.length, 1)
  assert.ok(!existsSync(folder))
})

test('a failure is reported, leaves nothing behind, and the next call tries again', async (t) => {
  const folder = emptyFolder(t)
  const log = { info: () => {}, warn: () => {} }
  const failing = openTables({ folder, log }, () => Promise.reject(new Error('no memory')))
  await assert.rejects(failing, /no memory/)
  await assert.rejects(
    openTables({ folder, log }, async () => new Uint8Array(100)),
    /cannot be read/,
  )
  assert.deepEqual(readdirSync(folder), [])
  const { wordAt } = await openTables({ folder, log }, async () => encodeTables(smallTables()))
  assert.deepEqual([...wordAt], [0, 3])
  assert.deepEqual(readdirSync(folder), [lexiconFileName()])
})

test('a build that fails, is cut short or writes something else is reported with its output', async (t) => {
  const folder = emptyFolder(t)
  const script = (text: string): string => {
    const path = join(folder, `${readdirSync(folder).length}.mjs`)
    writeFileSync(path, text)
    return path
  }
  const { bytes, wordAt } = { bytes: encodeTables(smallTables()), wordAt: [0, 3] }
  const writing = (expression: string) =>
    script(`const file = Buffer.from('${Buffer.from(bytes).toString('base64')}', 'base64')
      process.stdout.write(${expression})`)
  const lexicon = await makeFile(writing('file'))
  assert.deepEqual([...((await decodeTables(lexicon, async () => {}))?.wordAt ?? [])], wordAt)
  await assert.rejects(makeFile(script("throw new Error('a package is missing')")), /a package is missing/)
  await assert.rejects(makeFile(join(folder, 'nothing.mjs')), /no lexicon was built/)
  await assert.rejects(makeFile(script("process.kill(process.pid, 'SIGKILL')")), /SIGKILL/)
  for (const expression of [
    "''",
    "'x'.repeat(5000)",
    'file.subarray(0, -8)',
    "Buffer.concat([file, Buffer.from('x')])",
  ])
    await assert.rejects(makeFile(writing(expression)), /no lexicon was built/, expression)
})

test('the process that builds sees nothing of our environment', async (t) => {
  const path = join(emptyFolder(t), 'names.mjs')
  writeFileSync(path, "throw new Error('names: ' + Object.keys(process.env))")
  process.env.WORD_FINDING_TEST_SECRET = 'not for the builder'
  t.after(() => delete process.env.WORD_FINDING_TEST_SECRET)
  const isBare = ({ message }: Error) => message.includes('Error: names:') && !message.includes('WORD_FINDING')
  await assert.rejects(makeFile(path), isBare)
})

test('loading the provider loads neither the searches nor the packages behind them', async () => {
  const script = `
    import { registerHooks } from 'node:module'
    const seen = []
    registerHooks({ load(url, context, next) { seen.push(url); return next(url, context) } })
    await import(${JSON.stringify(new URL('./provider.ts', import.meta.url).href)})
    process.stdout.write(JSON.stringify(seen))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
  const seen: string[] = JSON.parse(stdout)
  assert.ok(seen.some((url) => url.endsWith('/word-finding/provider.ts')))
  assert.deepEqual(
    seen.filter((url) => /word-finding\/provider\/|wordnet|pronouncing|stemmer/.test(url)),
    [],
  )
})

test('the file name contains the format, the versions of the packages and a checksum of our definitions', () => {
  assert.match(lexiconFileName(), /^word-finding-\d+-3\.1\.14-3\.0\.0-2\.0\.1-[0-9a-f]+\.lexicon$/)
  assert.ok(existsSync(lexiconFolder()))
})
