// Guards the room of an account: copies that exceed it are refused before they are made, and calls once it is exceeded.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { present } from '#define/present'
import { createSandboxesRepository } from '#store'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { createSandboxFolders } from './folders.ts'
import { createRoom } from './room.ts'

const mega = 1_000_000

await eachStore('the room of sandboxes', (database) => {
  test('is shared by sandboxes and snapshots of one account, and says what to delete', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
    t.after(() => rmSync(dataDir, { recursive: true, force: true }))
    const rows = createSandboxesRepository(database.store)
    const folders = createSandboxFolders(dataDir, 'proc_own')
    const clock = { ms: 0 }
    const room = createRoom({ rows, folders, monotonic: () => clock.ms, limit: 10 * mega })
    const put = (folder: string, bytes: number) => {
      mkdirSync(join(folder, 'files'), { recursive: true })
      writeFileSync(join(folder, 'files', 'content'), Buffer.alloc(bytes))
    }
    for (const [id, accountId] of [
      ['sbx_a', 'acc'],
      ['sbx_b', 'acc'],
      ['sbx_c', 'other'],
    ] as const) {
      const own = { id, accountId, name: id.slice(-1), home: 'here', seed: '1', beginsAt: null }
      await rows.insert({ ...own, createdAt: 0, openings: 0, clock: { aheadMs: 0 } }, 20)
      put(folders.generation(id, 1), 2 * mega)
    }
    await rows.putSnapshot('sbx_a', { name: 'large', generation: 2, clock: { aheadMs: 0 }, openings: 0, createdAt: 0 })
    put(folders.generation('sbx_a', 2), 4 * mega)
    assert.equal(await room.bytesOf(present(await rows.find('acc', 'a'))), 6 * mega)
    await room.forCall('acc')
    await room.forCopy('acc', folders.generation('sbx_b', 1))
    await assert.rejects(room.forCopy('acc', folders.generation('sbx_a', 2)), {
      code: 'thing.conflict',
      message:
        'The sandboxes and snapshots of the account take 8 MB of 10 MB. Delete some first; the snapshot large of a has 4 MB.',
    })
    await room.forCopy('other', folders.generation('sbx_a', 2))

    put(folders.generation('sbx_b', 1), 7 * mega)
    clock.ms += 60_000
    await assert.rejects(room.forCall('acc'), { code: 'thing.conflict' })
    await room.forCall('other')
    await rows.removeSnapshot('sbx_a', 'large')
    clock.ms += 1000
    await room.forCall('acc')
    // a look a minute is enough
    put(folders.generation('sbx_b', 1), 70 * mega)
    clock.ms += 59_999
    await room.forCall('acc')
    clock.ms += 1
    await assert.rejects(room.forCall('acc'), { code: 'thing.conflict' })
  })

  test('is measured once for many calls at once', async () => {
    const rows = createSandboxesRepository(database.store)
    const folders = createSandboxFolders('/nowhere', 'proc_own')
    let lists = 0
    const list: typeof rows.list = (account) => {
      lists++
      return rows.list(account)
    }
    const room = createRoom({ rows: { ...rows, list }, folders, monotonic: () => 0 })
    await Promise.all(Array.from({ length: 100 }, () => room.forCall('acc')))
    assert.equal(lists, 1)
  })
})
