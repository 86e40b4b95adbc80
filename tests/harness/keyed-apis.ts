// APIs for the tests of provider keys: one for each way in which a provider takes a key, beyond those of proxy-apis.ts.
import { anyBody, anyObject, defineApi, get, hosted, ownKey, post } from '#define'
import { type Auth, keyPlace } from '#define/reflect'
import type { LoadedApi } from '../../packages/gateway/src/process/load-apis.ts'

/** A key as an account stores it: one text, or parts by name. */
type Stored = { readonly key: string } | { readonly parts: Readonly<Record<string, string>> }

export interface KeyScheme {
  readonly auth: Auth
  readonly stored: Stored
  /** Texts that must never come back. */
  readonly secrets: readonly string[]
}

const client = { client_id: 'client-of-test', client_secret: 'cs/Secret+0123456789=' }

/** Schemes by slug; tokens come from `tokenUrl`. */
export function keySchemes(tokenUrl: string) {
  const token = { url: tokenUrl, scopes: ['read', 'write:all'] }
  return {
    cookie: {
      auth: ownKey.cookie('session_key'),
      stored: { key: 'ck-Cookie/0123456789' },
      secrets: ['ck-Cookie/0123456789'],
    },
    basic: {
      auth: ownKey.basic(),
      stored: { key: 'alice@example.test:pw-Basic/0123:456' },
      secrets: ['pw-Basic/0123:456', 'alice@example.test:pw-Basic/0123:456'],
    },
    'basic-user': {
      auth: ownKey.basic(),
      stored: { key: 'sk_user_0123456789abcdef:' },
      secrets: ['sk_user_0123456789abcdef'],
    },
    double: {
      auth: ownKey.several([
        keyPlace.header('DD-API-KEY', { part: 'DD-API-KEY' }),
        keyPlace.header('DD-APPLICATION-KEY', { part: 'DD-APPLICATION-KEY' }),
      ]),
      stored: { parts: { 'DD-API-KEY': 'dd-api-0123456789abcdef', 'DD-APPLICATION-KEY': 'dd-app-fedcba9876543210' } },
      secrets: ['dd-api-0123456789abcdef', 'dd-app-fedcba9876543210'],
    },
    everywhere: {
      auth: ownKey.several([
        keyPlace.header('x-one', { part: 'one' }, 'Key '),
        keyPlace.query('two', { part: 'two' }),
        keyPlace.cookie('three', { part: 'three' }),
        keyPlace.cookie('again', { part: 'one' }),
        keyPlace.basic({ part: '__proto__' }),
      ]),
      stored: {
        parts: Object.fromEntries([
          ['one', 'one-0123456789/abc'],
          ['two', 'two-0123456789&abc'],
          ['three', 'three-0123456789'],
          ['__proto__', 'bob:proto-0123456789'],
        ]),
      },
      secrets: ['one-0123456789/abc', 'two-0123456789&abc', 'three-0123456789', 'proto-0123456789'],
    },
    client: {
      auth: ownKey.clientCredentials(token),
      stored: { parts: client },
      secrets: [client.client_secret],
    },
    'client-body': {
      auth: ownKey.several(
        [keyPlace.header('authorization', 'token', 'Bearer '), keyPlace.header('x-app', { part: 'app' })],
        { token: { ...token, client: 'body' } },
      ),
      stored: { parts: { ...client, app: 'app-0123456789abcdef' } },
      secrets: [client.client_secret, 'app-0123456789abcdef'],
    },
  } satisfies Readonly<Record<string, KeyScheme>>
}
export type SchemeSlug = keyof ReturnType<typeof keySchemes>

/** Returns an API for each scheme, with `base` as the address of its provider. */
export function keyedApis(base: string, schemes: Readonly<Record<string, KeyScheme>>): LoadedApi[] {
  return Object.entries(schemes).map(([slug, { auth }]) => {
    const api = defineApi({
      ...{ slug, title: `API ${slug}`, summary: 'For tests.', surface: hosted, upstream: base, auth },
      passHeaders: ['x-extra', 'cookie-like', 'x-one', 'dd-api-key', 'authorization'],
      verify: 'things',
      endpoints: {
        things: get('/things', 'Things', { returns: anyObject() }),
        // as in descriptions, whose operations each name their schemes
        make: post('/things', 'Any body', { returns: anyObject(), body: anyBody(), auth: structuredClone(auth) }),
      },
    })
    return { api, provider: undefined, live: {}, examples: { things: { output: {} } } }
  })
}
