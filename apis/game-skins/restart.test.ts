// Jobs and the signing key over restarts, between processes, and while they are not ready.
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import type { Secrets } from '#define/outbound'
import type { Store } from '#store'
import { eachStore } from '../../tests/harness/services.ts'
import { until } from '../../tests/harness/until.ts'
import { imageHashOf } from './provider/images/skin-image.ts'
import { randomSkin } from './test/pictures.ts'
import { encodePng } from './test/png.ts'
import { memorySecrets, openStoreWorld, upload, type World } from './test/world.ts'

const skin = randomSkin(1, 'slim')
const png = encodePng(skin)

/** Secrets whose signatures wait until they are released. */
function heldSecrets() {
  const secrets = memorySecrets()
  const waiting: (() => void)[] = []
  const sign: Secrets['sign'] = async (name, data, hash) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return secrets.sign(name, data, hash)
  }
  return { secrets: { ...secrets, sign }, waiting }
}

async function jobsOf(world: World): Promise<number> {
  return (await world.kit.db.selectFrom('game_skins_jobs').select('uuid').execute()).length
}
async function publishedKeys(world: World): Promise<string[]> {
  const { profilePropertyKeys } = Object((await world.ask('/publickeys')).body)
  return profilePropertyKeys.map(({ publicKey }: { publicKey: string }) => publicKey)
}
function isSignedBy(key: string, { value, signature }: { value: string; signature: string }): boolean {
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  return verify('sha1', Buffer.from(value), publicKey, Buffer.from(signature, 'base64'))
}

await eachStore('restarts of game skins', (database) => {
  let accounts = 0
  const newAccount = () => `acc_${++accounts}`

  test('a job of a process that ended is finished by the next, once, and its caller finds a duplicate', async () => {
    const account = newAccount()
    const held = heldSecrets()
    const before = await openStoreWorld(database.store, { account, kit: { secrets: held.secrets } })
    void upload(before, png, { name: 'Interrupted', visibility: '0' }).catch(() => undefined)
    await until(() => held.waiting.length === 1, 'the signature')
    assert.equal(await jobsOf(before), 1)

    // the first process never signs; two others open the same database at once
    const [after, other] = await Promise.all([1, 2].map(() => openStoreWorld(database.store, { account })))
    assert.ok(after && other)
    await Promise.all([after.open(), other.open()])
    await until(async () => (await jobsOf(after)) === 0, 'the end of the job')
    const { skins } = Object((await after.ask('/get/list/1?filter=interrupted')).body)
    assert.equal(skins.length, 1)
    after.clock.advance(60_000)
    const again = await upload(after, png)
    assert.deepEqual(
      [again.body.duplicate, again.body.uuid, again.body.name, again.body.hash],
      [true, skins[0].uuid, 'Interrupted', imageHashOf(skin)],
    )
  })

  test('a process that ends finishes what it is signing', async () => {
    const account = newAccount()
    const held = heldSecrets()
    const world = await openStoreWorld(database.store, { account, kit: { secrets: held.secrets } })
    const answer = upload(world, png)
    await until(() => held.waiting.length === 1, 'the signature')
    const closed = world.close()
    held.waiting.shift()?.()
    await closed
    assert.equal(await jobsOf(world), 0)
    assert.equal((await answer).status, 200)
  })

  test('a job that cannot be signed fails its call and is gone; one that is left behind is given up after three starts', async () => {
    const account = newAccount()
    const secrets = { ...memorySecrets(), sign: () => Promise.reject(new Error('the vault is closed')) }
    const world = await openStoreWorld(database.store, { account, kit: { secrets } })
    await assert.rejects(upload(world, png), /the vault is closed/)
    assert.equal(await jobsOf(world), 0)

    const held = heldSecrets()
    const leaving = await openStoreWorld(database.store, { account, kit: { secrets: held.secrets } })
    leaving.clock.advance(60_000)
    void upload(leaving, png).catch(() => undefined)
    await until(() => held.waiting.length === 1, 'the signature')
    for (const left of [1, 1, 0]) {
      const next = await openStoreWorld(database.store, { account, kit: { secrets } })
      await next.open()
      await until(() => next.logged.some((line) => line.startsWith('a job of an earlier process failed')), 'a failure')
      await until(async () => (await jobsOf(next)) === left, 'the job')
    }
  })

  test('a job that ends every process which begins it is given up after three', async () => {
    const account = newAccount()
    const held = heldSecrets()
    const left = await openStoreWorld(database.store, { account, kit: { secrets: held.secrets } })
    void upload(left, png).catch(() => undefined)
    await until(() => held.waiting.length === 1, 'the signature')
    for (let begun = 2; begun <= 4; begun += 1) {
      // it never signs, and is not closed
      await (await openStoreWorld(database.store, { account, kit: { secrets: held.secrets } })).open()
      await until(() => held.waiting.length === begun, 'the signature')
    }
    const last = await openStoreWorld(database.store, { account, kit: { secrets: held.secrets } })
    await last.open()
    await until(async () => (await jobsOf(last)) === 0, 'the end of the job')
    assert.equal(held.waiting.length, 4)
  })

  test('simultaneous uploads of the same picture make one skin', async () => {
    const world = await openStoreWorld(database.store, { account: newAccount() })
    const keys = ['a', 'b', 'c', 'd']
    const answers = await Promise.all(keys.map((key) => upload(world, png, {}, { key })))
    assert.deepEqual(answers.map(({ body }) => body.duplicate).sort(), [false, true, true, true])
    assert.equal(new Set(answers.map(({ body }) => body.uuid)).size, 1)
  })

  test('an account cannot have more skins than the operator allows, nor more than twenty jobs', async () => {
    const account = newAccount()
    const world = await openStoreWorld(database.store, { account, kit: { config: { skinsPerAccount: 2 } } })
    const statuses = []
    for (let seed = 10; seed < 13; seed++)
      statuses.push((await upload(world, encodePng(randomSkin(seed, 'slim')))).status)
    assert.deepEqual(statuses, [200, 200, 429])
    assert.equal((await upload(world, encodePng(randomSkin(10, 'slim')))).body.duplicate, true)

    const held = heldSecrets()
    const busy = await openStoreWorld(database.store, { account: newAccount(), kit: { secrets: held.secrets } })
    for (let seed = 0; seed < 20; seed++)
      void upload(busy, encodePng(randomSkin(100 + seed, 'slim')), {}, { key: `key_${seed}` }).catch(() => undefined)
    await until(async () => (await jobsOf(busy)) === 20, 'twenty jobs')
    const refused = await upload(busy, png)
    assert.deepEqual([refused.status, refused.body.errorCode], [429, 'job_limit'])
    await busy.kit.db.deleteFrom('game_skins_jobs').execute()
  })
})

