import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBroadcastBuilder } from './broadcasts.ts'

test('the rows of a pid are found among others whose hashes lie beside its own, and no others', () => {
  const count = 5000
  const builder = createBroadcastBuilder(count + 1, { programme: () => -1, version: () => -1 })
  const pidOf = (number: number) => `p${number.toString(36).padStart(7, '0')}`
  const row = (number: number) => ({
    ...{ pid: pidOf(number), partner: 's1', service: 'one', programme: undefined, version: undefined },
    ...{ start: number, end: number + 1, flags: 0, updated: 0, details: undefined },
  })
  for (let number = 0; number < count; number++) builder.add(row(number))
  builder.add(row(77))
  const { rowsOf } = builder.finish()
  for (let number = 0; number < count; number++)
    assert.deepEqual(rowsOf(pidOf(number)), number === 77 ? [77, count] : [number])
  for (let number = count; number < 2 * count; number++) assert.deepEqual(rowsOf(pidOf(number)), [])
})

test('the rows of a few programmes are listed in the order of their start, and those of many are left to a scan', () => {
  const builder = createBroadcastBuilder(1600, { programme: (pid) => Number(pid) - 1, version: () => -1 })
  // programme 0 is unknown; the others take turns
  for (let number = 0; number < 1600; number++)
    builder.add({
      ...{ pid: `p${number}`, partner: 's1', service: 'one', programme: String(number % 100), version: undefined },
      ...{ start: number, end: number + 1, flags: 0, updated: 0, details: undefined },
    })
  const { rowsOfProgrammes } = builder.finish()
  const mask = (...programmes: number[]) =>
    Uint8Array.from({ length: 99 }, (_, at) => (programmes.includes(at) ? 1 : 0))
  const rows = rowsOfProgrammes(mask(41, 6))
  const expected = Array.from({ length: 16 }, (_, at) => [100 * at + 7, 100 * at + 42]).flat()
  assert.deepEqual([...(rows ?? [])], expected)
  assert.deepEqual([...(rowsOfProgrammes(mask()) ?? [])], [])
  assert.equal(rowsOfProgrammes(mask(1, 2, 3, 4, 5, 6, 7)), undefined)
})
