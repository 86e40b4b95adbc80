// The database that sandboxes begin with: all tables and no rows. Copying it is quicker than creating one each time.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createAccountsRepository, migrationList, openStore } from '#store'
import type { OpenSandboxDeps } from './open-sandbox.ts'

const prefix = 'blank-'

export interface Blank {
  /** Returns the path of the database, which is created with the first call. */
  path(): Promise<string>
  remove(): Promise<void>
}

interface BlankDeps extends OpenSandboxDeps {
  readonly dataDir: string
  readonly processId: string
}

/** Creates the blank database of a process, so that it always has the tables of this version. */
export function createBlank(deps: BlankDeps): Blank {
  let folder: Promise<string> | undefined
  const create = () => {
    folder ??= createIn(join(deps.dataDir, 'sandboxes'), deps)
    folder.catch(() => {
      folder = undefined
    })
    return folder
  }
  return {
    path: async () => join(await create(), 'gatehouse.db'),
    async remove() {
      const created = await folder?.catch(() => undefined)
      if (created !== undefined) await rm(created, { recursive: true, force: true })
    },
  }
}

/** Removes those that processes left behind which have ended. */
export async function removeLeftBlanks(dataDir: string, live: ReadonlySet<string>): Promise<void> {
  const root = join(dataDir, 'sandboxes')
  for (const name of await readdir(root).catch(() => [])) {
    if (!name.startsWith(prefix)) continue
    const owner = name.slice(prefix.length, name.lastIndexOf('-'))
    if (!live.has(owner)) await rm(join(root, name), { recursive: true, force: true })
  }
}

async function createIn(root: string, { providers, served, processId }: BlankDeps): Promise<string> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(root, `${prefix}${processId}-`))
  const { version } = providers.threads.data.database
  const store = await openStore({ dataDir: folder, version })
  try {
    for (const { api, provider } of served.loaded) {
      const migrations = provider ? migrationList(provider.migrations) : []
      if (migrations.length > 0) await store.migrate(api.slug, migrations)
    }
    // what providers seal for themselves belongs to an account, and every account has a plan
    await createAccountsRepository(store.db).upsertPlan({ id: 'sandbox', perMinute: 0, perDay: 0, createdAt: 0 })
  } finally {
    await store.close()
  }
  return folder
}
