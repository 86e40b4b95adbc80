// Rows of accounts and of their plans. The caller publishes the invalidation 'account' or 'plan' after a change.
import type { Kysely, Selectable } from 'kysely'
import type { ListingProvider } from './listing-settings.ts'
import { boundPage, type PageById } from './pages.ts'
import type { AccountsTable, PlansTable, Tables } from './schema.ts'

export interface Account {
  readonly id: string
  readonly name: string
  readonly planId: string
  readonly isDemo: boolean
  readonly enabled: boolean
  /** Default provider of listings; null for accounts older than this setting. */
  readonly provider: ListingProvider | null
  /** Milliseconds since the epoch, like every time here. */
  readonly createdAt: number
}

/** Maximum number of calls of an account per minute and per day (UTC). */
export interface Plan {
  readonly id: string
  readonly perMinute: number
  readonly perDay: number
  readonly createdAt: number
}

export interface AccountsRepository {
  /** Adds an account. Rejects if the id is taken or the plan is unknown. */
  create(account: Account): Promise<void>
  get(id: string): Promise<Account | undefined>
  list(page?: PageById): Promise<Account[]>
  /** Applies the changes and returns the account, or undefined if there is none. Rejects for an unknown plan. */
  update(id: string, changes: AccountChanges): Promise<Account | undefined>
  /** Adds the operator's account if it is missing. Its plan has no effect, but every account has one. */
  ensureOperator(planId: string, createdAt: number): Promise<void>
  /** Adds a plan or replaces its quotas; an existing plan keeps its `createdAt`. */
  upsertPlan(plan: Plan): Promise<void>
  getPlan(id: string): Promise<Plan | undefined>
  listPlans(page?: PageById): Promise<Plan[]>
}

/**
 * The account that owns the operator's sealed secrets for the APIs. It has no keys and makes no calls, and `get`,
 * `list` and `update` skip it.
 */
export const operatorAccountId = 'operator'

export type AccountChanges = { readonly [K in 'name' | 'planId' | 'enabled' | 'provider']?: Account[K] | undefined }

/** Creates the repository of accounts and plans. */
export function createAccountsRepository(db: Kysely<Tables>): AccountsRepository {
  return {
    create: async (account) => {
      await db.insertInto('accounts').values(accountRow(account)).execute()
    },
    get: async (id) => {
      if (id === operatorAccountId) return undefined
      const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
      return row && readAccount(row)
    },
    list: async (page) => {
      const { limit, after } = boundPage(page)
      const rows = await db
        .selectFrom('accounts')
        .selectAll()
        .where('id', '>', after)
        .where('id', '!=', operatorAccountId)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(readAccount)
    },
    update: (id, changes) => updateAccount(db, id, changes),
    ensureOperator: async (planId, createdAt) => {
      const row = {
        id: operatorAccountId,
        name: 'Operator',
        planId,
        isDemo: false,
        enabled: false,
        provider: null,
        createdAt,
      }
      await db
        .insertInto('accounts')
        .values(accountRow(row))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    upsertPlan: async (plan) => {
      const quotas = { per_minute: plan.perMinute, per_day: plan.perDay }
      await db
        .insertInto('plans')
        .values({ id: plan.id, ...quotas, created_at: plan.createdAt })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(quotas))
        .execute()
    },
    getPlan: async (id) => {
      const row = await db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst()
      return row && readPlan(row)
    },
    listPlans: async (page) => {
      const { limit, after } = boundPage(page)
      const rows = await db.selectFrom('plans').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()
      return rows.map(readPlan)
    },
  }
}

async function updateAccount(
  db: Kysely<Tables>,
  id: string,
  { name, planId, enabled, provider }: AccountChanges,
): Promise<Account | undefined> {
  if (id === operatorAccountId) return undefined
  const changes = {
    ...(name !== undefined && { name }),
    ...(planId !== undefined && { plan_id: planId }),
    ...(enabled !== undefined && { enabled: enabled ? (1 as const) : (0 as const) }),
    ...(provider !== undefined && { provider }),
  }
  const row =
    Object.keys(changes).length === 0
      ? await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
      : await db.updateTable('accounts').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
  return row && readAccount(row)
}

function accountRow(account: Account): Selectable<AccountsTable> {
  return {
    id: account.id,
    name: account.name,
    plan_id: account.planId,
    is_demo: account.isDemo ? 1 : 0,
    enabled: account.enabled ? 1 : 0,
    provider: account.provider,
    created_at: account.createdAt,
  }
}

export function readAccount(row: Selectable<AccountsTable>): Account {
  return {
    id: row.id,
    name: row.name,
    planId: row.plan_id,
    isDemo: row.is_demo === 1,
    enabled: row.enabled === 1,
    provider: row.provider,
    createdAt: row.created_at,
  }
}

function readPlan(row: Selectable<PlansTable>): Plan {
  return { id: row.id, perMinute: row.per_minute, perDay: row.per_day, createdAt: row.created_at }
}
