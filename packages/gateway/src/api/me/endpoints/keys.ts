// Endpoints of the account's own keys.
import { body, bool, del, get, int, list, nullable, obj, oneOf, opt, patch, post, req, str } from '#define'
import {
  graceMs,
  keyParams,
  keySandbox,
  keySurfaces,
  NewKey,
  OwnKey,
  Revoked,
  restrictions,
  withMade,
} from '../../accounts/key-shapes.ts'
import { wordPattern } from '../../accounts/shapes.ts'

const key = str({ max: 80, pattern: wordPattern, doc: 'Id of the key.', example: 'key_5nT8wQzR3kYd' })
const covers =
  'Only by a key that has all that this one has: scopes, addresses, and time until it expires. Otherwise 403 `key.grant`.'

export const keyEndpoints = {
  listKeys: get('/me/keys', 'The keys of the account, revoked ones included', {
    params: {
      ...keyParams,
      limit: int({ min: 1, max: 100, default: 50, doc: 'Maximum number of keys per page.' }),
      after: str({ doc: 'The `next` of the previous page.' }),
    },
    returns: obj({ keys: list(OwnKey), next: opt(str({ doc: 'Cursor of the next page; absent on the last page.' })) }),
  }),
  createKey: post('/me/keys', 'Makes another key, which is shown only once', {
    body: body({
      name: req.str({ doc: '1 to 100 characters, for people.' }),
      surface: oneOf(keySurfaces, { doc: 'hosted (default): a gateway key. market: a market key.' }),
      ...restrictions,
      sandbox: keySandbox,
    }),
    returns: NewKey,
    status: 201,
    doc: 'Restrictions that are left out are those of the calling key; one that goes beyond them is refused with 403 `key.grant`.',
  }),
  getKey: get('/me/keys/{key}', 'One key of the account', { params: { key }, returns: OwnKey }),
  updateKey: patch('/me/keys/{key}', 'Changes name and restrictions of a key, or disables it for a while', {
    params: { key },
    body: body({ name: str(), enabled: bool(), ...restrictions }),
    returns: OwnKey,
    idempotent: true,
    doc: covers,
  }),
  rotateKey: post('/me/keys/{key}/rotate', 'Replaces a key under the same id; the new one is shown only once', {
    params: { key, graceMs },
    returns: NewKey,
    doc: covers,
  }),
  revokeKey: del('/me/keys/{key}', 'Revokes a key for good, the calling one included', {
    params: { key, withMade },
    returns: Revoked,
    doc: `When the response is sent, no process accepts the key any more. It names the keys that it has made; \`withMade\` revokes them, too, but those that the calling key does not cover. ${covers}`,
  }),
}
export const CallingKey = obj({
  id: str(),
  name: str(),
  agent: restrictions.agent,
  scopes: restrictions.scopes,
  expiresAt: nullable(int(), { doc: 'Milliseconds since the epoch; null means never.' }),
})
