// The rules of sandboxes: what an account may make and change of its own.
import { fail } from '#define'
import { createSandboxesRepository, type Store } from '#store'
import { newId, type RandomBytes } from '../../account/keys/base62.ts'
import type { ServedApis } from '../../call/served-apis.ts'
import type { Sandboxes } from '../../embedded/sandboxes/sandboxes.ts'
import type { Audit } from './audit.ts'
import { createMoveClock, momentOf } from './sandbox-clock.ts'
import { createSandboxRecords } from './sandbox-records.ts'
import { createSandboxScriptRules } from './sandbox-scripts.ts'
import { createSandboxSnapshots } from './sandbox-snapshots.ts'
import { createSandboxViews } from './sandbox-views.ts'

interface SandboxRulesDeps {
  readonly store: Store
  readonly sandboxes: Sandboxes
  readonly served: Pick<ServedApis, 'loaded' | 'listings'>
  readonly audit: Audit
  /** Milliseconds since the epoch, as the gateway's own providers see it. */
  readonly providerClock: () => number
  readonly randomBytes: RandomBytes
}

interface NewSandbox {
  readonly name: string
  readonly from?: string | undefined
  readonly snapshot?: string | undefined
  readonly seed?: string | undefined
  readonly now?: string | undefined
}

const mostSandboxes = 20

export type SandboxRules = ReturnType<typeof createSandboxRules>

/** Creates the rules. Every function fails with 'sandbox.unknown' for a name that the account does not have. */
export function createSandboxRules(deps: SandboxRulesDeps) {
  const { store, sandboxes, audit, randomBytes, providerClock: real } = deps
  const rows = createSandboxesRepository(store)
  const views = createSandboxViews(store, real, sandboxes)
  const { find, view } = views
  const snapshots = createSandboxSnapshots({ ...deps, views })
  const records = createSandboxRecords({ ...deps, find })
  const { copyScripts, restartScripts, ...scripts } = createSandboxScriptRules({ ...deps, find })
  const moveClock = createMoveClock(deps)

  /** Returns the first state of a new sandbox. */
  async function beginningOf(account: string, { from, snapshot, seed, now }: NewSandbox) {
    const beginsAt = now === undefined ? null : momentOf('now', now)
    const clock = beginsAt === null ? undefined : { at: beginsAt }
    if (from === undefined) {
      if (snapshot !== undefined)
        throw fail('input.invalid', { problems: 'snapshot needs from, the sandbox that has it' })
      return { openings: 0, clock: clock ?? { aheadMs: 0 }, seed: seed ?? '1', beginsAt, source: undefined }
    }
    const row = await find(account, from)
    const kept = snapshot === undefined ? undefined : await sandboxes.snapshot(row, snapshot)
    const state = kept ?? { openings: await rows.openings(row.id), clock: row.clock }
    const source = { row, snapshot: kept }
    return { openings: state.openings, clock: clock ?? state.clock, seed: seed ?? row.seed, beginsAt, source }
  }

  const change = (account: string, action: string, target: string) =>
    audit.write({ actor: account, action, target, detail: {} })

  return {
    ...snapshots,
    ...records,
    ...scripts,
    list: async (account: string) => Promise.all((await rows.list(account)).map(view)),
    get: async (account: string, name: string) => view(await find(account, name)),
    /** Fails with 'thing.conflict' if the name is taken, or the account has twenty. */
    async create(account: string, order: NewSandbox) {
      const { source, ...beginning } = await beginningOf(account, order)
      const { name } = order
      const own = { id: newId('sbx', randomBytes), accountId: account, name, home: await sandboxes.home() }
      const outcome = await rows.insert({ ...beginning, ...own, createdAt: real() }, mostSandboxes)
      if (outcome !== 'made') throw fail('thing.conflict', { reason: refusals[outcome] })
      try {
        if (source) {
          await sandboxes.copy(source, await find(account, name))
          await copyScripts(source.row.id, own.id)
        }
      } catch (error) {
        await rows.remove(own.id)
        throw error
      }
      await change(account, 'sandbox.create', name)
      return view(await find(account, name))
    },
    async remove(account: string, name: string) {
      const row = await find(account, name)
      await rows.remove(row.id)
      await sandboxes.remove(row)
      await change(account, 'sandbox.delete', name)
    },
    async reset(account: string, name: string) {
      const row = await find(account, name)
      const clock = row.beginsAt === null ? { aheadMs: 0 } : { at: row.beginsAt }
      const begun = await sandboxes.restart(row, { openings: 0, clock })
      await records.restart(row.id)
      await restartScripts(row.id)
      return view(begun)
    },
    async moveClock(account: string, name: string, order: Parameters<typeof moveClock>[2]) {
      await moveClock(account, name, order)
      return view(await find(account, name))
    },
  }
}

const refusals = {
  taken: 'The account has a sandbox of this name. Choose another name, or reset that one.',
  full: `An account has at most ${mostSandboxes} sandboxes. Remove one first.`,
}
