// Guards that files which a snapshot reads stay until it is made, and that it is of one state.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { present } from '#define/present'
import { createSandboxesRepository } from '#store'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { createSandboxFolders } from './folders.ts'
import { removeIfPast } from './generations.ts'
import { createSnapshots } from './snapshots.ts'

await eachStore('a snapshot', (database) => {
  test('of a sandbox that another process resets meanwhile is given up, with its files', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
    t.after(() => rmSync(dataDir, { recursive: true, force: true }))
    const rows = createSandboxesRepository(database.store)
    const folders = createSandboxFolders(dataDir, 'proc_own')
    const others = createSandboxFolders(dataDir, 'proc_other')
    const id = 'sbx_kept'
    const own = { id, accountId: 'acc', name: 'kept', home: await folders.home(), seed: '1', beginsAt: null }
    await rows.insert({ ...own, createdAt: 0, openings: 0, clock: { at: 1 } }, 20)
    for (const generation of [1, 2]) mkdirSync(folders.generation(id, generation), { recursive: true })
    const blank = { path: async () => new URL(import.meta.url).pathname }
    let isReset = false
    const fill: typeof folders.fill = async (...args) => {
      if (isReset) {
        await rows.nextGeneration(id, { from: 1, to: 2, openings: 0, clock: { at: 2 } })
        await removeIfPast({ rows, folders: others }, { id, generation: 1 })
        assert.ok(existsSync(folders.generation(id, 1)))
      }
      await folders.fill(...args)
    }
    const room = { forCopy: async () => undefined }
    const snapshots = createSnapshots({ rows, folders: { ...folders, fill }, blank, room })
    const row = present(await rows.find('acc', 'kept'))

    const first = await snapshots.take(row, { name: 'first', createdAt: 0 })
    assert.deepEqual([first.generation, first.clock], [3, { at: 1 }])
    // under the same name: in a folder of its own, and the previous one goes
    const again = await snapshots.take(row, { name: 'first', createdAt: 0 })
    assert.deepEqual([again.generation, await folders.generations(id)], [4, [1, 2, 4]])
    isReset = true
    await assert.rejects(snapshots.take(row, { name: 'torn', createdAt: 0 }), { code: 'sandbox.restarted' })
    assert.deepEqual(await folders.generations(id), [2, 4])
    assert.deepEqual(await folders.needs(id), [])
    await assert.rejects(snapshots.take(row, { name: 'late', createdAt: 0 }), { code: 'sandbox.restarted' })
    await snapshots.remove(row, 'first')
    assert.deepEqual(await folders.generations(id), [2])
  })
})
