// The provider as the tests of this folder open it: secrets in memory, a seeded random source, and one signing key for
// all tests of a file, because making one takes a second.
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { ProviderKit } from '#define'
import type { Secrets } from '#define/outbound'
import { createSeededRandom, type World as OpenedWorld, openWorld as open, type WorldOptions } from '#provider/test'
import type { Store } from '#store'
import api from '../api.ts'
import provider from '../provider.ts'
import type { Tables } from '../tables.ts'

type Kit = ProviderKit<Tables>
export type World = OpenedWorld<Tables>

/** Addresses of the API in the tests. */
export const baseUrl = 'http://gateway.test/v1/proxy/game-skins'

/** Secrets as the gateway stores them, for worlds that share a database. */
export function memorySecrets(stored = new Map<string, string>()): Secrets {
  return {
    put: async (name, text) => void stored.set(name, text),
    remove: async (name) => stored.delete(name),
    names: async () => [...stored.keys()],
    sign: async (name, data, hash) => {
      const text = stored.get(name)
      return text === undefined ? undefined : sign(hash, data, keyIn(text))
    },
  }
}

const keyIn = (text: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })

let made: { readonly publicKey: string; readonly privateKey: string } | undefined

/** A signing key as the provider stores it. */
function signingKey() {
  if (made) return made
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 4096 })
  made = {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  }
  return made
}

export interface SkinWorldOptions extends WorldOptions<Tables> {
  /** The first signature makes a key, as in a new installation. */
  readonly withoutKey?: boolean
}

/** Calls name an application unless a test says otherwise. */
export async function openWorld({ withoutKey, ...options }: SkinWorldOptions = {}): Promise<World> {
  const secrets = memorySecrets()
  const world = await open(api, provider, {
    ...options,
    kit: { random: createSeededRandom(7), secrets, ...options.kit },
  })
  if (!withoutKey) await storeKey(world.kit)
  return {
    ...world,
    ask: (path, call = {}) => world.ask(path, { ...call, headers: { 'user-agent': 'Tests/1.0', ...call.headers } }),
  }
}

/** A world on an open store, which several may share. */
export async function openStoreWorld(store: Store, options: SkinWorldOptions = {}): Promise<World> {
  await store.migrate(
    api.slug,
    Object.entries(provider.migrations).map(([name, { up }]) => ({ name, up })),
  )
  return openWorld({ database: store, migrated: true, ...options })
}

async function storeKey(kit: Kit): Promise<void> {
  const { publicKey, privateKey } = signingKey()
  const secret = 'signing-key.test'
  await kit.secrets.put(secret, privateKey)
  await kit.db
    .insertInto('game_skins_keys')
    .values({ generation: 1, secret, public_key: publicKey, created_at: kit.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A body as a browser or a client sends it. */
export function multipart(
  fields: Readonly<Record<string, string>>,
  file?: Buffer,
  boundary = '--------------------------104729',
): { readonly body: Buffer; readonly boundary: string } {
  const part = (disposition: string, content: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ])
  const parts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value))
  if (file) parts.push(part('name="file"; filename="skin.png"', file))
  return { body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]), boundary }
}

/** Uploads a picture, after the delay of the previous one. */
export async function upload(
  world: World,
  file: Buffer | undefined,
  fields: Readonly<Record<string, string>> = {},
  call: { readonly account?: string; readonly key?: string } = {},
) {
  world.clock.advance(10_000)
  const { body, boundary } = multipart(fields, file)
  return world.ask('/generate/upload', {
    method: 'POST',
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    ...call,
  })
}
