// Guards that sandboxes which nobody uses go with their files, and that others stay.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSandboxesRepository } from '#store'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { createSandboxFolders } from './folders.ts'
import { removeUnused } from './unused.ts'

const dayMs = 86_400_000

await eachStore('sandboxes that nobody uses', (database) => {
  test('go after seven days, with their files and with files that belong to none', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
    t.after(() => rmSync(dataDir, { recursive: true, force: true }))
    const rows = createSandboxesRepository(database.store)
    const folders = createSandboxFolders(dataDir)
    const home = await folders.home()
    const make = async (id: string, usedAt: number, of = home) => {
      const own = { id, accountId: 'acc', name: id, home: of, seed: '1', beginsAt: null, createdAt: usedAt }
      await rows.insert({ ...own, openings: 0, clock: { aheadMs: 0 } }, 20)
      await folders.copy(join(dataDir, 'none'), folders.generation(id, 1), new URL(import.meta.url).pathname)
    }
    await make('sbx_old', dayMs)
    await make('sbx_new', 2 * dayMs)
    await make('sbx_other', dayMs, 'another machine')
    await folders.copy(join(dataDir, 'none'), folders.generation('sbx_lost', 1), new URL(import.meta.url).pathname)
    const ended: string[] = []
    const end = async ({ id }: { id: string }) => void ended.push(id)
    await removeUnused({ rows, folders, clock: () => 8.5 * dayMs, end })
    assert.deepEqual(await rows.ids(), ['sbx_new'])
    assert.deepEqual(ended.sort(), ['sbx_old', 'sbx_other'])
    assert.deepEqual(
      ['old', 'new', 'other', 'lost'].filter((id) => existsSync(folders.generation(`sbx_${id}`, 1))),
      ['new'],
    )
    assert.equal(await folders.home(), home)
  })
})
