// Manages an account's own keys with one of them. A key can be created, changed, rotated or revoked only by a key that
// covers it (keys/grants.ts): otherwise a restricted key could rotate an unrestricted one, and use that. The access of
// agents is not part of it: a key that opens more to agents opens no more than it opens to its holder over HTTP.
import { fail } from '#define'
import type { AgentAccess, KeyCounts, KeySearch, KeySurface } from '#store'
import { readAddresses } from '../../account/keys/addresses.ts'
import { excessOf, type Grant } from '../../account/keys/grants.ts'
import type { KeyLimits } from '../../account/keys/identify.ts'
import type { KeyInfo, KeySettings, Keys, RevokedKeys } from '../../account/keys/keys.ts'
import { readScopes, type Scope } from '../../account/keys/scopes.ts'
import type { Secret } from '../../process/secret.ts'
import type { Audit } from './audit.ts'
import type { RefuseUnknownTargets } from './scope-targets.ts'

interface OwnKeysDeps {
  readonly keys: Keys
  readonly audit: Audit
  readonly refuseUnknownTargets: RefuseUnknownTargets
}
/** The acting account, with the key it uses. */
export interface KeyHolder {
  readonly account: string
  /** The id of the calling key. */
  readonly key: string
}
/** An order for a key. Omitted restrictions default to those of the calling key. */
interface OwnKeyOrder {
  readonly name: string
  readonly surface: KeySurface
  readonly agent?: AgentAccess | undefined
  readonly scopes?: readonly Scope[] | null | undefined
  readonly addresses?: readonly string[] | null | undefined
  readonly limits?: KeyLimits | null | undefined
  readonly expiresAt?: number | null | undefined
  readonly sandbox?: string | undefined
}
type ShownKey = Promise<{ id: string; key: Secret }>
export interface OwnKeys {
  list(holder: KeyHolder, search: KeySearch): ReturnType<Keys['list']>
  /** Returns a key. Fails with 'thing.unknown', also for a key of another account. */
  get(holder: KeyHolder, id: string): Promise<KeyInfo>
  /** Returns a key that the calling key covers. Fails with 'key.grant' or 'thing.unknown'. */
  covered(holder: KeyHolder, id: string): Promise<KeyInfo>
  /** Creates a key. Fails with 'key.grant', 'input.invalid', or 'thing.conflict' if the account has too many. */
  create(holder: KeyHolder, order: OwnKeyOrder): ShownKey
  /** Changes a key. Fails with 'key.grant', 'input.invalid', 'thing.unknown', or 'thing.conflict' for a revoked key. */
  update(holder: KeyHolder, id: string, settings: KeySettings): Promise<KeyInfo>
  /** Rotates a key. Fails like `update`. */
  rotate(holder: KeyHolder, id: string, graceMs: number): ShownKey
  /**
   * Revokes the key and, `withMade`, those it has made, itself or through others; of these, the keys that the calling
   * key does not cover remain. Fails with 'key.grant' or 'thing.unknown'.
   */
  revoke(holder: KeyHolder, id: string, options: { readonly withMade: boolean }): Promise<RevokedKeys>
}

/** Limits of keys per account. Revoked keys are kept, so that calls and changes can be traced to them. */
const most: KeyCounts = { unrevoked: 1000, all: 10_000 }

export function createOwnKeys({ keys, audit, refuseUnknownTargets }: OwnKeysDeps): OwnKeys {
  async function keyOf({ account }: KeyHolder, id: string): Promise<KeyInfo> {
    const key = await keys.get(id)
    if (key?.accountId !== account) throw fail('thing.unknown', { thing: 'key', id: id.slice(0, 80) })
    return key
  }

  /** Returns the key if the calling one covers it. */
  async function coveredKey(holder: KeyHolder, id: string): Promise<KeyInfo> {
    const [key, own] = [await keyOf(holder, id), await keyOf(holder, holder.key)]
    refuseExcess(key, own)
    if (own.limits !== null && key.id !== own.id) throw fail('key.grant', { reason: limited })
    return key
  }

  const record = (holder: KeyHolder, action: string, { target, detail }: { target: string; detail?: object }) =>
    audit.write({ actor: holder.account, action, target, detail: { ...detail } })

  return {
    list: (holder, search) => keys.list({ ...search, accountId: holder.account }),
    get: keyOf,
    covered: coveredKey,
    async create(holder, wanted) {
      const own = await keyOf(holder, holder.key)
      const { name, surface, agent } = wanted
      const grant = grantOf(wanted, own)
      refuseUnknownTargets(grant.scopes)
      refuseExcess(grant, own)
      if (own.limits !== null) throw fail('key.grant', { reason: limited })
      const sandbox = grant.sandbox ?? undefined
      const order = { accountId: holder.account, surface, name, agent, ...grant, sandbox, madeBy: holder.key }
      const made = await keys.create(order, most)
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
      const rotated = await keys.rotate(id, { graceMs, by: holder.key })
      await record(holder, 'key.rotate', { target: id, detail: { graceMs } })
      return rotated
    },
    async revoke(holder, id, { withMade }) {
      await coveredKey(holder, id)
      const own = await keyOf(holder, holder.key)
      const isCovered = (key: KeyInfo) => excessOf(key, own) === undefined && (own.limits === null || key.id === own.id)
      const done = await keys.revoke(id, withMade ? isCovered : undefined)
      // recorded on a repetition as well, for the reader of the record
      for (const target of new Set([id, ...done.revoked]))
        await record(holder, 'key.revoke', { target, detail: target === id ? {} : { madeBy: id } })
      return done
    },
  }
}

const limited = 'the calling key has limits of its own, against which the calls of another key would not count'

/** Returns a key's grant with these settings; omitted settings are those of `before`. */
function grantOf(
  { scopes, addresses, limits, expiresAt, sandbox }: Omit<OwnKeyOrder, 'name' | 'surface'>,
  before: Grant,
): Grant {
  return {
    scopes: scopes === undefined ? before.scopes : readScopes(scopes),
    addresses: addresses === undefined ? before.addresses : (readAddresses(addresses)?.entries ?? null),
    limits: limits === undefined ? before.limits : limits,
    expiresAt: expiresAt === undefined ? before.expiresAt : expiresAt,
    sandbox: sandbox === undefined ? before.sandbox : sandbox,
  }
}

function refuseExcess(other: Grant, own: Grant): void {
  const reason = excessOf(other, own)
  if (reason !== undefined) throw fail('key.grant', { reason })
}
