// The growth assertion itself: it lets linear work pass and catches quadratic work.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from './growth.ts'

const text = (length: number) => 'a'.repeat(length)

test('work that looks at each character once passes as linear', async () => {
  await assertLinear({ text, work: (given) => [...given].map((one) => one.charCodeAt(0)).length })
})

test('work that looks at the rest of the text from each character fails', async () => {
  const work = (given: string) => given.replace(/a+$b/, '')
  await assert.rejects(assertLinear({ text, work }, 'an expression'), /an expression grows faster than its text/)
})

test('work whose cost comes in lumps, as the collection of garbage does, passes as linear', async () => {
  let due = 0
  const work = (given: string) => {
    due += given.length
    if (due < 2 ** 16) return
    due = 0
    const begun = process.cpuUsage()
    while (process.cpuUsage(begun).user < 150_000);
  }
  await assertLinear({ text, work, longest: 2 ** 16 })
})
