// The table finds what a linear search finds: the first index of a string, and no string that is not in the list.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCatalogue } from './catalogue.ts'
import { createNameTable } from './name-table.ts'

const catalogue = readCatalogue()

test('the first index of every string is found, and no other string', () => {
  const text = fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('', 'a', 'b', '★', 'constructor'))
  fc.assert(
    fc.property(fc.array(text), fc.array(text), (list, others) => {
      const table = createNameTable(list.length, (index) => list[index] ?? '')
      for (const one of [...list, ...others]) {
        const first = list.indexOf(one)
        assert.equal(table.indexOf(one), first < 0 ? undefined : first)
      }
    }),
  )
})

test('strings with the same hash are distinguished', () => {
  // among this many some share a 32-bit hash
  const table = createNameTable(300_000, (index) => `${index} ${index % 7}`)
  for (let index = 0; index < 300_000; index++) assert.equal(table.indexOf(`${index} ${index % 7}`), index)
})

test('every name of the catalogue is found at its index', () => {
  const { items } = catalogue
  const table = createNameTable(items.length, (index) => items[index]?.name ?? '')
  for (const { name, rank } of items) {
    assert.equal(table.indexOf(name), rank)
    assert.equal(table.indexOf(`${name} `), undefined)
  }
})
