// Credits, limits and submissions of accounts, on each database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { codeOf, openWorld, type RemovalWorld, rectanglePicture } from './test/world.ts'

const small = (
  await rectanglePicture({ width: 60, height: 40 }, { left: 20, top: 10, width: 20, height: 20 })
).toString('base64')
/** 0.36 megapixels, above a preview. */
const larger = (
  await rectanglePicture({ width: 720, height: 500 }, { left: 200, top: 100, width: 300, height: 300 })
).toString('base64')
const plain = (await rectanglePicture({ width: 60, height: 40 }, { left: 0, top: 0, width: 0, height: 0 })).toString(
  'base64',
)

interface Account {
  readonly data: {
    readonly attributes: {
      readonly credits: Readonly<Record<'total' | 'subscription' | 'payg' | 'enterprise', number>>
      readonly api: { readonly free_calls: number; readonly sizes: string }
    }
  }
}
async function balanceOf(world: RemovalWorld, account = 'acc_test'): Promise<number[]> {
  const { credits, api } = (await world.ask<Account>('/account', { account })).body.data.attributes
  assert.equal(credits.total, credits.subscription + credits.payg + credits.enterprise)
  assert.equal(api.sizes, 'all')
  return [api.free_calls, credits.subscription, credits.payg, credits.enterprise]
}
const granting = (credits: object) => ({ kit: { config: { credits } } })

