// Guards which transactions SQLite syncs: all but those that are begun without.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { openStore } from '../open.ts'
import type { Tables } from '../schema.ts'
import { withoutSync } from './lazy-transactions.ts'

const levels = { normal: 1, full: 2 }
const levelOf = async (db: Kysely<Tables>) =>
  (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows[0]?.synchronous

test('only transactions that are begun without sync are not synced, whatever runs beside them', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const { db, close } = await openStore({ dataDir })
  const transaction = () => db.transaction().execute(levelOf)
  const seen = await Promise.all([transaction(), withoutSync(transaction), transaction()])
  assert.deepEqual(seen, [levels.full, levels.normal, levels.full])
  assert.equal(await levelOf(db), levels.full)
  await close()
})
