// A long import shares a SQLite file with other writers, and may be killed at any moment.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { yieldToEventLoop } from '#provider'
import { openWorld } from '#provider/test'
import { openStore } from '#store'
import api from '../../api.ts'
import provider from '../../provider.ts'

const program = fileURLToPath(new URL('../../test/killed-import.ts', import.meta.url))
const records = 12_000

function statement(): Buffer {
  const rows = Array.from({ length: records }, (_, at) => {
    const day = new Date(Date.UTC(2020, 0, 1 + Math.floor(at / 10))).toISOString().slice(0, 10)
    return `${day},Shop ${at % 500},-${at % 90}.${String(at % 100).padStart(2, '0')},bill ${at}\n`
  })
  return Buffer.from(`Date,Payee,Amount,ID\n${rows.join('')}`)
}

test('other writers get in while a statement is imported, and after a kill the next import completes it', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-import-'))
  const store = await openStore({ dataDir })
  t.after(async () => {
    await store.close()
    rmSync(dataDir, { recursive: true })
  })
  const world = await openWorld(api, provider, { database: { db: store.db, dialect: store.dialect } })
  await sql`create table other_writer (n integer)`.execute(store.db)
  const imported = async () => {
    const { rows } = await sql<{ count: number; ids: number }>`
      select count(*) as count, count(distinct import_key) as ids
      from personal_finance_transactions where import_key like 'bill %'`.execute(store.db)
    return rows[0] ?? { count: 0, ids: 0 }
  }

  const importing = spawn(process.execPath, [program, JSON.stringify({ dataDir })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.after(() => importing.kill('SIGKILL'))
  let isDone = false
  importing.stdout.once('data', () => {
    isDone = true
  })
  importing.stdin.on('error', () => undefined).end(statement())
  const exited = once(importing, 'exit')
  let writes = 0
  while ((await imported()).count < records / 3) {
    assert.equal(importing.exitCode, null, 'the import ended by itself')
    if ((await imported()).count > 0) writes += 1
    // rejects when the database stays locked for 5 s
    await sql`insert into other_writer values (1)`.execute(store.db)
    // SQLite answers at once, and the file is sent between two turns of the event loop
    await yieldToEventLoop()
  }
  importing.kill('SIGKILL')
  await exited
  assert.equal(isDone, false)
  assert.ok(writes >= 20, `${writes} writes got in`)

  const stored = await imported()
  assert.deepEqual([stored.ids, stored.count < records], [stored.count, true])
  const { added, duplicates } = await world.importFile(statement(), { name: 'bank.csv', pieceBytes: 65_536 })
  assert.deepEqual([added, duplicates], [records - stored.count, stored.count])
  assert.deepEqual(await imported(), { count: records, ids: records })
})
