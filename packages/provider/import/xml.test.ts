// Records in XML: as they arrive in pieces, with prefixes and sections, and files that would hurt.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#define'
import { allOf, stringPieces, ticksWhileReading } from './pieces.fixture.ts'
import { xmlRecords } from './xml.ts'

const options = { isRecord: (name: string) => name === 'record', maxLength: 10_000 }
const read = (content: string, size = 7) => allOf(xmlRecords(stringPieces(content, size), options))
const rejects = (reason: RegExp) => (error: unknown) =>
  error instanceof Failure && error.code === 'import.invalid' && reason.test(error.message)

const file = `<?xml version="1.0"?>
<m:collection xmlns:m="urn:x"><!-- one -->
  <m:record id="1"><a>x &amp; <b>y</b> z</a></m:record>
  <m:other><a>no</a></m:other>
  <m:record><![CDATA[<raw>]]><record>inner</record></m:record>
</m:collection>`

test('records are found whatever the pieces, with their lines, attributes, entities and sections', async () => {
  for (const size of [1, 7, 100, 10_000]) {
    const records = await read(file, size)
    assert.deepEqual(
      records.map(({ line, element }) => [line, element.attributes.id, element.children.map((child) => child.text)]),
      [
        [3, '1', ['x &  z']],
        [5, undefined, ['inner']],
      ],
    )
    assert.equal(records[0]?.element.children[0]?.children[0]?.text, 'y')
    assert.equal(records[1]?.element.text, '<raw>')
  }
})

test('what is not well-formed, truncated or has a document type is refused with its line', async () => {
  await assert.rejects(read('<a>\n<record></b></a>'), rejects(/line 2: it is not well-formed XML/))
  await assert.rejects(read('<a>\n<record>'), rejects(/line 2: the file is truncated inside "record"/))
  await assert.rejects(read('<!DOCTYPE a [<!ENTITY e "e">]><a/>'), rejects(/document type/))
  await assert.rejects(read('<a>&bomb;</a>'), rejects(/not well-formed/))
  await assert.rejects(read('no XML'), rejects(/not well-formed/))
})

test('a record that is too long or too deep is refused before it is held whole', async () => {
  await assert.rejects(read(`<record>${'x'.repeat(50_000)}`, 1000), rejects(/more than 10000 characters/))
  await assert.rejects(read(`<record ${'x'.repeat(50_000)}`, 1000), rejects(/more than 10000 characters/))
  await assert.rejects(read(`<other>${'x'.repeat(50_000)}`, 1000), rejects(/more than 10000 characters/))
  await assert.rejects(read('<a>'.repeat(65), 1000), rejects(/nested beyond 64/))
})

test('a long file does not hold the thread', async () => {
  const records = `<all>${'<record><a>b</a></record>'.repeat(40_000)}</all>`
  assert.ok((await ticksWhileReading(xmlRecords(stringPieces(records, records.length), options))) > 1)
})
