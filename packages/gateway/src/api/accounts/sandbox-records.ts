// Fault rules and journals of an account's sandboxes.
import { fail } from '#define'
import {
  createSandboxFaultsRepository,
  createSandboxRequestsRepository,
  type SandboxRequestPage,
  type Store,
} from '#store'
import { type FaultRule, problemOf } from '../../embedded/sandboxes/fault-rules.ts'
import type { JournalEntry } from '../../embedded/sandboxes/journal.ts'
import type { SandboxViews } from './sandbox-views.ts'

interface FaultOrder extends Pick<FaultRule, 'do'> {
  readonly match?: FaultRule['match'] | undefined
}

interface RecordsDeps extends Pick<SandboxViews, 'find'> {
  readonly store: Store
}

/** Creates the functions, which fail with 'sandbox.unknown' for a name that the account does not have. */
export function createSandboxRecords({ store, find }: RecordsDeps) {
  const faults = createSandboxFaultsRepository(store.db)
  const requests = createSandboxRequestsRepository(store.db)

  const idOf = async (account: string, name: string) => (await find(account, name)).id

  async function faultsOf(id: string) {
    const stored = await faults.list(id)
    return {
      rules: stored.map(({ rule, matched, applied }) => {
        const { match, do: action }: FaultRule = JSON.parse(rule) // checked when it was stored
        return { match, do: action, matched, applied }
      }),
    }
  }

  return {
    /** Empties the journal and removes the rules. */
    async restart(id: string) {
      await faults.replace(id, [])
      await requests.clear(id)
    },
    faults: async (account: string, name: string) => faultsOf(await idOf(account, name)),
    /** Replaces the rules; fails with 'input.invalid' if one cannot be done. */
    async setFaults(account: string, name: string, rules: readonly FaultOrder[]) {
      const id = await idOf(account, name)
      for (const [index, { do: action }] of rules.entries()) {
        const problem = problemOf(action)
        if (problem !== undefined) throw fail('input.invalid', { problems: `rules[${index}].do ${problem}` })
      }
      await faults.replace(
        id,
        rules.map(({ match = {}, do: action }) => JSON.stringify({ match, do: action } satisfies FaultRule)),
      )
      return faultsOf(id)
    },
    async journal(account: string, name: string, page: SandboxRequestPage) {
      const { requests: shown, isLast } = await requests.list(await idOf(account, name), page)
      const last = shown.at(-1)
      return {
        requests: shown.map(({ number, entry }) => {
          const parsed: JournalEntry = JSON.parse(entry) // written by the journal
          return { number, ...parsed, headers: { ...parsed.headers } }
        }),
        ...(!isLast && last && { next: last.number }),
      }
    },
  }
}
