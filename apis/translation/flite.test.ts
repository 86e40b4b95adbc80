// Flite as a voice. Under CI it must be installed; elsewhere the suite says that it did not run.
import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createFlite } from './provider/engines/flite/engine.ts'
import { createPocketSphinx } from './provider/engines/pocketsphinx/engine.ts'

const quiet = { warn: () => undefined }
const isInstalled = existsSync('/usr/bin/flite')
if (!isInstalled && process.env.CI === 'true') throw new Error('no flite, and under CI nothing is left out')
if (!isInstalled) process.stdout.write('not run: no flite\n')

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'voice-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

test('without the program there is no voice, and one that fails or writes no audio is named as unavailable', async (t) => {
  const folder = folderFor(t)
  assert.equal(createFlite({ log: quiet, folder, program: '/nowhere' }), undefined)
  const { signal } = new AbortController()
  for (const script of ['exit 1', 'printf "no audio" > "$6"', 'exit 0']) {
    const own = folderFor(t)
    const program = join(own, 'program')
    writeFileSync(program, `#!/bin/sh\n${script}\n`)
    chmodSync(program, 0o755)
    const failing = createFlite({ log: quiet, folder, program })
    assert.ok(failing)
    await assert.rejects(failing.speak('hello', signal), { status: 503 })
  }
  assert.deepEqual(readdirSync(folder), [])
})

if (isInstalled)
  test('a text is said as samples, whatever it begins with, and an abandoned one leaves nothing', async (t) => {
    const folder = folderFor(t)
    const flite = createFlite({ log: quiet, folder })
    assert.ok(flite)
    const { signal } = new AbortController()
    const short = await flite.speak('-version', signal)
    const long = await flite.speak('We are going to the market.', signal)
    assert.ok(short.length > 3200 && long.length > 32_000 && long.length % 2 === 0)
    await assert.rejects(flite.speak('hello', AbortSignal.abort()), { name: 'AbortError' })
    assert.deepEqual(readdirSync(folder), [])
    const recogniser = createPocketSphinx(quiet)?.open({ language: 'en', terms: [] })
    if (!recogniser) return
    await recogniser.write(Buffer.concat([Buffer.alloc(48_000), long, Buffer.alloc(48_000)]))
    recogniser.end()
    const heard: string[] = []
    for await (const { text } of recogniser.heard) heard.push(text)
    assert.deepEqual(heard, ['we are going to the market'])
  })
