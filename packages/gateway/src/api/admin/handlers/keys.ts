// Handlers of all accounts' gateway keys and market keys, and of plans.
import { fail, type HandlersFor } from '#define'
import type { Keys } from '../../../account/keys/keys.ts'
import { readScopes } from '../../../account/keys/scopes.ts'
import { reveal } from '../../../process/secret.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import { type Audit, operatorActor } from '../../accounts/audit.ts'
import { keyView, revokedView, shownOnce } from '../../accounts/key-views.ts'
import type { RefuseUnknownTargets } from '../../accounts/scope-targets.ts'
import type { keyEndpoints } from '../endpoints/keys.ts'
import { nextOf } from './paging.ts'

interface KeyHandlersDeps {
  readonly keys: Keys
  readonly accounts: Accounts
  readonly audit: Audit
  readonly refuseUnknownTargets: RefuseUnknownTargets
}
type KeyEndpoints = typeof keyEndpoints

export function keyHandlers({
  keys,
  accounts,
  audit,
  refuseUnknownTargets,
}: KeyHandlersDeps): HandlersFor<KeyEndpoints, keyof KeyEndpoints> {
  const record = (action: string, target: string, detail: object = {}) =>
    audit.write({ actor: operatorActor, action, target, detail: { ...detail } })

  return {
    async listKeys({ account, ...search }) {
      const { keys: rows, ...page } = await keys.list({ ...search, accountId: account })
      return { keys: rows.map(keyView), ...page }
    },
    async createKey({ body: { account, ...order } }) {
      refuseUnknownTargets(readScopes(order.scopes))
      const { id, key } = await keys.create({ ...order, accountId: account })
      await record('key.create', id, { account, surface: order.surface, name: order.name })
      return shownOnce({ id, key: reveal(key) }, 201)
    },
    getKey: async ({ key }) => keyView((await keys.get(key)) ?? unknownKey(key)),
    async updateKey({ key, body: { name, enabled, agent, scopes, addresses, limits, expiresAt } }) {
      refuseUnknownTargets(readScopes(scopes))
      const changes = { name, enabled, agent, scopes, addresses, limits, expiresAt }
      const updated = await keys.update(key, changes)
      await record('key.update', key, changes)
      return keyView(updated)
    },
    async rotateKey({ key, graceMs }) {
      const rotated = await keys.rotate(key, { graceMs })
      await record('key.rotate', key, { graceMs })
      return shownOnce({ id: rotated.id, key: reveal(rotated.key) }, 200)
    },
    async revokeKey({ key, withMade }) {
      const done = await keys.revoke(key, withMade ? () => true : undefined)
      for (const target of new Set([key, ...done.revoked]))
        await record('key.revoke', target, target === key ? {} : { madeBy: key })
      return revokedView(done)
    },
    async listPlans(page) {
      const rows = await accounts.listPlans(page)
      return { plans: rows, ...nextOf(rows, page) }
    },
    putPlan: ({ plan, body }) => accounts.putPlan(plan, body),
  }
}

function unknownKey(id: string): never {
  throw fail('thing.unknown', { thing: 'key', id: id.slice(0, 80) })
}
