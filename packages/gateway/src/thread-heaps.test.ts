// The young generation of a thread is half of that of the forwarding thread, whatever limits the thread is given.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runtimeFlags } from '../../cli/runtime-flags.ts'

const program = fileURLToPath(new URL('./thread-heaps.fixture.ts', import.meta.url))

test('a thread has at most 8 MB of it, and the main thread the 16 MB of the start script', () => {
  const { main, inThread } = JSON.parse(
    execFileSync(process.execPath, [...runtimeFlags(), program], { encoding: 'utf8' }),
  )
  assert.ok(main > 8 && main <= 16, `${main} MB`)
  assert.ok(inThread > 0 && inThread <= 8, `${inThread} MB`)
})
