// Management of keys: availability, configurations, licensees, logs and usage. Here the API key is the subject, not a
// credential: access is public or requires the caller's user token, so callers with a stored key need not know it.
import { body, csv, del, get, int, list, nullable, num, obj, ownKey, post, put, req, str } from '#define'
import { managementAuthorization as authorization, user_token, userTokenBeyond } from '../parameters.ts'
import { removed } from '../schemas/answer.ts'
import {
  configList,
  configResult,
  keyAvailability,
  keyDetails,
  keyUsage,
  licenseeList,
  licenseeResult,
} from '../schemas/keys.ts'

const auth = ownKey.path('key', { optional: true, standIn: 'stored' })
const key = str({ doc: 'The key to manage; `stored` means the stored provider key.', example: 'ak_example' })
const config = str({ doc: 'Name of the configuration.', example: 'checkout' })
const licenseeKey = str({ doc: 'Key of the licensee.', example: 'sl_example' })
const ofLicensee = str({ doc: 'Only lookups of this licensee.' })
const window = {
  start: str({ doc: 'Start, in milliseconds since 1970 or as a date.' }),
  end: str({ doc: 'End, in the same forms; at most 90 days later.' }),
}

const payload = { doc: 'Content of the configuration, at most 4096 characters.' }
const licenseeBody = body({
  name: str(),
  address: str(),
  postcode: str(),
  whitelist: list(str(), { doc: 'Addresses of the sites that may use the key.' }),
  daily: obj({ limit: nullable(num(), { doc: 'Lookups per day, or null for no limit.' }) }),
})

export const keys = {
  keyAvailability: get('/keys/{key}', 'Whether a key can be used, and for which countries', {
    params: { key, user_token: userTokenBeyond, authorization },
    returns: keyAvailability,
    auth,
  }),
  listConfigs: get('/keys/{key}/configs', 'Configurations of a key', {
    params: { key, user_token, authorization },
    returns: configList,
    auth,
  }),
  createConfig: post('/keys/{key}/configs', 'Adds a configuration to a key', {
    params: { key, user_token, authorization },
    body: body({ name: req.str({ doc: 'At most 32 characters.' }), payload: req.str(payload) }),
    returns: configResult,
    auth,
  }),
  getConfig: get('/keys/{key}/configs/{config}', 'One configuration of a key', {
    params: { key, config, authorization },
    returns: configResult,
    auth,
  }),
  updateConfig: post('/keys/{key}/configs/{config}', 'Changes a configuration of a key', {
    params: { key, config, user_token, authorization },
    body: body({ payload: str(payload) }),
    returns: configResult,
    auth,
  }),
  deleteConfig: del('/keys/{key}/configs/{config}', 'Removes a configuration of a key', {
    params: { key, config, user_token, authorization },
    returns: removed,
    auth,
  }),
  keyDetails: get('/keys/{key}/details', 'Settings, limits and balance of a key', {
    params: { key, user_token, authorization },
    returns: keyDetails,
    auth,
  }),
  listLicensees: get('/keys/{key}/licensees', 'Licensees of a key', {
    params: {
      key,
      starting_after: int({ doc: 'Id of the licensee to start after.', also: '^[0-9a-fA-F]{24}$' }),
      user_token,
      limit: str({ doc: 'Number of licensees: 10 by default, 100 at most.' }),
      query: str({ doc: 'Words in the name.' }),
      authorization,
    },
    returns: licenseeList,
    auth,
  }),
  createLicensee: post('/keys/{key}/licensees', 'Adds a licensee to a key', {
    params: { key, user_token, authorization },
    body: licenseeBody,
    returns: licenseeResult,
    auth,
  }),
  getLicensee: get('/keys/{key}/licensees/{licensee}', 'One licensee of a key', {
    params: { key, licensee: licenseeKey, user_token, authorization },
    returns: licenseeResult,
    auth,
  }),
  updateLicensee: put('/keys/{key}/licensees/{licensee}', 'Changes a licensee of a key', {
    params: { key, licensee: licenseeKey, user_token, authorization },
    body: licenseeBody,
    returns: licenseeResult,
    auth,
  }),
  deleteLicensee: del('/keys/{key}/licensees/{licensee}', 'Cancels a licensee of a key', {
    params: { key, licensee: licenseeKey, user_token, authorization },
    returns: removed,
    doc: 'The key of the licensee stops working; its record stays.',
    auth,
  }),
  keyLookups: get('/keys/{key}/lookups', 'Log of lookups as comma-separated values', {
    params: { key, ...window, licensee: ofLicensee, user_token: userTokenBeyond, authorization },
    returns: csv(),
    doc: 'Without a header line: time, address of the caller, search term, page, kind of lookup, tags.',
    auth,
  }),
  keyUsage: get('/keys/{key}/usage', 'Lookups of a key by day', {
    params: {
      key,
      ...window,
      tags: str({ doc: 'Only lookups with all of these tags, at most three, comma-separated.' }),
      licensee: ofLicensee,
      user_token: userTokenBeyond,
      authorization,
    },
    returns: keyUsage,
    doc: 'The last 21 days by default.',
    auth,
  }),
}
