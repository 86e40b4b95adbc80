// The handlers of the operator API. Each is a few lines; the rules are in ../accounts/, ../keys/, ../vault/ and beside this file.
import { defineProvider, fail, type Log, type Provider, reply } from '#define'
import type { Account } from '#store'
import type { Accounts } from '../accounts/accounts.ts'
import { operatorActor } from '../accounts/audit.ts'
import type { KeyTarget } from '../accounts/provider-keys.ts'
import { type AccountRules, type AccountRulesDeps, createAccountRules } from '../accounts/rules.ts'
import { reportUsage } from '../accounts/usage-report.ts'
import type { Providers } from '../embedded/providers.ts'
import type { KeyFacts, Keys } from '../keys/keys.ts'
import type { Meter } from '../metering/meter.ts'
import { reveal } from '../secret.ts'
import type { MasterKey } from '../vault/master-key.ts'
import api from './api.ts'
import { apiStates } from './api-states.ts'
import { createImports } from './imports.ts'
import { createRotation } from './rotation.ts'
import { createStatus, type StatusParts } from './status.ts'

export interface AdminParts
  extends Omit<AccountRulesDeps, 'invalidations'>,
    Pick<StatusParts, 'quota' | 'invalidations' | 'config'> {
  readonly keys: Keys
  readonly masterKey: MasterKey
  readonly meter: Pick<Meter, 'report'>
  readonly log: Log
  readonly providers: Providers
}
type Rules = AccountRules & AdminParts

/** Makes the provider of the operator API. */
export function createAdminProvider(parts: AdminParts): Provider {
  const rules: Rules = { ...parts, ...createAccountRules(parts) }
  return defineProvider(api, () => ({
    ...accountHandlers(rules),
    ...providerKeyHandlers(rules),
    ...keyHandlers(rules),
    ...planHandlers(rules),
    ...operationHandlers(rules),
  }))
}

/** A page of things by id as the list shapes have it. */
interface Page {
  readonly limit: number
  readonly after?: string | undefined
}
interface Next {
  next?: string
}

function nextOf(rows: readonly { readonly id: string }[], { limit }: Page): Next {
  const last = rows.at(-1)
  return last && rows.length === limit ? { next: last.id } : {}
}

function accountHandlers({ accounts }: Rules) {
  return {
    listAccounts: async (page: Page) => {
      const rows = await accounts.list(page)
      return { accounts: rows.map(tellAccount), ...nextOf(rows, page) }
    },
    createAccount: async ({ body }: { body: { name: string; plan?: string | undefined } }) =>
      tellAccount(await accounts.create(body)),
    getAccount: async ({ account }: { account: string }) => tellAccount(await accounts.get(account)),
    updateAccount: async ({ account, body }: { account: string; body: Parameters<Accounts['update']>[1] }) =>
      tellAccount(await accounts.update(account, body)),
  }
}

function tellAccount({ planId, ...rest }: Account) {
  return { ...rest, plan: planId }
}

function providerKeyHandlers({ accounts, providerKeys, listingSettings }: Rules) {
  type Input = { account: string; slug: string }
  const targetOf = async ({ account, slug }: Input): Promise<KeyTarget> => {
    const { id } = await accounts.get(account)
    return { actor: operatorActor, accountId: id, slug }
  }
  return {
    listProviderKeys: async ({ account }: { account: string }) => {
      const { id } = await accounts.get(account)
      return { providerKeys: await providerKeys.list(id) }
    },
    setProviderKey: async (input: Input & { body: { key: string } }) =>
      providerKeys.set(await targetOf(input), input.body.key),
    removeProviderKey: async (input: Input) => {
      await providerKeys.remove(await targetOf(input))
      return undefined
    },
    verifyProviderKey: async (input: Input) => providerKeys.verify(await targetOf(input)),
    listListings: async ({ account }: { account: string }) => {
      const { id } = await accounts.get(account)
      return { listings: await listingSettings.list(id) }
    },
    chooseProvider: async (input: Input & { body: { provider: 'embedded' | 'live' } }) =>
      listingSettings.choose({ ...(await targetOf(input)), provider: input.body.provider }),
  }
}

