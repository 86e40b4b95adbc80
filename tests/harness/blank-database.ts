// A database with the tables of APIs and no rows, made once in a run of tests: a gateway of all APIs spends more than
// half of its start on making them. Each copy is a database of its own. Migrations are tested where they are.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrationList, openStore } from '#store'
import type { LoadedApi } from '../../packages/gateway/src/process/load-apis.ts'
import { programVersion } from '../../packages/gateway/src/process/program-version.ts'

/** The folder of the run, which `scripts/run-tests.ts` names. */
const folder = process.env.GATEHOUSE_TEST_BLANKS

/** Copies the database of these APIs, as they are in this tree, to a new data folder. */
export async function copyBlankDatabase(apis: readonly LoadedApi[], dataDir: string): Promise<void> {
  if (folder === undefined) return
  const tables = apis.map(({ api, provider }) => [api.slug, ...Object.keys(provider?.migrations ?? {})])
  const file = join(folder, `${createHash('sha256').update(JSON.stringify(tables)).digest('hex')}.db`)
  if (!existsSync(file)) await make(apis, file)
  copyFileSync(file, join(dataDir, 'gatehouse.db'))
}

async function make(apis: readonly LoadedApi[], file: string): Promise<void> {
  const making = mkdtempSync(`${file}-`)
  const store = await openStore({ dataDir: making, version: programVersion() })
  try {
    for (const { api, provider } of apis) {
      const migrations = provider ? migrationList(provider.migrations) : []
      if (migrations.length > 0) await store.migrate(api.slug, migrations)
    }
  } finally {
    await store.close()
  }
  // several processes may make it at once; the last one stays
  renameSync(join(making, 'gatehouse.db'), file)
  rmSync(making, { recursive: true })
}
