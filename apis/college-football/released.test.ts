// Memory that is given back as soon as it is not needed: a GC would wait for tens of megabytes of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeptRows, type RowGroup } from './provider/kept/kept-rows.ts'
import { createPlayColumns, emptyPlay } from './provider/plays/columns.ts'

test('an answer from kept rows, and a look whether they are kept, release the file', async () => {
  let written: Uint8Array | undefined
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
        return true
      },
    },
    { info: () => undefined, warn: () => undefined, error: () => undefined },
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
