// Fault rules and journals of an account's sandboxes.
import { fail } from '#define'
import {
  createSandboxFaultsRepository,
  createSandboxRequestsRepository,
  type SandboxRequestPage,
  type Store,
} from '#store'
import type { Listing } from '../../call/listings.ts'
import type { ServedApis } from '../../call/served-apis.ts'
import { type FaultAction, type FaultRule, problemOf } from '../../embedded/sandboxes/fault-rules.ts'
import type { JournalEntry } from '../../embedded/sandboxes/journal.ts'
import type { SandboxViews } from './sandbox-views.ts'

interface FaultOrder {
  readonly match?: FaultRule['match'] | undefined
  readonly do: Omit<FaultAction, 'cut'> & { readonly cut?: string | number | undefined }
}

interface RecordsDeps extends Pick<SandboxViews, 'find'> {
  readonly store: Store
  readonly served: Pick<ServedApis, 'listings'>
}

/** Creates the functions, which fail with 'sandbox.unknown' for a name that the account does not have. */
export function createSandboxRecords({ store, served, find }: RecordsDeps) {
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
      const checked = rules.map(({ match = {}, do: { cut, ...action } }, index) => {
        const rule: FaultRule = { match, do: { ...action, ...(cut !== undefined && { cut: String(cut) }) } }
        const problem = problemOf(rule.do)
        if (problem !== undefined) throw fail('input.invalid', { problems: `rules[${index}].do ${problem}` })
        const unknown = unknownIn(rule, served.listings)
        if (unknown !== undefined) throw fail('input.invalid', { problems: `rules[${index}].match.${unknown}` })
        return JSON.stringify(rule)
      })
      await faults.replace(id, checked)
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

/** The number of names in a refusal. */
const mostNames = 50

/** Returns the problem of the call that a rule is about, as a sentence; undefined for a call that can come. */
function unknownIn({ match: { api, endpoint } }: FaultRule, listings: readonly Listing[]): string | undefined {
  const meant = listings.filter(({ slug }) => api === undefined || slug === api)
  if (meant.length === 0) return `api is one of ${names(listings.map(({ slug }) => slug))}`
  if (endpoint === undefined || meant.some((one) => Object.hasOwn(one.api.endpoints, endpoint))) return undefined
  return api === undefined
    ? 'endpoint is an operation of no listing; GET /v1/me/listings lists those, and their references the operations'
    : `endpoint is one of ${names(meant.flatMap((one) => Object.keys(one.api.endpoints)))}`
}

const names = (all: readonly string[]) => all.slice(0, mostNames).join(', ') + (all.length > mostNames ? ', …' : '')
