// Guards that a call with an idempotency key happens once, whichever process gets it and whatever breaks in between.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createAccountsRepository, createRepeatedCallsRepository, pruneAgentCalls, type Store } from '#store'
import { eachStore } from '../../../../tests/harness/services.ts'
import { until } from '../../../../tests/harness/until.ts'
import { createRepeats, type Repeats } from './repeats.ts'
import { problem, text } from './tool.ts'

const minute = 60_000

await eachStore('repeated calls', (database) => {
  let nowMs = 1_000_000
  const openOn = ({ db, dialect }: Pick<Store, 'db' | 'dialect'>): Repeats => {
    const deps = { rows: createRepeatedCallsRepository({ db, dialect }), clock: () => nowMs, underWayMs: 2 * minute }
    return createRepeats({ ...deps, log: { warn: () => undefined } })
  }
  const call = (accountId: string, idempotencyKey: string, digest = 'same') => ({
    accountId,
    keyId: `key_${accountId}`,
    idempotencyKey,
    digest,
  })
  let made = 0
  const make = async () => ({ result: text(`call ${++made}`), mayHaveHappened: true })

  before(async () => {
    const accounts = createAccountsRepository(database.store.db)
    await accounts.upsertPlan({ id: 'free', perMinute: 1, perDay: 1, createdAt: 1 })
    for (const id of ['a', 'b', 'c'])
      await accounts.create({
        id,
        name: id,
        planId: 'free',
        isDemo: false,
        provider: null,
        enabled: true,
        createdAt: 1,
      })
  })

  test('an answer is given again for an hour, by any process', async () => {
    const [one, other] = [openOn(database.store), openOn(await database.another())]
    const first = await one.once(call('a', 'hour'), make)
    nowMs += 60 * minute - 1
    assert.deepEqual(await one.once(call('a', 'hour'), make), first)
    assert.deepEqual(await other.once(call('a', 'hour'), make), first)
    nowMs += 1
    assert.notDeepEqual(await other.once(call('a', 'hour'), make), first)
  })

  test('of many at once in two processes one makes the call, and the others hear that it is under way', async () => {
    const both = [openOn(database.store), openOn(await database.another())]
    const before = made
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const slow = async () => {
      await held
      return make()
    }
    let told = 0
    const all = Array.from({ length: 20 }, async (_none, at) => {
      const result = await both[at % 2]?.once(call('a', 'at once'), slow)
      told++
      return result
    })
    await until(() => told === 19)
    release()
    const underWay = (await Promise.all(all)).filter((result) => /still under way/.test(JSON.stringify(result)))
    assert.deepEqual([underWay.length, made], [19, before + 1])
    for (const repeats of both) assert.deepEqual(await repeats.once(call('a', 'at once'), make), text(`call ${made}`))
  })

  test('another call with the same key is refused', async () => {
    const repeats = openOn(database.store)
    await repeats.once(call('a', 'other call'), make)
    assert.match(JSON.stringify(await repeats.once(call('a', 'other call', 'another'), make)), /used for another call/)
  })

  test('a call that certainly did nothing can be made again; one that is open, or broke off, is not', async () => {
    const repeats = openOn(database.store)
    const nothing = async () => ({ result: problem('refused'), mayHaveHappened: false })
    await repeats.once(call('a', 'refused'), nothing)
    assert.equal((await repeats.once(call('a', 'refused'), make)).isError, undefined)

    const open = async () => ({ result: problem('502'), mayHaveHappened: true })
    await repeats.once(call('a', 'open'), open)
    assert.deepEqual(await repeats.once(call('a', 'open'), make), problem('502'))

    const before = made
    await assert.rejects(
      repeats.once(call('a', 'broke off'), () => Promise.reject(new Error('the process broke off here'))),
    )
    nowMs += 3 * minute
    const told = await openOn(await database.another()).once(call('a', 'broke off'), make)
    assert.match(JSON.stringify(told), /may have happened/)
    assert.equal(made, before)
  })

  test('an account with a thousand keys in the hour is refused more, keeps all, and takes none from others', async () => {
    const repeats = openOn(database.store)
    const first = await repeats.once(call('b', 'first'), make)
    await repeats.once(call('c', '0'), make)
    const { keyId } = call('c', '')
    const others = Array.from({ length: 989 }, (_none, at) => ({
      key_id: keyId,
      idempotency_key: `other ${at}`,
      account_id: 'c',
      digest: 'same',
      claimed_at: nowMs,
      expires_at: nowMs + 60 * minute,
      result: '{}',
      size: 2,
    }))
    await database.store.db.insertInto('repeated_calls').values(others).execute()
    const last = await Promise.all(
      Array.from({ length: 20 }, (_none, at) => repeats.once(call('c', `last ${at}`), make)),
    )
    assert.equal(last.filter(({ isError }) => isError).length, 10)
    assert.match(JSON.stringify(last.find(({ isError }) => isError)), /idempotency keys within the hour/)
    const before = made
    await repeats.once(call('c', '0'), make)
    assert.deepEqual(await repeats.once(call('b', 'first'), make), first)
    assert.equal(made, before)
    nowMs += 60 * minute
    assert.equal((await repeats.once(call('c', 'after an hour'), make)).isError, undefined)
  })

  test('what has expired is deleted, answers included', async () => {
    const rows = () => database.store.db.selectFrom('repeated_calls').select('idempotency_key').execute()
    await openOn(database.store).once(call('b', 'deleted'), make)
    await pruneAgentCalls(database.store.db, nowMs)
    assert.notEqual((await rows()).length, 0)
    await pruneAgentCalls(database.store.db, nowMs + 60 * minute)
    assert.deepEqual(await rows(), [])
  })
})
