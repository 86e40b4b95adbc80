// Sandboxes of accounts and their snapshots. A sandbox's own data is in a folder of its home (the gateway's
// embedded/sandboxes); a generation names the folder that is current, so that a reset or a restored snapshot holds in
// every process with the change of the row. A snapshot is a generation that no call uses.
import type { Kysely } from 'kysely'
import { type AccountStore, whileAlone } from './account-lock.ts'
import type { SandboxesTable, SandboxSnapshotsTable } from './sandbox-tables.ts'
import type { Tables } from './schema.ts'

/** The clock of a sandbox: fixed at a time, or ahead of the real one by an offset, in milliseconds. */
export type SandboxClock = { readonly at: number } | { readonly aheadMs: number }

/** Times are milliseconds since the epoch. */
export interface SandboxRow {
  readonly id: string
  readonly accountId: string
  readonly name: string
  /** Id of the data folder that holds the sandbox's files. */
  readonly home: string
  readonly seed: string
  /** The time at which its clock stands after a reset; null if it then runs with the real one. */
  readonly beginsAt: number | null
  readonly generation: number
  readonly clock: SandboxClock
  readonly hasFaults: boolean
  readonly createdAt: number
  readonly usedAt: number
}

/** The state that a generation continues from; a new one begins with 0 openings. */
export interface SandboxBeginning {
  readonly openings: number
  readonly clock: SandboxClock
}

export interface SandboxSnapshot extends SandboxBeginning {
  readonly name: string
  readonly generation: number
  readonly createdAt: number
}

interface NextGeneration extends SandboxBeginning {
  readonly from: number
  readonly to: number
}

type NewSandbox = Omit<SandboxRow, 'generation' | 'hasFaults' | 'usedAt' | 'clock'> & SandboxBeginning

export interface SandboxesRepository {
  /** Adds a sandbox in its first generation, unless the name is taken or the account has `most`. */
  insert(sandbox: NewSandbox, most: number): Promise<'made' | 'taken' | 'full'>
  find(accountId: string, name: string): Promise<SandboxRow | undefined>
  /** Lists the sandboxes of an account in order of name. */
  list(accountId: string): Promise<SandboxRow[]>
  /** Removes the sandbox with its snapshots, faults, scripts and requests; false if it is gone. */
  remove(id: string): Promise<boolean>
  /** Lists the sandboxes that were last used before a time. */
  unusedSince(before: number): Promise<SandboxRow[]>
  /** Returns the generations of every sandbox by id: the current one and those of its snapshots. */
  generations(): Promise<Map<string, ReadonlySet<number>>>
  touch(id: string, at: number): Promise<void>
  /** Counts an opening of a generation and returns its number; undefined if the generation is no longer current. */
  beginOpening(id: string, generation: number): Promise<number | undefined>
  /** Returns how often the current generation was opened. */
  openings(id: string): Promise<number>
  /** Makes a generation current in place of another one and returns the row; undefined if that is no longer current. */
  nextGeneration(id: string, change: NextGeneration): Promise<SandboxRow | undefined>
  setClock(id: string, clock: SandboxClock): Promise<void>
  /** Lists the snapshots of a sandbox, the oldest first. */
  snapshots(id: string): Promise<SandboxSnapshot[]>
  snapshot(id: string, name: string): Promise<SandboxSnapshot | undefined>
  /** Adds a snapshot, or replaces the one of the same name. */
  putSnapshot(id: string, snapshot: SandboxSnapshot): Promise<void>
  removeSnapshot(id: string, name: string): Promise<boolean>
}

