// Accounts and plans. Every change is published to the other processes and audited. Keys are created in keys/.
import { fail } from '#define'
import {
  type Account,
  type AccountPage,
  type AccountSearch,
  createAccountsRepository,
  type ListingProvider,
  type PageById,
  type Plan,
  type Store,
  searchAccounts,
} from '#store'
import type { Invalidations } from '../../account/invalidations/port.ts'
import { newId, type RandomBytes } from '../../account/keys/base62.ts'
import type { Config } from '../../process/config.ts'
import { isSeenWhole, unseenSentence } from '../../process/unseen.ts'
import { type Audit, operatorActor } from './audit.ts'

interface AccountsDeps {
  readonly store: Store
  readonly invalidations: Invalidations
  readonly audit: Audit
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly randomBytes: RandomBytes
  readonly config: Pick<Config, 'GATEHOUSE_DEFAULT_PROVIDER'>
}
interface NewAccount {
  readonly name: string
  /** The plan; defaults to the only plan. */
  readonly plan?: string | undefined
  /** The provider; defaults to GATEHOUSE_DEFAULT_PROVIDER. */
  readonly provider?: ListingProvider | undefined
}
interface AccountChanges {
  readonly name?: string | undefined
  readonly plan?: string | undefined
  readonly enabled?: boolean | undefined
  readonly provider?: ListingProvider | undefined
}
interface Quotas {
  readonly perMinute: number
  readonly perDay: number
}
export interface Accounts {
  /** Creates an account. Fails with 'input.invalid', or 'thing.unknown' for a plan that does not exist. */
  create(account: NewAccount): Promise<Account>
  /** Returns an account. Fails with 'thing.unknown'. */
  get(id: string): Promise<Account>
  /** Returns a page of accounts. Fails with 'input.invalid' for a cursor that no page returned. */
  list(search: AccountSearch): Promise<AccountPage>
  /**
   * Changes an account; resolves when the change holds in every process. `actor`, by default the operator, is named in
   * the audit record. Fails like `create` and `get`.
   */
  update(id: string, changes: AccountChanges, actor?: string): Promise<Account>
  /** Returns a plan. Fails with 'thing.unknown'. */
  plan(id: string): Promise<Plan>
  listPlans(page: PageById): Promise<Plan[]>
  /** Creates a plan or changes its quotas; resolves when they hold in every process. */
  putPlan(id: string, quotas: Quotas): Promise<Plan>
  /**
   * Returns the account `id`, or the only account. Fails with 'thing.unknown', or 'input.invalid' if there are several.
   */
  named(id: string | undefined): Promise<Account>
}

const maxNameLength = 100

/** Creates the rules of accounts and plans. */
export function createAccounts({ store, invalidations, audit, clock, randomBytes, config }: AccountsDeps): Accounts {
  const rows = createAccountsRepository(store.db)

  async function get(id: string): Promise<Account> {
    const account = await rows.get(id)
    if (!account) throw unknown('account', id)
    return account
  }
  async function plan(id: string): Promise<Plan> {
    const stored = await rows.getPlan(id)
    if (!stored) throw unknown('plan', id)
    return stored
  }
  async function onlyPlan(): Promise<Plan> {
    const [first, second] = await rows.listPlans({ limit: 2 })
    if (!first) throw invalid('plan', 'is required: there is no plan yet, so create one first')
    if (second) throw invalid('plan', 'is required, because there are several plans')
    return first
  }

  return {
    get,
    plan,
    list: (search) => searchAccounts(store, search).catch(refuseCursor),
    listPlans: (page) => rows.listPlans(page),
    async create(requested) {
      const name = readName(requested.name)
      const { id: planId } = requested.plan === undefined ? await onlyPlan() : await plan(requested.plan)
      const id = newId('acc', randomBytes)
      const provider = requested.provider ?? config.GATEHOUSE_DEFAULT_PROVIDER
      const account = { id, name, planId, isDemo: false, enabled: true, provider, createdAt: clock() }
      await rows.create(account)
      const detail = { name, plan: planId, provider }
      await audit.write({ actor: operatorActor, action: 'account.create', target: id, detail })
      return account
    },
    async update(id, { name, plan: planId, enabled, provider }, actor = operatorActor) {
      if (planId !== undefined) await plan(planId)
      const changes = { ...(name !== undefined && { name: readName(name) }), planId, enabled, provider }
      const account = await rows.update(id, changes)
      if (!account) throw unknown('account', id)
      await invalidations.publish('account', id)
      const detail = { name, plan: planId, enabled, provider }
      await audit.write({ actor, action: 'account.update', target: id, detail })
      return account
    },
    async putPlan(id, { perMinute, perDay }) {
      await rows.upsertPlan({ id, perMinute, perDay, createdAt: clock() })
      await invalidations.publish('plan', id)
      await audit.write({ actor: operatorActor, action: 'plan.put', target: id, detail: { perMinute, perDay } })
      return plan(id)
    },
    async named(id) {
      if (id !== undefined) return get(id)
      const [first, second] = await rows.list({ limit: 2 })
      if (!first) throw invalid('account', 'is required: there is no account yet, so create one first')
      if (second) throw invalid('account', 'is required, because there are several accounts')
      return first
    },
  }
}

/** Reports an unreadable cursor as the caller's mistake. */
function refuseCursor(error: unknown): never {
  if (error instanceof RangeError) throw invalid('after', 'is the next of the previous page')
  throw error
}

function readName(name: string): string {
  if (!isSeenWhole(name)) throw invalid('name', `has ${unseenSentence}`)
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > maxNameLength) throw invalid('name', `has 1 to ${maxNameLength} characters`)
  return trimmed
}

function unknown(kind: string, id: string): Error {
  return fail('thing.unknown', { thing: kind, id: id.slice(0, 80) })
}

function invalid(name: string, problem: string): Error {
  return fail('input.invalid', { problems: `${name} ${problem}` }, { details: { problems: [{ name, problem }] } })
}
