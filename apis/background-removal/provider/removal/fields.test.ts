// Every field: what it accepts, and the code with which anything else is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#define'
import { namedColours, parseColour } from './colours.ts'
import { prefersJson } from './prefers-json.ts'
import { readOptions } from './read-options.ts'

const refused: readonly (readonly [string, readonly unknown[]])[] = [
  ['size', ['huge', '0.25', 'constructor']],
  ['format', ['gif', 'PNG ', 'jpeg']],
  ['channels', ['rgb', 'Alpha']],
  ['type', ['cat']],
  ['type_level', ['3', 0, 'latest1']],
  ['roi', ['0 0 10 10', '1px 2px 3px', '1px 2px 3px 4px 5px', '-1px 0px 5px 5px', '1e3px 0px 5px 5px', 'a b c d']],
  ['crop', ['yes', '1']],
  ['crop_margin', ['5', '1px 2px 3px', '-1px', '1px 2px 3px 4px 5px', '10em']],
  ['scale', ['9%', '101%', '50px', 'double']],
  ['position', ['left', '101%', '10px', '1% 2% 3%']],
  ['add_shadow', ['maybe']],
  ['semitransparency', ['0']],
  ['bg_color', ['12345', 'not-a-colour', '#12', 'constructor']],
]

test('a value that a field may not have is refused with the name of the field in its code', () => {
  for (const [name, values] of refused)
    for (const value of values)
      assert.throws(
        () => readOptions({ [name]: value }),
        (error) =>
          error instanceof Refusal &&
          error.status === 400 &&
          Object(error.body).errors[0].code === `invalid_${name}` &&
          Object(error.body).errors[0].detail.length > 0,
        `${name}=${value}`,
      )
})

test('absent and empty fields have their defaults', () => {
  const defaults = readOptions({})
  const names = refused.map(([name]) => name)
  assert.deepEqual(readOptions(Object.fromEntries(names.map((name) => [name, '']))), defaults)
  const { size, format, channels, type, typeLevel, crop, shadow, semitransparency, position } = defaults
  assert.deepEqual([size, format, channels, type, typeLevel], ['preview', 'auto', 'rgba', 'auto', 1])
  assert.deepEqual([crop, shadow, semitransparency, position], [false, false, true, 'original'])
})

test('booleans and levels may be real ones or strings', () => {
  for (const truth of [true, 'true', 'True']) assert.equal(readOptions({ crop: truth }).crop, true)
  for (const truth of [false, 'false']) assert.equal(readOptions({ semitransparency: truth }).semitransparency, false)
  assert.deepEqual(
    [1, '2', 'latest', 'none'].map((level) => readOptions({ type_level: level }).typeLevel),
    [1, 2, 2, 'none'],
  )
})

test('colours have 3, 4, 6 or 8 hex digits or a name of CSS', () => {
  const parsed = (text: string) => Object.values(parseColour(text) ?? {})
  assert.deepEqual(parsed('81d4fa'), [0x81, 0xd4, 0xfa, 255])
  assert.deepEqual(parsed('81d4fa77'), [0x81, 0xd4, 0xfa, 0x77])
  assert.deepEqual(parsed('#FFF'), [255, 255, 255, 255])
  assert.deepEqual(parsed('f008'), [255, 0, 0, 0x88])
  assert.deepEqual(parsed('Green'), [0, 128, 0, 255])
  assert.deepEqual(parsed('transparent'), [0, 0, 0, 0])
  assert.equal(namedColours.size, 149)
})

test('JSON is the answer only where it is named and wanted at least as much as an image', () => {
  for (const accept of ['application/json', 'image/png;q=0.5, application/json', 'application/json, */*'])
    assert.equal(prefersJson(accept), true, accept)
  for (const accept of [undefined, '*/*', 'image/*', 'application/json;q=0', 'image/png, application/json;q=0.9'])
    assert.equal(prefersJson(accept), false, String(accept))
})
