// Accounts and plans. Every change is published to the other processes and audited. Keys are created in keys/.
import { fail } from '#define'
import {
  type Account,
  type AccountPage,
  type AccountSearch,
  createAccountsRepository,
  type PageById,
  type Plan,
  type Store,
  searchAccounts,
} from '#store'
import type { Invalidations } from '../invalidations/port.ts'
import { newId, type RandomBytes } from '../keys/base62.ts'
import { refuseUnsafe } from '../secret.ts'
import { type Audit, operatorActor } from './audit.ts'

export interface AccountsDeps {
  readonly store: Store
  readonly invalidations: Invalidations
  readonly audit: Audit
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly randomBytes: RandomBytes
}
export interface NewAccount {
  readonly name: string
  /** Default: the only plan. */
  readonly plan?: string | undefined
}
export interface AccountChanges {
  readonly name?: string | undefined
  readonly plan?: string | undefined
  readonly enabled?: boolean | undefined
}
export interface Quotas {
  readonly perMinute: number
  readonly perDay: number
}
export interface Accounts {
  /** Fails with 'input.invalid', or 'thing.unknown' for a plan that does not exist. */
  create(account: NewAccount): Promise<Account>
  /** Fails with 'thing.unknown'. */
  get(id: string): Promise<Account>
  /** Fails with 'input.invalid' for a cursor that no page gave. */
  list(search: AccountSearch): Promise<AccountPage>
  /** Resolves when the change holds in every process. Fails as `create` and `get` do. */
  update(id: string, changes: AccountChanges): Promise<Account>
  /** Fails with 'thing.unknown'. */
  plan(id: string): Promise<Plan>
  listPlans(page: PageById): Promise<Plan[]>
  /** Creates a plan or changes its quotas; resolves when they hold in every process. */
  putPlan(id: string, quotas: Quotas): Promise<Plan>
  /** The account `id`, or the only account. Fails with 'thing.unknown', or 'input.invalid' when there are several. */
  named(id: string | undefined): Promise<Account>
}

const maxNameLength = 100

/** Makes the rules of accounts and plans. */
export function createAccounts({ store, invalidations, audit, clock, randomBytes }: AccountsDeps): Accounts {
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
      const account = { id, name, planId, isDemo: false, enabled: true, createdAt: clock() }
      await rows.create(account)
      await audit.write({ actor: operatorActor, action: 'account.create', target: id, detail: { name, plan: planId } })
      return account
    },
    async update(id, { name, plan: planId, enabled }) {
      if (planId !== undefined) await plan(planId)
      const changes = { ...(name !== undefined && { name: readName(name) }), planId, enabled }
      const account = await rows.update(id, changes)
      if (!account) throw unknown('account', id)
      await invalidations.publish('account', id)
      const detail = { name, plan: planId, enabled }
      await audit.write({ actor: operatorActor, action: 'account.update', target: id, detail })
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

/** A cursor that cannot be read is the caller's mistake. */
function refuseCursor(error: unknown): never {
  if (error instanceof RangeError) throw invalid('after', 'is the next of the previous page')
  throw error
}

function readName(name: string): string {
  try {
    refuseUnsafe(name)
  } catch {
    throw invalid('name', 'has no line breaks or other control characters')
  }
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
