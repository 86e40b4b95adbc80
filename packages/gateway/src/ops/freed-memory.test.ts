// Memory that was freed goes back to the system, on the C library that keeps it.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runtimeFlags } from '../../../cli/runtime-flags.ts'
import { createTrimming } from './freed-memory.ts'

const mb = 1024 * 1024

function trimmingAt(bytes: number) {
  const process = { bytes, trims: 0 }
  const check = createTrimming({
    trim: () => {
      process.trims++
    },
    residentBytes: () => process.bytes,
  })
  return { process, check }
}

test('a process that stays as it is is not trimmed again and again', () => {
  const { process, check } = trimmingAt(300 * mb)
  for (const bytes of [300, 305, 296, 300]) {
    process.bytes = bytes * mb
    check()
  }
  assert.equal(process.trims, 0)
})

test('growing and shrinking since the last time are both reasons, little by little as well', () => {
  const { process, check } = trimmingAt(300 * mb)
  const trimsAt = [305, 310, 312, 320, 315, 305].map((bytes) => {
    process.bytes = bytes * mb
    check()
    return process.trims
  })
  assert.deepEqual(trimsAt, [0, 1, 1, 2, 2, 3])
})

const program = fileURLToPath(new URL('./freed-memory.fixture.ts', import.meta.url))

function run(flags: readonly string[]): { isFound: boolean; before: number; after: number } {
  return JSON.parse(execFileSync(process.execPath, [...flags, '--expose-gc', program], { encoding: 'utf8' }))
}

test('what a thread has freed goes back to the system', { skip: process.platform !== 'linux' }, () => {
  const { isFound, before, after } = run(runtimeFlags())
  assert.ok(isFound)
  assert.ok(before - after > 30 * mb, `${before} bytes, then ${after}`)
})

test('without the module nothing is found, and nothing fails', () => {
  const { isFound, before, after } = run([...runtimeFlags(), '--no-experimental-ffi'])
  assert.equal(isFound, false)
  assert.ok(before - after < 30 * mb, `${before} bytes, then ${after}`)
})
