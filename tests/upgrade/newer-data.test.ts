// A database that a later version has migrated: an older program serves it if the migrations say so, and otherwise
// names the version that made it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { keysOf, programThatEnds, projectFolder, startProgram } from '../harness/program.ts'
import { eachStore } from '../harness/services.ts'

const { version }: { version: string } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'))

await eachStore('newer data', (database) => {
  test('is served within what its migrations allow, and refused with the version that made it', async (t) => {
    const { url, dataDir } = database.target
    const environment = url === undefined ? {} : { GATEHOUSE_DATABASE_URL: url }
    const first = await startProgram(t, { dataDir, environment })
    const key = keysOf(first).gateway
    first.signal('SIGTERM')
    await first.ended
    const later = (name: string, oldest: string) =>
      database.store.db
        .insertInto('migrations')
        .values({ name, applied_at: 1, runs_with: oldest, made_by: '99.0.0' })
        .execute()
    for (const prefix of ['core', 'cat-facts']) await later(`${prefix}/9998-adds`, version)
    const served = await startProgram(t, { dataDir, environment })
    // answered by a thread, which opens the database itself
    const answer = await fetch(`${served.baseUrl}/v1/proxy/cat-facts/fact`, { headers: { 'x-gateway-key': key } })
    assert.equal(answer.status, 200, await answer.text())
    served.signal('SIGTERM')
    await served.ended
    await later('core/9999-replaces', '99.0.0')
    const refused = await programThatEnds(t, { dataDir, environment })
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /core\/9998-adds, core\/9999-replaces\. Start version 99\.0\.0, which wrote it/)
  })
})