/** Creates the repository of sandboxes. */
export function createSandboxesRepository(store: AccountStore): SandboxesRepository {
  const { db } = store
  const rows = () => db.selectFrom('sandboxes').selectAll()
  const byId = (id: string) => rows().where('id', '=', id)
  const snapshots = (id: string) =>
    db.selectFrom('sandbox_snapshots').selectAll().where('sandbox_id', '=', id).orderBy('created_at').orderBy('name')
  return {
    insert: (sandbox, most) => whileAlone(store, sandbox.accountId, (alone) => insert(alone, sandbox, most)),
    find: async (accountId, name) =>
      readRow(await rows().where('account_id', '=', accountId).where('name', '=', name).executeTakeFirst()),
    list: async (accountId) =>
      (await rows().where('account_id', '=', accountId).orderBy('name').execute()).map(sandboxOf),
    remove: (id) => db.transaction().execute((transaction) => remove(transaction, id)),
    unusedSince: async (before) => (await rows().where('used_at', '<', before).execute()).map(sandboxOf),
    generations: async () => {
      const all = await db.selectFrom('sandboxes').select(['id', 'generation']).orderBy('id').execute()
      const ofSnapshots = await db.selectFrom('sandbox_snapshots').select(['sandbox_id', 'generation']).execute()
      const byId = new Map(all.map(({ id, generation }) => [id, new Set([generation])]))
      for (const { sandbox_id, generation } of ofSnapshots) byId.get(sandbox_id)?.add(generation)
      return byId
    },
    touch: async (id, at) => {
      await db.updateTable('sandboxes').set({ used_at: at }).where('id', '=', id).where('used_at', '<', at).execute()
    },
    beginOpening: async (id, generation) => {
      const row = await db
        .updateTable('sandboxes')
        .set((column) => ({ openings: column('openings', '+', 1) }))
        .where('id', '=', id)
        .where('generation', '=', generation)
        .returning('openings')
        .executeTakeFirst()
      return row?.openings
    },
    openings: async (id) => (await byId(id).executeTakeFirstOrThrow()).openings,
    nextGeneration: async (id, { from, to, openings, clock }) =>
      readRow(
        await db
          .updateTable('sandboxes')
          .set({ generation: to, openings, clock: JSON.stringify(clock) })
          .where('id', '=', id)
          .where('generation', '=', from)
          .returningAll()
          .executeTakeFirst(),
      ),
    setClock: async (id, clock) => {
      await db
        .updateTable('sandboxes')
        .set({ clock: JSON.stringify(clock) })
        .where('id', '=', id)
        .execute()
    },
    snapshots: async (id) => (await snapshots(id).execute()).map(snapshotOf),
    snapshot: async (id, name) => {
      const row = await snapshots(id).where('name', '=', name).executeTakeFirst()
      return row && snapshotOf(row)
    },
    putSnapshot: async (id, { name, generation, openings, clock, createdAt }) => {
      const values = { generation, openings, clock: JSON.stringify(clock), created_at: createdAt }
      await db
        .insertInto('sandbox_snapshots')
        .values({ sandbox_id: id, name, ...values })
        .onConflict((conflict) => conflict.columns(['sandbox_id', 'name']).doUpdateSet(values))
        .execute()
    },
    removeSnapshot: async (id, name) => {
      const { numDeletedRows } = await db
        .deleteFrom('sandbox_snapshots')
        .where('sandbox_id', '=', id)
        .where('name', '=', name)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

async function insert(db: Kysely<Tables>, sandbox: NewSandbox, most: number): Promise<'made' | 'taken' | 'full'> {
  const names = await db.selectFrom('sandboxes').select('name').where('account_id', '=', sandbox.accountId).execute()
  if (names.some(({ name }) => name === sandbox.name)) return 'taken'
  if (names.length >= most) return 'full'
  const row = {
    id: sandbox.id,
    account_id: sandbox.accountId,
    name: sandbox.name,
    home: sandbox.home,
    seed: sandbox.seed,
    begins_at: sandbox.beginsAt,
    generation: 1,
    openings: sandbox.openings,
    clock: JSON.stringify(sandbox.clock),
    has_faults: 0,
    created_at: sandbox.createdAt,
    used_at: sandbox.createdAt,
  } satisfies SandboxesTable
  await db.insertInto('sandboxes').values(row).execute()
  return 'made'
}

async function remove(db: Kysely<Tables>, id: string): Promise<boolean> {
  for (const table of ownTables) await db.deleteFrom(table).where('sandbox_id', '=', id).execute()
  const { numDeletedRows } = await db.deleteFrom('sandboxes').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

const ownTables = [
  'sandbox_snapshots',
  'sandbox_faults',
  'sandbox_requests',
  'sandbox_scripts',
  'sandbox_script_rules',
] as const

const readRow = (row: SandboxesTable | undefined): SandboxRow | undefined => row && sandboxOf(row)

function sandboxOf(row: SandboxesTable): SandboxRow {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    home: row.home,
    seed: row.seed,
    beginsAt: row.begins_at,
    generation: row.generation,
    clock: readClock(row.clock),
    hasFaults: row.has_faults === 1,
    createdAt: row.created_at,
    usedAt: row.used_at,
  }
}

const snapshotOf = (row: SandboxSnapshotsTable): SandboxSnapshot => ({
  name: row.name,
  generation: row.generation,
  openings: row.openings,
  clock: readClock(row.clock),
  createdAt: row.created_at,
})

// written by this file alone
const readClock = (json: string): SandboxClock => JSON.parse(json)
