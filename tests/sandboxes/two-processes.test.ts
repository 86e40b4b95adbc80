// Guards that two processes on one database and one data folder reset, restore and keep a sandbox at once, and that it
// and its snapshots are whole whichever comes last.
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { eachStore } from '../harness/services.ts'
import { until } from '../harness/until.ts'
import { jsonOf, onDatabase, openSandboxWorld } from './sandbox-world.ts'

await eachStore('a sandbox of two processes', (database) => {
  test('is reset and restored by both at once, and is in the state of one of them', { timeout: 120_000 }, async (t) => {
    const options = onDatabase(database)
    const first = await openSandboxWorld(t, options)
    const other = await openSandboxWorld(t, options, first)

    const userOf = async (world: typeof first): Promise<number> =>
      (await jsonOf<{ id: number }>(await world.inside('both', '/personal-finance/me'))).id
    const add = async (world: typeof first, title: string) => {
      const body = JSON.stringify({ title, currency_code: 'nzd' })
      const path = `/personal-finance/users/${await userOf(world)}/institutions`
      const answer = await world.inside('both', path, { method: 'POST', body })
      assert.equal(answer.status, 201, await answer.text())
    }
    const titles = async (world: typeof first) => {
      const answer = await world.inside('both', `/personal-finance/users/${await userOf(world)}/institutions`)
      assert.equal(answer.status, 200)
      return (await jsonOf<{ title: string }[]>(answer)).map(({ title }) => title)
    }

    await first.manage('POST', '', { name: 'both', now: '2027-01-01T12:00:00.000Z' })
    const blank = await titles(first)
    await add(first, 'Kept')
    await first.manage('PATCH', '/both/clock', { advance: 'PT1H' })
    await first.manage('POST', '/both/snapshots', { snapshot: 'kept' })
    const kept = await titles(first)
    for (let round = 0; round < 2; round++) {
      await add(round % 2 === 0 ? first : other, 'Lost')
      await Promise.all([
        first.manage('POST', '/both/restore', { snapshot: 'kept' }),
        other.manage('POST', '/both/restore', { snapshot: 'kept' }),
        first.manage('POST', '/both/reset'),
        other.manage('POST', '/both/reset'),
      ])
      const now = await titles(first)
      assert.ok(
        [blank, kept].some((state) => JSON.stringify(state) === JSON.stringify(now)),
        now.join(),
      )
      assert.deepEqual(await titles(other), now)
      await Promise.all([
        first.manage('POST', '/both/restore', { snapshot: 'kept' }),
        other.manage('POST', '/both/restore', { snapshot: 'kept' }),
      ])
      assert.deepEqual([await titles(first), await titles(other)], [kept, kept])
    }
    // both take it under one name, while it changes between two states that differ in data and clock
    const states = new Map([
      [JSON.stringify(blank), '2027-01-01T12:00:00.000Z'],
      [JSON.stringify(kept), '2027-01-01T13:00:00.000Z'],
    ])
    for (let round = 0; round < 2; round++) {
      await Promise.all([
        first.manage('POST', '/both/snapshots', { snapshot: 'raced' }),
        other.manage('POST', '/both/snapshots', { snapshot: 'raced' }),
        first.manage('POST', '/both/reset'),
        other.manage('POST', '/both/restore', { snapshot: 'kept' }),
      ])
      const { clock } = await other.manage('POST', '/both/restore', { snapshot: 'raced' })
      assert.equal(Object(clock).now, states.get(JSON.stringify(await titles(first))))
      assert.deepEqual(await titles(other), await titles(first))
    }
    const folder = join(database.target.dataDir, 'sandboxes')
    const [id = ''] = readdirSync(folder).filter((name) => name.startsWith('sbx_'))
    const listed = 1 + ((await first.manage('GET', '/both')).snapshots as unknown[]).length
    const generations = () => readdirSync(join(folder, id)).filter((name) => /^\d+$/.test(name))
    await until(() => existsSync(folder) && generations().length === listed, 'past generations are removed')
  })
})
