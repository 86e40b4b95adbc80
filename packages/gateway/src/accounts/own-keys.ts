// What an account does with its own keys by one of them. A key can be made, changed, rotated or revoked only by a key
// that covers it (keys/grants.ts): otherwise one that is restricted could rotate one that is not, and use that.
// What agents may do with a key is not part of it: a key that opens more to agents opens no more than it opens to its
// holder over HTTP.
import { fail } from '#define'
import type { AgentAccess, KeySearch, KeySurface } from '#store'
import { readAddresses } from '../keys/addresses.ts'
import { excessOf, type Grant } from '../keys/grants.ts'
import type { KeyLimits } from '../keys/identify.ts'
import type { KeyInfo, KeySettings, Keys } from '../keys/keys.ts'
import { readScopes, type Scope } from '../keys/scopes.ts'
import type { Secret } from '../secret.ts'
import type { Audit } from './audit.ts'
import type { RefuseUnknownTargets } from './scope-targets.ts'

export interface OwnKeysDeps {
  readonly keys: Keys
  readonly audit: Audit
  readonly refuseUnknownTargets: RefuseUnknownTargets
}
/** Who acts: an account, by one of its keys. */
export interface KeyHolder {
  readonly account: string
  /** Id of the calling key. */
  readonly key: string
}
/** Restrictions that are left out are those of the calling key. */
export interface OwnKeyOrder {
  readonly name: string
  readonly surface: KeySurface
  readonly agent?: AgentAccess | undefined
  readonly scopes?: readonly Scope[] | null | undefined
  readonly addresses?: readonly string[] | null | undefined
  readonly limits?: KeyLimits | null | undefined
  readonly expiresAt?: number | null | undefined
}
type ShownKey = Promise<{ id: string; key: Secret }>
export interface OwnKeys {
  list(holder: KeyHolder, search: KeySearch): ReturnType<Keys['list']>
  /** Fails with 'thing.unknown' for a key of another account, too. */
  get(holder: KeyHolder, id: string): Promise<KeyInfo>
  /** A key that the calling one may act for. Fails with 'key.grant' or 'thing.unknown'. */
  covered(holder: KeyHolder, id: string): Promise<KeyInfo>
  /** Fails with 'key.grant', 'input.invalid', or 'thing.conflict' when the account has too many. */
  create(holder: KeyHolder, order: OwnKeyOrder): ShownKey
  /** Fails with 'key.grant', 'input.invalid', 'thing.unknown', or 'thing.conflict' for a revoked key. */
  update(holder: KeyHolder, id: string, settings: KeySettings): Promise<KeyInfo>
  /** Fails as `update` does. */
  rotate(holder: KeyHolder, id: string, graceMs: number): ShownKey
  /** Fails with 'key.grant' or 'thing.unknown'. */
  revoke(holder: KeyHolder, id: string): Promise<void>
}

const maxUnrevoked = 1000
/** Revoked keys are kept, so that calls and changes can be traced to them. */
const maxInAll = 10_000

export function createOwnKeys({ keys, audit, refuseUnknownTargets }: OwnKeysDeps): OwnKeys {
  async function keyOf({ account }: KeyHolder, id: string): Promise<KeyInfo> {
    const key = await keys.get(id)
    if (key?.accountId !== account) throw fail('thing.unknown', { thing: 'key', id: id.slice(0, 80) })
    return key
  }

  /** The key, when the calling one covers it. */
  async function coveredKey(holder: KeyHolder, id: string): Promise<KeyInfo> {
    const [key, own] = [await keyOf(holder, id), await keyOf(holder, holder.key)]
    refuseExcess(key, own)
    if (own.limits !== null && key.id !== own.id) throw fail('key.grant', { reason: limited })
    return key
  }

  const record = (holder: KeyHolder, action: string, { target, detail }: { target: string; detail?: object }) =>
    audit.write({ actor: holder.account, action, target, detail: { ...detail, by: holder.key } })

  return {
    list: (holder, search) => keys.list({ ...search, accountId: holder.account }),
    get: keyOf,
    covered: coveredKey,
    async create(holder, order) {
      const own = await keyOf(holder, holder.key)
      const { name, surface, agent } = order
      const grant = grantOf(order, own)
      refuseUnknownTargets(grant.scopes)
      refuseExcess(grant, own)
      if (own.limits !== null) throw fail('key.grant', { reason: limited })
      const { all, unrevoked } = await keys.count(holder.account)
      if (unrevoked >= maxUnrevoked || all >= maxInAll) throw fail('thing.conflict', { reason: tooMany })
      const made = await keys.create({ accountId: holder.account, surface, name, agent, ...grant })
      await record(holder, 'key.create', { target: made.id, detail: { surface, name } })
      return made
    },
    async update(holder, id, settings) {
      const key = await coveredKey(holder, id)
      const { name, enabled, agent, scopes, addresses, limits, expiresAt } = settings
      const changes = { name, enabled, agent, scopes, addresses, limits, expiresAt }
      refuseUnknownTargets(readScopes(scopes))
      refuseExcess(grantOf(settings, key), await keyOf(holder, holder.key))
      const updated = await keys.update(id, changes)
      await record(holder, 'key.update', { target: id, detail: changes })
      return updated
    },
    async rotate(holder, id, graceMs) {
      await coveredKey(holder, id)
      const rotated = await keys.rotate(id, { graceMs })
      await record(holder, 'key.rotate', { target: id, detail: { graceMs } })
      return rotated
    },
    async revoke(holder, id) {
      await coveredKey(holder, id)
      await keys.revoke(id)
      await record(holder, 'key.revoke', { target: id })
    },
  }
}

const limited = 'the calling key has limits of its own, against which the calls of another key would not count'
const tooMany = `An account has at most ${maxUnrevoked} keys, and ${maxInAll} with those that are revoked. Revoke some, or ask the operator.`

/** What a key may do with these settings; what they leave out is as in `before`. */
function grantOf(
  { scopes, addresses, limits, expiresAt }: Omit<OwnKeyOrder, 'name' | 'surface'>,
  before: Grant,
): Grant {
  return {
    scopes: scopes === undefined ? before.scopes : readScopes(scopes),
    addresses: addresses === undefined ? before.addresses : (readAddresses(addresses)?.entries ?? null),
    limits: limits === undefined ? before.limits : limits,
    expiresAt: expiresAt === undefined ? before.expiresAt : expiresAt,
  }
}

function refuseExcess(other: Grant, own: Grant): void {
  const reason = excessOf(other, own)
  if (reason !== undefined) throw fail('key.grant', { reason })
}
