// Guards that integers beyond 2^53 stay as they were written, and that their number is bounded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withExactIntegers } from './exact-numbers.ts'
import { longIntegersIn, mostLongIntegers } from './long-integers.ts'

const id = '12345678901234567890'
const found = async (text: string) => {
  const bytes = Buffer.from(text)
  return (await longIntegersIn(bytes)).map(({ start, end }) => bytes.toString('latin1', start, end))
}

test('integers beyond 2^53 are found outside strings, and nothing else', async () => {
  const others = `"${id}","\\\\","\\"${id}\\"",1.${id},${id}.5,${id}e3,9007199254740991,true,false,null,"ж${id}"`
  assert.deepEqual(await found(`{"a":[${others},${id},-${id}],"${id}":${id}}`), [id, `-${id}`, id])
  assert.deepEqual(await found(id), [id])
  assert.deepEqual(await found(`[${'1'.repeat(200_000)}]`), [])
})

test('a body has only so many integers beyond 2^53, wherever they are', async () => {
  const bodyOf = (count: number) => Buffer.from(`{"tools":[${Array.from({ length: count }, () => id).join(',')}]}`)
  const read = async (bytes: Buffer) => withExactIntegers(JSON.parse(String(bytes)), bytes, ['tools'])
  const most = bodyOf(mostLongIntegers)
  assert.equal(JSON.stringify(await read(most)), String(most))
  await assert.rejects(read(bodyOf(mostLongIntegers + 1)), { name: 'ModelError', kind: 'invalid' })
})
