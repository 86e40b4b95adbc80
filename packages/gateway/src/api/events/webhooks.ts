// The rules of webhooks: creating, changing, testing and removing them, and their deliveries. The operator's webhooks
// belong to the operator's account and get the events of all accounts.
import { fail } from '#define'
import { createAccountsRepository, createWebhooksRepository, operatorAccountId, type WebhookRow } from '#store'
import { newId, type RandomBytes } from '../../account/keys/base62.ts'
import { webhookSecretLabel } from '../../account/vault/seal.ts'
import type { Vault } from '../../account/vault/vault.ts'
import type { Secret } from '../../process/secret.ts'
import type { NamedFetch } from '../../upstream/named-fetch.ts'
import { type Audit, operatorActor } from '../accounts/audit.ts'
import { eventNames, isPattern } from './event-types.ts'
import { createSending, type Owner, type Sending, type SendingDeps } from './sending.ts'
import { makeWebhookSecret } from './signature.ts'

interface WebhooksDeps extends Omit<SendingDeps, 'get' | 'record'> {
  readonly vault: Pick<Vault, 'sealSecret'>
  readonly fetch: Pick<NamedFetch, 'problemOf'>
  readonly audit: Audit
  readonly randomBytes: RandomBytes
}
interface WebhookOrder {
  readonly url: string
  readonly events: readonly string[] | '*'
  readonly format: WebhookRow['format']
  readonly enabled: boolean
}
type WebhookChanges = { readonly [K in keyof WebhookOrder]?: WebhookOrder[K] | undefined }

export interface Webhooks extends Sending {
  list(owner: Owner): Promise<WebhookRow[]>
  /** Returns a webhook. Fails with 'thing.unknown', also for one of another owner. */
  get(owner: Owner, id: string): Promise<WebhookRow>
  /** Creates a webhook. Fails with 'input.invalid', 'webhook.address', or 'thing.conflict' if there are too many. */
  create(owner: Owner, order: WebhookOrder): Promise<{ webhook: WebhookRow; secret: Secret }>
  /** Changes a webhook. Fails like `create` and `get`. */
  update(owner: Owner, id: string, changes: WebhookChanges): Promise<WebhookRow>
  /** Replaces the secret; messages are signed by both for `graceMs`. Fails like `get`. */
  rotate(owner: Owner, id: string, graceMs: number): Promise<{ webhook: WebhookRow; secret: Secret }>
  remove(owner: Owner, id: string): Promise<void>
}

const maxWebhooks = 20
const maxPatterns = 50
const maxRotations = 5
/** Creates the rules of webhooks. */
export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { store, vault, fetch, audit, clock, randomBytes, wake } = deps
  const rows = createWebhooksRepository(store)
  const accounts = createAccountsRepository(store.db)

  async function get({ account }: Owner, id: string): Promise<WebhookRow> {
    const row = await rows.get(id)
    if (row?.accountId !== account) throw unknownWebhook(id)
    return row
  }

  const record = ({ account, key }: Owner, action: string, target: string, detail: object = {}) =>
    audit.write({
      actor: key === undefined ? operatorActor : account,
      action: `webhook.${action}`,
      target,
      detail: { ...detail },
    })

  function check({ url, events }: WebhookChanges): void {
    const problem = url === undefined ? undefined : fetch.problemOf(url)
    if (problem !== undefined) throw fail('webhook.address', { problem })
    if (events === undefined || events === '*') return
    if (events.length === 0 || events.length > maxPatterns) throw invalid(`has 1 to ${maxPatterns} entries`)
    const odd = events.find((pattern) => !isPattern(pattern))
    if (odd !== undefined)
      throw invalid(
        `has an entry "${odd.slice(0, 60)}", which no event matches: ${eventNames.join(', ')}, or the beginning of one and .*`,
      )
  }

  async function sealed(account: string, id: string, version: number) {
    const secret = makeWebhookSecret(randomBytes)
    return { secret, bytes: await vault.sealSecret(account, webhookSecretLabel(account, id, version), secret) }
  }

  async function ensureOwner(account: string): Promise<void> {
    if (account !== operatorAccountId) return
    const [plan] = await accounts.listPlans({ limit: 1 })
    if (!plan) throw new Error('there is no plan')
    await accounts.ensureOperator(plan.id, clock())
  }

  return {
    list: ({ account }) => rows.list(account),
    get,
    async create(owner, order) {
      check(order)
      await ensureOwner(owner.account)
      const id = newId('hook', randomBytes)
      const { secret, bytes } = await sealed(owner.account, id, 1)
      const at = clock()
      const webhook = newRow(order, { id, account: owner.account, sealed: bytes, at })
      if (!(await rows.add(webhook, maxWebhooks)))
        throw fail('thing.conflict', {
          reason: `There are ${maxWebhooks} webhooks, as many as there may be. Delete one first.`,
        })
      const { url, events, format } = order
      await record(owner, 'create', id, { host: new URL(url).host, events, format })
      return { webhook, secret }
    },
    async update(owner, id, changes) {
      check(changes)
      await get(owner, id)
      const webhook = await rows.update(id, changes, clock())
      if (!webhook) throw unknownWebhook(id)
      const { url, ...detail } = changes
      await record(owner, 'update', id, { ...detail, ...(url !== undefined && { host: new URL(url).host }) })
      wake()
      return webhook
    },
    async rotate(owner, id, graceMs) {
      for (let attempt = 1; attempt <= maxRotations; attempt++) {
        const version = (await get(owner, id)).secretVersion + 1
        const { secret, bytes } = await sealed(owner.account, id, version)
        const at = clock()
        if (!(await rows.rotate(id, { version, sealed: bytes, previousUntil: at + graceMs, at }))) continue
        await record(owner, 'rotate', id, { graceMs })
        return { webhook: await get(owner, id), secret }
      }
      throw fail('thing.conflict', { reason: 'The secret is being changed by others. Try again.' })
    },
    async remove(owner, id) {
      await get(owner, id)
      await rows.remove(id)
      await record(owner, 'delete', id)
    },
    ...createSending({ ...deps, get, record }),
  }
}

function invalid(problem: string): Error {
  return fail(
    'input.invalid',
    { problems: `events ${problem}` },
    { details: { problems: [{ name: 'events', problem }] } },
  )
}

function unknownWebhook(id: string): Error {
  return fail('thing.unknown', { thing: 'webhook', id: id.slice(0, 80) })
}

interface NewRow {
  readonly id: string
  readonly account: string
  readonly sealed: Uint8Array
  readonly at: number
}

function newRow(order: WebhookOrder, { id, account, sealed, at }: NewRow): WebhookRow {
  return {
    ...order,
    id,
    accountId: account,
    disabledBecause: null,
    secretVersion: 1,
    sealed,
    previousSealed: null,
    previousUntil: null,
    failingSince: null,
    createdAt: at,
    updatedAt: at,
  }
}
