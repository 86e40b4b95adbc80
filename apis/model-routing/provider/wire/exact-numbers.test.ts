// Guards that integers beyond 2^53 stay as they were written, and that reading them is bounded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxExactValues, parsedEvent, parsedExactly, withExactIntegers } from './exact-numbers.ts'

const id = '12345678901234567890'

test('integers beyond 2^53 stay as they were written, and nothing else changes', () => {
  const others = `"${id}","\\\\","\\"${id}\\"",1.5,9007199254740991,true,false,null,"ж${id}"`
  const text = `{"a":[${others},${id},-${id}],"${id}":${id}}`
  const written = JSON.stringify(parsedExactly(text))
  const expected = JSON.stringify(JSON.parse(text)).replaceAll('12345678901234567000', id)
  assert.equal(written, expected)
  assert.equal(JSON.stringify(parsedExactly(id)), id)
  for (const fraction of [`${id}.5`, `${id}e3`, '1.0000000000000001'])
    assert.equal(parsedExactly(fraction), JSON.parse(fraction))
  assert.equal(parsedEvent(`{"a":${id}`), undefined)
})

test('of a body only the members that hold tools and their calls are read so', async () => {
  const bytes = Buffer.from(`{"tools":[${id}],"seed":${id}}`)
  const exact = await withExactIntegers(JSON.parse(String(bytes)), bytes, ['tools'])
  assert.equal(JSON.stringify(exact), `{"tools":[${id}],"seed":12345678901234567000}`)
})

test('a body with such integers has only so many values', async () => {
  const bodyOf = (count: number) => Buffer.from(`{"tools":[${Array.from({ length: count }, () => id).join(',')}]}`)
  const read = (bytes: Buffer) => withExactIntegers(JSON.parse(String(bytes)), bytes, ['tools'])
  // the list and the body are values too
  const most = bodyOf(maxExactValues - 2)
  assert.equal(JSON.stringify(await read(most)), String(most))
  await assert.rejects(read(bodyOf(maxExactValues)), { name: 'ModelError', kind: 'invalid' })
})

test('a long body is searched in turns, also for digits across two of them', async () => {
  const mebibyte = 2 ** 20
  for (let cut = 1; cut < id.length; cut++) {
    const head = '{"text":"'
    const text = 'ж'.repeat((mebibyte * 4 - head.length - '","tools":['.length - cut) / 2)
    const padding = ' '.repeat((mebibyte * 4 - head.length - '","tools":['.length - cut) % 2)
    const bytes = Buffer.from(`${head}${text}","tools":[${padding}${id}]}`)
    assert.equal(bytes.indexOf(id), mebibyte * 4 - cut)
    const turns = turnsWhile(withExactIntegers(JSON.parse(String(bytes)), bytes, ['tools']))
    const exact = Object(await turns.result)
    assert.equal(JSON.stringify(exact.tools), `[${id}]`)
    assert.equal(exact.text.length, text.length)
    assert.ok(turns.count() >= 4)
  }
  const without = Buffer.from(JSON.stringify({ text: 'ж'.repeat(mebibyte * 2) }))
  const search = turnsWhile(withExactIntegers({}, without, ['tools']))
  await search.result
  assert.ok(search.count() >= 3)
})

test('digits within a long string are no integers, and the string is not parsed with the rest', async () => {
  const digits = '1'.repeat(2 ** 22)
  const bytes = Buffer.from(`{"tools":[${id}],"text":"${digits}"}`)
  const turns = turnsWhile(withExactIntegers(JSON.parse(String(bytes)), bytes, ['tools', 'text']))
  assert.equal(JSON.stringify(await turns.result), String(bytes))
  assert.ok(turns.count() >= 4)
})

/** Counts the turns of the event loop until the promise is fulfilled. */
function turnsWhile<T>(result: Promise<T>): { readonly result: Promise<T>; count(): number } {
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  return { result: result.finally(() => clearImmediate(next)), count: () => turns }
}
