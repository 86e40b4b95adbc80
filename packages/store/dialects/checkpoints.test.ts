// Guards that the log of SQLite is copied into its file, and not by the thread that writes.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createThread } from '#provider/run'
import { until } from '../../../tests/harness/until.ts'
import { openStore } from '../open.ts'

const bytes = 6 * 1024 * 1024
const sizeOf = (file: string) => statSync(file).size

test('a long log is copied by another thread, and none is left behind', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const [file, log] = [join(dataDir, 'gatehouse.db'), join(dataDir, 'gatehouse.db-wal')]
  const { db, close } = await openStore({ dataDir, checkpointsAside: createThread })
  const before = sizeOf(file)
  const sealed = Buffer.alloc(bytes / 3, 7)
  for (let version = 1; version <= 3; version++)
    await db.insertInto('peppers').values({ version, sealed, master_version: 1, created_at: 1 }).execute()

  // 1,500 pages: a connection would have copied its log by now
  assert.equal(sizeOf(file), before)
  assert.ok(sizeOf(log) > bytes)
  await until(() => sizeOf(file) > bytes, 'the log is copied')
  await close()
  assert.ok(!existsSync(log))
})

test('the thread of imports does not copy the log at every commit', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const [file, log] = [join(dataDir, 'gatehouse.db'), join(dataDir, 'gatehouse.db-wal')]
  const { db, close } = await openStore({ dataDir, isPatient: true })
  const before = sizeOf(file)
  const sealed = Buffer.alloc(bytes / 3, 7)
  for (let version = 1; version <= 3; version++)
    await db.insertInto('peppers').values({ version, sealed, master_version: 1, created_at: 1 }).execute()
  assert.equal(sizeOf(file), before)
  assert.ok(sizeOf(log) > bytes)
  await close()
  assert.ok(!existsSync(log))
})