interface KeyBody {
  readonly scopes?: { slug: string; methods?: string[]; path?: string }[] | null | undefined
  readonly addresses?: string[] | null | undefined
  readonly expiresAt?: number | null | undefined
}

function keyHandlers({ keys, audit }: Rules) {
  const note = (action: string, target: string, detail: object = {}) =>
    audit.write({ actor: operatorActor, action, target, detail: { ...detail } })
  return {
    listKeys: async ({ account, ...page }: Page & { account?: string | undefined }) => {
      const rows = await keys.list({ ...page, accountId: account })
      return { keys: rows.map(tellKey), ...nextOf(rows, page) }
    },
    createKey: async ({
      body,
    }: {
      body: KeyBody & { account: string; surface: 'hosted' | 'market'; name: string }
    }) => {
      const { account, ...order } = body
      const { id, key } = await keys.create({ ...order, accountId: account })
      await note('key.create', id, { account, surface: body.surface, name: body.name })
      return shownOnce({ id, key: reveal(key) }, 201)
    },
    getKey: async ({ key }: { key: string }) => tellKey((await keys.get(key)) ?? noKey(key)),
    updateKey: async ({
      key,
      body,
    }: {
      key: string
      body: KeyBody & { name?: string | undefined; enabled?: boolean | undefined }
    }) => {
      const { name, enabled, scopes, addresses, expiresAt } = body
      const changes = { name, enabled, scopes, addresses, expiresAt }
      const facts = await keys.update(key, changes)
      await note('key.update', key, changes)
      return tellKey(facts)
    },
    rotateKey: async ({ key, graceMs }: { key: string; graceMs: number }) => {
      const rotated = await keys.rotate(key, { graceMs })
      await note('key.rotate', key, { graceMs })
      return shownOnce({ id: rotated.id, key: reveal(rotated.key) }, 200)
    },
    revokeKey: async ({ key }: { key: string }) => {
      await keys.revoke(key)
      await note('key.revoke', key)
      return undefined
    },
  }
}

/** The text of a key must not stay in a cache on its way. */
function shownOnce(body: { id: string; key: string }, status: number) {
  return reply(body, { status, headers: { 'cache-control': 'no-store' } })
}

function tellKey({ accountId, scopes, addresses, ...rest }: KeyFacts) {
  return {
    ...rest,
    account: accountId,
    scopes: scopes?.map(({ methods, ...scope }) => ({ ...scope, ...(methods && { methods: [...methods] }) })) ?? null,
    addresses: addresses ? [...addresses] : null,
  }
}

function noKey(id: string): never {
  throw fail('thing.unknown', { thing: 'key', id: id.slice(0, 80) })
}

function planHandlers({ accounts }: Rules) {
  return {
    listPlans: async (page: Page) => {
      const rows = await accounts.listPlans(page)
      return { plans: rows, ...nextOf(rows, page) }
    },
    putPlan: ({ plan, body }: { plan: string; body: { perMinute: number; perDay: number } }) =>
      accounts.putPlan(plan, body),
  }
}

function operationHandlers(rules: Rules) {
  const { audit, catalog } = rules
  const imports = createImports(rules)
  const rotation = createRotation(rules)
  const status = createStatus(rules)
  return {
    usage: ({ account, ...asked }: UsageInput) => reportUsage(rules, { ...asked, accountId: account }),
    audit: async (page: { limit: number; before?: number | undefined }) => {
      const { entries, next } = await audit.list(page)
      return { entries: entries.map((entry) => ({ ...entry, detail: { ...entry.detail } })), ...(next && { next }) }
    },
    listApis: () => ({ apis: apiStates(catalog) }),
    importFile: async ({ body, ...order }: ImportInput) =>
      (await imports.start({ ...order, chunks: body }, rules.log)).frames(),
    vaultRotation: () => rotation.state(),
    rotateVault: async () => (await rotation.start(rules.log)).frames(),
    status,
  }
}

interface UsageInput {
  readonly account?: string | undefined
  readonly listing?: string | undefined
  readonly by: 'hour' | 'day'
  readonly from?: number | undefined
  readonly to?: number | undefined
}
interface ImportInput {
  readonly slug: string
  readonly file: string
  readonly account?: string | undefined
  readonly body: AsyncIterable<Buffer>
}