await eachStore('credits', (database) => {
  test('previews use free calls, then a quarter of a credit; anything larger a credit; and the next month renews them', async () => {
    const credits = { freeCalls: 1, subscription: 1.5, payg: 1 }
    const world = await openWorld({ database: database.store, ...granting(credits) })
    const charged = async (fields: object) => {
      const { status, headers } = await world.remove({ image_file_b64: small, ...fields })
      return [status, headers['x-credits-charged']]
    }
    assert.deepEqual(await balanceOf(world), [1, 1.5, 1, 0])
    assert.deepEqual(await charged({ size: 'full' }), [200, '1'])
    assert.deepEqual(await balanceOf(world), [1, 0.5, 1, 0])
    assert.deepEqual(await charged({}), [200, '0'])
    assert.deepEqual(await charged({}), [200, '0.25'])
    assert.deepEqual(await balanceOf(world), [0, 0.25, 1, 0])
    // no kind is enough by itself once pay-as-you-go credits have paid
    assert.deepEqual(await charged({ size: 'hd', crop: true }), [200, '1'])
    assert.deepEqual(await balanceOf(world), [0, 0.25, 0, 0])
    const refused = await world.remove({ image_file_b64: small, size: 'full' })
    assert.equal(codeOf(refused), '402 insufficient_credits')
    assert.deepEqual(await charged({}), [200, '0.25'])
    assert.equal(codeOf(await world.remove({ image_file_b64: small })), '402 insufficient_credits')
    assert.deepEqual(await balanceOf(world, 'acc_other'), [1, 1.5, 1, 0])
    world.clock.set('2026-12-01T00:00:00Z')
    assert.deepEqual(await balanceOf(world), [1, 1.5, 0, 0])
  })

  test('auto is as large as the credits allow and costs by the size of the result', async () => {
    const account = 'acc_auto'
    const world = await openWorld({
      database: database.store,
      migrated: true,
      account,
      ...granting({ freeCalls: 0, subscription: 1.5 }),
    })
    const auto = async (picture: string) => {
      const { headers } = await world.remove({ image_file_b64: picture, size: 'auto' })
      return [headers['x-width'], headers['x-credits-charged']]
    }
    assert.deepEqual(await auto(small), ['60', '0.25'])
    assert.deepEqual(await auto(larger), ['720', '1'])
    // a quarter is left, enough for a preview
    assert.deepEqual(await auto(larger), ['600', '0.25'])
    assert.equal(codeOf(await world.remove({ image_file_b64: small, size: 'auto' })), '402 insufficient_credits')
  })

  test('previews cost nothing with enterprise credits, and errors cost nothing at all', async () => {
    const account = 'acc_enterprise'
    const world = await openWorld({
      database: database.store,
      migrated: true,
      account,
      ...granting({ freeCalls: 0, subscription: 0, enterprise: 2 }),
    })
    const { headers } = await world.remove({ image_file_b64: small })
    assert.equal(headers['x-credits-charged'], '0')
    assert.equal(codeOf(await world.remove({ image_file_b64: plain, size: 'full' })), '400 unknown_foreground')
    assert.equal(codeOf(await world.remove({ image_file_b64: 'aGVsbG8=', size: 'full' })), '400 invalid_file_type')
    assert.deepEqual(await balanceOf(world), [0, 0, 0, 2])
  })

  test('parallel calls never spend more than there is', async () => {
    const account = 'acc_parallel'
    const world = await openWorld({
      database: database.store,
      migrated: true,
      account,
      ...granting({ freeCalls: 1, subscription: 0.5 }),
    })
    const results = await Promise.all(Array.from({ length: 6 }, () => world.remove({ image_file_b64: small })))
    assert.deepEqual(results.map(({ status }) => status).sort(), [200, 200, 200, 402, 402, 402])
    assert.deepEqual(await balanceOf(world), [0, 0, 0, 0])
  })

  test('images count in megapixels against 500 a minute, which begin again with the next', async () => {
    const account = 'acc_rate'
    const world = await openWorld({ database: database.store, migrated: true, account, now: '2026-11-02T12:00:40Z' })
    // 49 megapixels by its header: it cannot be read, but it is counted
    const wide = await rectanglePicture({ width: 49_000, height: 1 }, { left: 0, top: 0, width: 0, height: 0 })
    const header = Buffer.from(wide)
    header.writeUInt32BE(1000, 20)
    const damaged = header.toString('base64')
    for (let count = 0; count < 10; count++)
      assert.equal(codeOf(await world.remove({ image_file_b64: damaged })), '400 failed_to_read_image')
    const { headers } = await world.remove({ image_file_b64: larger })
    const state = () => ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`])
    assert.deepEqual(state(), ['500', '9', String(Date.parse('2026-11-02T12:01:00Z') / 1000)])
    const refused = await world.remove({ image_file_b64: damaged })
    assert.equal(codeOf(refused), '429 rate_limit_exceeded')
    assert.deepEqual([refused.headers['retry-after'], refused.headers['x-ratelimit-remaining']], ['20', '9'])
    assert.equal((await world.remove({ image_file_b64: larger }, { account: 'acc_rate_other' })).status, 200)
    world.clock.advance(20_000)
    assert.equal((await world.remove({ image_file_b64: larger })).headers['x-ratelimit-remaining'], '499')
  })

  test('a hundred images a day are taken for improvement, of 12 MB each, and their facts are kept for 30 days', async () => {
    const account = 'acc_improve'
    const world = await openWorld({
      database: database.store,
      migrated: true,
      account,
      kit: { random: { bytes: (count) => crypto.getRandomValues(Buffer.alloc(count)), int: () => 0 } },
    })
    const submit = (fields: object, by = account) =>
      world.ask('/improve', { method: 'POST', body: { image_file_b64: small, ...fields }, account: by })
    const first = await submit({ image_filename: 'mug.png', tag: 'handles' })
    assert.match(String(first.body.id), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const rows = () =>
      world.kit.db.selectFrom('background_removal_submissions').selectAll().where('account', '=', account).execute()
    const [row] = await rows()
    assert.deepEqual([row?.file_name, row?.tag, row?.width, row?.height], ['mug.png', 'handles', 60, 40])
    assert.equal(codeOf(await submit({ image_file_b64: 'A'.repeat(17_000_000) })), '400 file_too_large')
    assert.equal(codeOf(await submit({ image_file_b64: undefined })), '400 missing_source')
    for (let count = 1; count < 100; count++) assert.equal((await submit({})).status, 200)
    const refused = await submit({})
    assert.deepEqual([codeOf(refused), refused.headers['retry-after']], ['429 rate_limit_exceeded', '43200'])
    assert.equal((await submit({}, 'acc_improve_other')).status, 200)
    world.clock.advance(86_400_000)
    assert.equal((await submit({})).status, 200)
    world.clock.advance(29.5 * 86_400_000)
    await world.runJob('deleteOldSubmissions')
    assert.equal((await rows()).length, 1)
  })
})

test('a file of the operator that grants anything but amounts is refused', async () => {
  for (const credits of [{ subscription: -1 }, { payg: 0.1 }, { freeCalls: '5' }]) {
    const world = await openWorld(granting(credits))
    await assert.rejects(world.ask('/account'), /credits\./)
  }
})
