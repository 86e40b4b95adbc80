// Endpoints of all accounts' gateway keys and market keys, and of the plans that limit their calls.
import { body, bool, del, get, list, obj, opt, patch, post, put, req, str } from '#define'
import {
  graceMs,
  Key,
  keyParams,
  keySandbox,
  keySurfaces,
  NewKey,
  Revoked,
  restrictions,
  withMade,
} from '../../accounts/key-shapes.ts'
import { wordPattern } from '../../accounts/shapes.ts'
import { Plan } from '../schemas.ts'
import { page } from './accounts.ts'

const key = str({ doc: 'Id of the key.', example: 'key_5nT8wQzR3kYd' })
const maxCalls = 1_000_000_000

export const keyEndpoints = {
  listKeys: get('/keys', 'Keys, revoked ones included; found by name, by state, by account', {
    params: {
      account: str({ max: 64, pattern: wordPattern, doc: 'Only keys of this account.' }),
      ...keyParams,
      ...page,
    },
    returns: obj({ keys: list(Key), next: opt(str({ doc: 'Cursor of the next page; absent on the last page.' })) }),
  }),
  createKey: post('/keys', 'Creates a key, which is shown only once', {
    body: body({
      account: req.str({ doc: 'Id of the account.' }),
      surface: req.oneOf(keySurfaces, { doc: 'hosted: a gateway key. market: a market key.' }),
      name: req.str({ doc: '1 to 100 characters, for people.' }),
      ...restrictions,
      sandbox: keySandbox,
    }),
    returns: NewKey,
    status: 201,
  }),
  getKey: get('/keys/{key}', 'One key', { params: { key }, returns: Key }),
  updateKey: patch('/keys/{key}', 'Changes name and restrictions of a key, or disables it for a while', {
    params: { key },
    body: body({ name: str(), enabled: bool(), ...restrictions }),
    returns: Key,
    idempotent: true,
  }),
  rotateKey: post('/keys/{key}/rotate', 'Replaces a key under the same id; the new one is shown only once', {
    params: {
      key,
      graceMs,
    },
    returns: NewKey,
  }),
  revokeKey: del('/keys/{key}', 'Revokes a key for good; when the response is sent, no process accepts it any more', {
    params: { key, withMade },
    returns: Revoked,
    doc: 'The response names the keys that it has made; `withMade` revokes them, too.',
  }),
  listPlans: get('/plans', 'Plans in order of id', {
    params: page,
    returns: obj({ plans: list(Plan), next: opt(str({ doc: 'Cursor of the next page; absent on the last page.' })) }),
  }),
  putPlan: put('/plans/{plan}', 'Creates a plan, or changes the quotas of all accounts on it', {
    params: { plan: str({ pattern: '^[a-z][a-z0-9-]{0,39}$', doc: 'Id of the plan, in kebab-case.' }) },
    body: body({
      perMinute: req.int({ min: 0, max: maxCalls, doc: 'Calls per minute.' }),
      perDay: req.int({ min: 0, max: maxCalls, doc: 'Calls per UTC day.' }),
    }),
    returns: Plan,
  }),
}
