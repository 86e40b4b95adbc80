// Guards that sandboxes which nobody uses go with their files, and that others stay.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSandboxesRepository } from '#store'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { removeLeftBlanks } from './blank.ts'
import { createSandboxFolders } from './folders.ts'
import { removeUnused } from './unused.ts'

const dayMs = 86_400_000

await eachStore('sandboxes that nobody uses', (database) => {
  test('go after seven days, with their files and with files that belong to none', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
    t.after(() => rmSync(dataDir, { recursive: true, force: true }))
    const rows = createSandboxesRepository(database.store)
    const folders = createSandboxFolders(dataDir, 'proc_own')
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
    await removeUnused({ rows, folders, clock: () => 8.5 * dayMs, end, liveProcesses: async () => new Set() })
    assert.deepEqual([...(await rows.generations()).keys()], ['sbx_new'])
    assert.deepEqual(ended.sort(), ['sbx_old', 'sbx_other'])
    assert.deepEqual(
      ['old', 'new', 'other', 'lost'].filter((id) => existsSync(folders.generation(`sbx_${id}`, 1))),
      ['new'],
    )
    assert.equal(await folders.home(), home)
  })

  test('lose past generations and blank databases of processes that were killed, and keep those of living ones', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
    t.after(() => rmSync(dataDir, { recursive: true, force: true }))
    const rows = createSandboxesRepository(database.store)
    const [living, killed] = ['proc_living', 'proc_killed'].map((id) => createSandboxFolders(dataDir, id))
    assert.ok(living && killed)
    const id = 'sbx_past'
    const own = { id, accountId: 'acc', name: 'past', home: await living.home(), seed: '1', beginsAt: null }
    await rows.insert({ ...own, createdAt: 0, openings: 0, clock: { aheadMs: 0 } }, 20)
    const made: number[] = []
    for (const folders of [killed, living, killed, living, killed]) made.push(await folders.claim(id, 1))
    assert.deepEqual(made, [2, 3, 4, 5, 6])
    await rows.nextGeneration(id, { from: 1, to: 4, openings: 0, clock: { aheadMs: 0 } })
    await killed.need(id, 5)
    for (const name of ['proc_killed-abc123', 'proc_living-def456'])
      mkdirSync(join(dataDir, 'sandboxes', `blank-${name}`))
    const live = new Set(['proc_living'])
    const deps = { rows, folders: living, clock: () => 0, end: async () => {}, liveProcesses: async () => live }
    await removeUnused(deps)
    await removeLeftBlanks(dataDir, live)
    assert.deepEqual((await living.generations(id)).sort(), [3, 4, 5])
    assert.deepEqual(
      (await living.needs(id)).map(({ process }) => process),
      ['proc_living', 'proc_living'],
    )
    const blanks = () => readdirSync(join(dataDir, 'sandboxes')).filter((name) => name.startsWith('blank-'))
    assert.deepEqual(blanks(), ['blank-proc_living-def456'])
    await living.needNoMore(id, 3)
    await removeUnused(deps)
    assert.deepEqual((await living.generations(id)).sort(), [4, 5])
  })
})