await eachStore('the signing key of game skins', (database) => {
  const openOn = (store: Store, secrets: Secrets) => openStoreWorld(store, { withoutKey: true, kit: { secrets } })
  const stored = new Map<string, string>()

  test('it is made once, by whichever process is first, and only its public half is stored in a table', async () => {
    const worlds = await Promise.all([1, 2].map(() => openOn(database.store, memorySecrets(stored))))
    const keys = await Promise.all(worlds.map((world) => publishedKeys(world)))
    assert.deepEqual(keys[0], keys[1])
    assert.deepEqual([keys[0]?.length, stored.size], [1, 1])
    const restarted = await openOn(database.store, memorySecrets(stored))
    assert.deepEqual(await publishedKeys(restarted), keys[0])
    const rows = JSON.stringify(await restarted.kit.db.selectFrom('game_skins_keys').selectAll().execute())
    for (const secret of stored.values()) assert.ok(!rows.includes(secret.slice(100, 200)))
  })

  test('when its secret is lost a new one signs, and both public halves stay published', async () => {
    const world = await openOn(database.store, memorySecrets(stored))
    const [old = ''] = await publishedKeys(world)
    const oldSkin = Object((await upload(world, png)).body.data).texture
    stored.clear()
    const texture = Object((await upload(world, encodePng(randomSkin(2, 'slim')))).body.data).texture
    const keys = await publishedKeys(world)
    assert.deepEqual([keys.length, keys[0], stored.size], [2, old, 1])
    assert.ok(isSignedBy(old, oldSkin) && isSignedBy(keys[1] ?? '', texture))
  })

  test('while it is being made a call waits twenty seconds, then 503 provider.warming, and its skin is made all the same', async (t) => {
    const store = database.store
    const account = 'acc_warming'
    let release: (() => void) | undefined
    const secrets = memorySecrets()
    const slow: Secrets = {
      ...secrets,
      put: (name, text) =>
        new Promise((resolve) => {
          release = () => void secrets.put(name, text).then(resolve)
        }),
    }
    await store.db.deleteFrom('game_skins_keys' as never).execute()
    const world = await openStoreWorld(store, { account, withoutKey: true, kit: { secrets: slow } })
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const waiting = assert.rejects(upload(world, png), (error) => Object(error).code === 'provider.warming')
    await untilTrue(() => release !== undefined)
    t.mock.timers.tick(20_000)
    await waiting
    t.mock.timers.reset()
    release?.()
    await until(async () => (await jobsOf(world)) === 0, 'the skin')
    assert.equal((await upload(world, png)).body.duplicate, true)
  })
})

/** Timers of tests in which none runs. */
async function untilTrue(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve))
}
