// Guards the audit record on both databases.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { createAuditRepository } from './audit.ts'

await eachStore('the audit record', (database) => {
  test('is listed newest first, in pages that skip and repeat nothing', async () => {
    const audit = createAuditRepository(database.store.db)
    assert.deepEqual(await audit.list(), { entries: [] })
    for (let at = 1; at <= 5; at++)
      await audit.append({ at, actor: 'key_admin', action: 'key.revoke', target: `key_${at}`, detail: { was: { at } } })
    const entries = []
    let before: number | undefined
    do {
      const page = await audit.list({ limit: 2, before })
      entries.push(...page.entries)
      before = page.next
    } while (before !== undefined)
    assert.deepEqual(
      entries.map((entry) => entry.target),
      ['key_5', 'key_4', 'key_3', 'key_2', 'key_1'],
    )
    const { id, ...newest } = entries[0] ?? {}
    assert.equal(typeof id, 'number')
    assert.deepEqual(newest, {
      at: 5,
      actor: 'key_admin',
      action: 'key.revoke',
      target: 'key_5',
      detail: { was: { at: 5 } },
      surface: null,
    })
  })
})
