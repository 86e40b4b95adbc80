// Shapes of gateway keys and market keys, shared by the operator API and the self-service API.
import { bool, int, list, nullable, obj, oneOf, opt, str } from '#define'
import { keySorts, keyStates } from '#store'
import { dollarsPattern } from '../../account/keys/dollars.ts'
import { ids, sandboxNamePattern, textPattern, time } from './shapes.ts'

const Scope = obj({
  slug: str({ doc: 'Listing, `me` for the self-service API, or `*` for all.' }),
  methods: opt(list(str(), { doc: 'HTTP methods; omitted means all.' })),
  path: opt(str({ doc: 'Path below the listing; a trailing `*` makes it a prefix.' })),
})
export const keySurfaces = ['hosted', 'market'] as const
const agentAccesses = ['off', 'read', 'write'] as const
const maxCalls = 1_000_000_000
const window = (doc: string) =>
  nullable(int({ min: 0, max: maxCalls }), { doc: `${doc}; null means as many as the plan allows.` })
const Limits = nullable(
  obj({
    perMinute: window('Calls per minute'),
    perDay: window('Calls per UTC day'),
    usdPerDay: opt(
      nullable(str({ pattern: dollarsPattern, example: '2.5' }), {
        doc: 'What calls may cost per UTC day, in US dollars as a decimal string: those of models through channels with prices. Null, or left out, means as much as the budgets of the operator allow.',
      }),
    ),
  }),
  {
    doc: 'How many calls the key may make and what they may cost, beside the plan of its account; null means no limit of its own.',
  },
)
const key = {
  id: str({ pattern: '^key_', doc: 'Stays the same when the key is rotated.' }),
  surface: oneOf(keySurfaces, { doc: 'hosted: a gateway key. market: a market key.' }),
  name: str(),
  agent: oneOf(agentAccesses, { doc: 'What agents may do with it at /mcp.' }),
  scopes: nullable(list(Scope), { doc: 'What it may be used for; null means everything.' }),
  addresses: nullable(list(str()), { doc: 'IP addresses and CIDR blocks it may be used from; null means all.' }),
  limits: Limits,
  expiresAt: nullable(time('When it stops working.')),
  enabled: bool(),
  createdAt: time('When it was created.'),
  lastUsedAt: nullable(time('When it was last used, to about a minute.')),
  revokedAt: nullable(time('When it was revoked.')),
  madeBy: nullable(str(), {
    doc: 'Id of the key by which it was made or, since then, rotated; null for the operator.',
  }),
  sandbox: nullable(str(), { doc: 'Name of the sandbox that answers all its calls; null for none.' }),
  previousUntil: nullable(time('Until when the key from before the last rotation still works.')),
}
export const Key = obj({ account: str(), ...key })
export const OwnKey = obj({ current: bool({ doc: 'The key that this call came with.' }), ...key })
export const Revoked = obj({
  revoked: list(str(), { doc: 'Ids of the keys that stopped working by this call; empty when they had before.' }),
  remaining: list(Key, {
    doc: 'Keys that this one has made, itself or through others, and that still work. Who has the key may have them.',
  }),
})
export const withMade = bool({
  default: false,
  doc: 'Whether to revoke also the keys that it has made, itself or through others. A key that is revoked already may be named again for that.',
})
export const NewKey = obj({ id: str(), key: str({ doc: 'The key itself. It is shown only once.', secret: true }) })
export const restrictions = {
  limits: Limits,
  agent: oneOf(agentAccesses, {
    doc: 'What agents may do with it at /mcp: nothing, read (default), or everything it is good for.',
  }),
  scopes: nullable(list(Scope), { doc: 'What it may be used for; null means everything.' }),
  addresses: nullable(list(str()), { doc: 'IP addresses and CIDR blocks it may be used from; null means all.' }),
  expiresAt: nullable(int({ min: 0 }), { doc: 'Milliseconds since the epoch; null means never.' }),
}

/** The sandbox of a new key. */
export const keySandbox = str({
  pattern: sandboxNamePattern,
  max: 60,
  doc: 'Name of a sandbox of the account, which then answers all calls with the key. It cannot be changed.',
  example: 'ci-7',
})

export const keyParams = {
  ids,
  search: str({
    min: 1,
    max: 100,
    pattern: textPattern,
    doc: 'The beginning of the name, in any letter case, or the whole id.',
  }),
  state: oneOf(keyStates, { doc: 'Only keys in this state.' }),
  surface: oneOf(keySurfaces, { doc: 'Only keys of this kind.' }),
  sort: oneOf(keySorts, {
    default: 'id',
    doc: 'By id; the newest first; by when they expire, those that never do left out; by last use, the never used first. Keys found by name are in order of their names.',
  }),
}
const maxGraceMs = 30 * 24 * 3_600_000
export const graceMs = int({
  min: 0,
  max: maxGraceMs,
  default: 0,
  doc: 'How long the previous key still works, in milliseconds. With 0 it has stopped working when the response is sent.',
})
