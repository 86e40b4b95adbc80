// Memory that is given back as soon as it is not needed: a GC would wait for tens of megabytes of it.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createKeptFigures, finished } from './provider/kept/kept-figures.ts'
import { createKeptFolder } from './provider/kept/kept-folder.ts'
import { createKeptPlays } from './provider/kept/kept-plays.ts'
import { createKeptRows, type RowGroup } from './provider/kept/kept-rows.ts'
import { createPlayColumns, emptyPlay } from './provider/plays/columns.ts'
import { simulateAside } from './seed/simulate-aside.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-football-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('an answer from kept rows, and a look whether they are kept, release the file; rows that are written are released', async () => {
  let written: Uint8Array | undefined
  let frames: readonly Uint8Array[] = []
  const read: Buffer[] = []
  const keptRows = createKeptRows(
    {
      path: async () => '',
      read: async () => {
        if (!written) return undefined
        const file = Buffer.from(new ArrayBuffer(written.length))
        file.set(written)
        read.push(file)
        return file
      },
      readNow: () => undefined,
      write: async (_season, _name, bytes) => {
        written = Buffer.concat(bytes)
        // outline and parts come first
        frames = bytes.slice(2)
        return true
      },
    },
    log,
  )
  const group: RowGroup = {
    ...{ season: { year: 2025, key: 'test' }, name: 'rows', stamp: '1', showsFew: false },
    parts: () => [{ id: 1, rows: () => Array.from({ length: 5000 }, (_none, row) => ({ row })) }],
  }
  const textOf = async () => {
    let text = ''
    for await (const piece of keptRows.read(group)) text += Buffer.from(piece).toString()
    return text
  }
  await keptRows.prepare(group, () => undefined)
  await keptRows.settled()
  assert.ok(frames.length > 0 && frames.every(({ length }) => length === 0))
  const first = await textOf()
  await keptRows.prepare(group, () => undefined)

  assert.equal(JSON.parse(`[${first.slice(1)}]`).length, 5000)
  assert.equal(await textOf(), first)
  assert.deepEqual(
    read.map(({ length }) => length),
    [0, 0, 0],
  )
})

test('columns that have grown release the memory that they had', () => {
  const columns = createPlayColumns(1)
  columns.push({ ...emptyPlay(), yards: 3 })
  const before = columns.bytes()
  columns.push({ ...emptyPlay(), yards: 4 })

  assert.equal(before.length, 0)
  assert.deepEqual([columns.at(0).yards, columns.at(1).yards], [3, 4])
})

test('figures that leave the memory are released, and read again by whoever still uses them', async (t) => {
  const figures = createKeptFigures(createKeptFolder({ cacheFolder: await newFolder(t), log }))
  const season = { year: 2025, key: 'test', games: [] }
  const of = (number: number) =>
    finished(
      // biome-ignore lint/correctness/useYield: nothing here is worth an interruption
      figures.of(season, `figures ${number}`, function* () {
        return new Uint8Array(2 ** 20).fill(number)
      }),
    )
  const first = await of(1)
  const memory = first()
  await figures.settled()
  for (let number = 2; number <= 12; number++) await of(number)

  assert.ok(memory.detached)
  assert.deepEqual(new Uint8Array(first()), new Uint8Array(2 ** 20).fill(1))
  // the folder is removed next
  await figures.settled()
})

test('plays that leave the memory are read again', async (t) => {
  const kept = createKeptPlays(createKeptFolder({ cacheFolder: await newFolder(t), log }))
  const rows = 120 * 1024
  const columns = createPlayColumns(rows)
  const play = emptyPlay()
  for (let row = 0; row < rows; row++) columns.push({ ...play, clock: row % 60_000 })
  const season = { year: 2025, key: 'test' }
  await kept.write(season, columns, [])
  const [one, other] = [await kept.read(season), await kept.read(season)]
  assert.ok(one && other)

  assert.equal(one.plays.at(5).clock, 5)
  for (let row = 0; row < rows; row += 1024) assert.equal(other.plays.at(row).clock, row % 60_000)
  assert.equal(one.plays.at(6).clock, 6)
})

test('finished seasons are simulated by a thread that ends', async (t) => {
  const cacheFolder = await newFolder(t)
  await simulateAside({ cacheFolder, nowMs: Date.UTC(2026, 9, 12) })

  const files = await readdir(cacheFolder, { recursive: true })
  assert.deepEqual(
    files
      .filter((name) => name.endsWith('plays'))
      .map((name) => /(\d+)-sample/.exec(name)?.[1])
      .sort(),
    ['2021', '2022', '2023', '2024', '2025'],
  )
})
