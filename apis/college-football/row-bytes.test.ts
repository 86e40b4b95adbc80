// Rows that are written as bytes are the text that they would be as strings.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRowBytes } from './provider/answers/row-bytes.ts'

test('texts and numbers are written as JSON has them, however long they get', () => {
  const out = createRowBytes()
  const numbers = [0, -0, 7, 10, 99, 100, 999, 1000, 65_536, -1, -120, 0.5, 4.2, 0.667, 1e21, 2 ** 40]
  const head = ',{"n":"Zo\u00eb \u{1f3c8}","v":'
  let expected = ''
  for (let count = 0; count < 3000; count++) {
    const from = out.length
    out.text(head)
    const to = out.length
    for (const value of numbers) {
      out.number(value)
      out.byte(10)
      out.again(from, to)
    }
    out.bytes(Buffer.from('end'))
    expected += `${head}${numbers.map((value) => `${JSON.stringify(value)}\n${head}`).join('')}end`
  }
  const taken = out.take()
  assert.ok(taken.toString() === expected)
  assert.equal(out.length, 0)
  out.text('next')
  assert.equal(taken.length, Buffer.byteLength(expected), 'what was taken is not written to again')
  assert.equal(out.take().toString(), 'next')
})
