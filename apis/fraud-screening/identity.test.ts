// A buyer is the same whether the caller sends the e-mail address, its hash or both, and although most addresses are
// hashed after the answer only: on both databases, against accounts whose orders always come with the hash.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createSeededRandom } from '#provider/test'
import { openStore } from '#store'
import { eachStore } from '../../tests/services.ts'
import { firstRound } from './provider/identity/hash.ts'
import { createHashes, type Hashes } from './provider/identity/hashes.ts'
import { openFraudScreening } from './provider/open.ts'
import { digestOf } from './provider/order/traits.ts'
import provider from './provider.ts'
import type { Tables } from './tables.ts'
import { type OrderFields, openWorld, slowHash, type World } from './test/world.ts'

const hourMs = 3_600_000
const threads = createHashes()
after(threads.close)

/** Hashes at once, where nothing compares them with the provider's, which take 6 ms of CPU time each. */
const quickHashes: Hashes = {
  of: (first) => Promise.resolve(hash('sha256', hash('sha1', first))),
  close: async () => undefined,
}
/** Hashes for orders that wait, which are counted; no others are ever computed. */
const onlyNow = (count: () => void): Hashes => ({
  of(first, when) {
    if (when === 'later') return new Promise<string>(() => undefined)
    count()
    return threads.of(first, when)
  },
  close: async () => undefined,
})
const cards = ['a'.repeat(40), 'b'.repeat(40)]
const buyers = ['ada', 'Grace', 'linus'].map((name) => {
  const email = `${name}@shop.test`
  return { email, emailHash: slowHash(email), name, nameHash: slowHash(name) }
})
const [ada, grace] = buyers as [(typeof buyers)[0], (typeof buyers)[0]] // there are three

/** The first rule that matches says how often e-mail and user were seen, and with how many cards. */
const rules = [7, 6, 5, 4, 3, 2, 1, 0].flatMap((email) =>
  [4, 3, 2, 1, 0].flatMap((user) =>
    [2, 1, 0].map((card) => ({
      ...{ name: `${email} ${user} ${card}`, status: 'REVIEW' },
      all: [
        { field: 'email_orders_day', above: email - 1 },
        { field: 'user_orders_day', above: user - 1 },
        { field: 'email_cards_day', above: card - 1 },
      ],
    })),
  ),
)

await eachStore('buyers', (database) => {
  const db = () => database.store.db.withTables<Pick<Tables, keyof Tables>>()
  const open = (seed: number) =>
    openWorld({ database: database.store, migrated: true, seed, kit: { config: { rules } } })
  let world: World
  before(async () => {
    await openWorld({ database: database.store })
    world = await open(1)
  })
  let worlds = 10_000
  /** The provider with other hashes, as long as the test lasts. */
  const openWith = (hashes: Hashes) =>
    openWorld({
      database: database.store,
      migrated: true,
      // each draws other keys and ids
      seed: ++worlds,
      kit: { config: { rules } },
      open: (kit) => openFraudScreening(kit, hashes),
    })
  const seen = async (fields: OrderFields, account: string, by = world) =>
    (await by.screen({ ip: '198.51.100.1', username: 'x', ...fields }, account)).fraudlabspro_rules[0]?.[0]
  const hashed = async (account: string) => {
    const rows = await db().selectFrom('fraud_screening_texts').select('text').where('account', '=', account).execute()
    return rows.length
  }

  test('any order of plain texts, hashes and both counts and blacklists as hashes alone do', async () => {
    for (let seed = 1; seed <= 3; seed++) {
      const draw = createSeededRandom(seed)
      const [account, model] = [`acc_any_${seed}`, `acc_model_${seed}`]
      const ids: [string, string][] = []
      const history: string[] = []
      for (let step = 0; step < 60; step++) {
        const kind = draw.int(0, 19)
        if (kind === 0) {
          world.clock.advance(draw.int(1, 20) * hourMs)
          history.push('wait')
        } else if (kind === 1) {
          const { clock } = world
          await world.close()
          world = await open(seed * 100 + step)
          world.clock.set(new Date(clock.now()).toISOString())
          history.push('restart')
        } else if (kind === 2) {
          await world.runJob('prune')
          history.push('prune')
        } else if (kind < 6 && ids.length > 0) {
          const [id, modelId] = ids[draw.int(0, ids.length - 1)] ?? ['', '']
          const action = ['APPROVE', 'REJECT_BLACKLIST', 'IGNORE'][draw.int(0, 2)] ?? ''
          history.push(action)
          assert.deepEqual(await world.feedback(id, action, account), await world.feedback(modelId, action, model))
        } else {
          const buyer = buyers[draw.int(0, 2)] ?? ada
          const shared = { ip: `198.51.${seed}.${step}`, card_hash: cards[draw.int(0, 1)] ?? '' }
          const [form, sha2, user] = [draw.int(0, 2), draw.int(0, 1), draw.int(0, 3)]
          const emailHash = sha2 ? hash('sha256', buyer.emailHash) : buyer.emailHash
          const email = { ...(form > 0 && { email: buyer.email }), ...(form < 2 && { email_hash: emailHash }) }
          const name = {
            ...(user > 0 && user < 3 && { username: buyer.name }),
            ...(user > 1 && { username_hash: buyer.nameHash }),
          }
          history.push(JSON.stringify([email, name]))
          const own = await world.screen({ ...shared, email_domain: 'shop.test', ...email, ...name }, account)
          const both = {
            ...{ email: buyer.email, email_hash: buyer.emailHash, username: buyer.name },
            ...(user > 0 && { username_hash: buyer.nameHash }),
          }
          const { username: _plain, ...hashOnly } = both
          const reference = await world.screen({ ...shared, ...(user === 0 ? hashOnly : both) }, model)
          for (const member of ['fraudlabspro_rules', 'is_email_blacklist', 'is_user_blacklist', 'fraudlabspro_score'])
            assert.deepEqual(own[member], reference[member], `${member}, seed ${seed}: ${history.join(', ')}`)
          ids.push([own.fraudlabspro_id, reference.fraudlabspro_id])
        }
      }
    }
  })

  test('an address that can be none of the hashes is hashed after the answer', async () => {
    const account = 'acc_plain'
    assert.equal(await seen({ email: ada.email }, account), '0')
    await waitUntil(async () => (await hashed(account)) === 2)
    assert.equal(await seen({ email_hash: ada.emailHash }, account), '1')
    assert.equal(await seen({ email: ada.email }, account), '2')
  })

  test('600 new buyers in plain text are answered although no hash is ever computed after an answer', async () => {
    const account = 'acc_many'
    const crowded = await openWith(onlyNow(() => undefined))
    for (let at = 0; at < 600; at++) await seen({ email: `${at}@shop.test` }, account, crowded)
    assert.equal(await seen({ email: '0@shop.test' }, account, crowded), '1')
    assert.equal(await hashed(account), 0)
    // what is left is hashed by whoever opens the provider next
    const next = await openWith(quickHashes)
    assert.equal(await seen({ email: '1@shop.test' }, account, next), '1')
    await waitUntil(async () => (await hashed(account)) === 600 + 1)
    await next.close()
  })

  test('an order with a hash waits for the hashes of 500 texts at most', async () => {
    const account = 'acc_bounded'
    let computed = 0
    const bounded = await openWith({
      ...quickHashes,
      of(first, when) {
        if (when === 'later') return new Promise<string>(() => undefined)
        computed++
        return quickHashes.of(first, when)
      },
    })
    for (let at = 0; at < 520; at++) await bounded.screen({ email: `${at}@shop.test` }, account)
    await bounded.screen({ email_hash: ada.emailHash }, account)
    assert.equal(computed, 500)
  })

  test('an order with the hash of a known text waits for no other text', async () => {
    const account = 'acc_explained'
    let computed = 0
    const some = await openWith(onlyNow(() => computed++))
    await some.screen({ email_hash: ada.emailHash }, account)
    await some.screen({ email: ada.email }, account)
    assert.equal(computed, 1)
    await some.screen({ email: grace.email }, account)
    await some.screen({ email_hash: ada.emailHash }, account)
    assert.equal(computed, 1)
    await some.screen({ email_hash: grace.emailHash }, account)
    assert.equal(computed, 2)
  })

  test('an address is hashed before the answer while a hash of the day has no known text', async () => {
    const account = 'acc_open'
    let computed = 0
    const some = await openWith(onlyNow(() => computed++))
    const user = { username_hash: grace.nameHash }
    await some.screen({ ...user, email_hash: grace.emailHash }, account)
    assert.equal(await seen({ ...user, email: ada.email }, account, some), '0')
    assert.equal(computed, 1)
    assert.equal(await seen({ ...user, email: grace.email }, account, some), '1')
    assert.equal(computed, 2)
    // nothing is open any more
    assert.equal(await seen({ ...user, email: 'new@shop.test' }, account, some), '0')
    assert.equal(computed, 2)
  })

  test('an order that was answered before its address was hashed is found by the hash at once', async () => {
    const account = 'acc_at_once'
    const answers = await Promise.all([
      seen({ email: ada.email }, account),
      seen({ email_hash: ada.emailHash }, account),
      seen({ email: ada.email }, account),
    ])
    assert.deepEqual(answers.sort(), ['0', '1', '2'])
  })

  test('what a crash kept from being hashed is found by its hash all the same', async () => {
    const account = 'acc_crash'
    await seen({ email: ada.email }, account, await openWith(onlyNow(() => undefined)))
    // the process ends here: another one knows only what is stored
    world = await open(3)
    assert.equal(await seen({ email_hash: ada.emailHash }, account), '1')
    assert.equal(await seen({ email: ada.email }, account), '2')
  })

  test('an order is blacklisted by the hash of its text, even if that was not computed yet', async () => {
    const account = 'acc_unhashed'
    const slow = await openWith(onlyNow(() => undefined))
    const { fraudlabspro_id } = await slow.screen({ email: ada.email }, account)
    slow.clock.advance(30 * 24 * hourMs)
    await slow.feedback(fraudlabspro_id, 'REJECT_BLACKLIST', account)
    assert.equal((await slow.screen({ email_hash: ada.emailHash }, account)).is_email_blacklist, 'Y')
    assert.equal((await slow.screen({ email: ada.email }, account)).is_email_blacklist, 'Y')
  })

  test('the table of texts to hash has neither the text nor the result of its first round', async () => {
    const account = 'acc_sealed'
    const sealed = await openWith(onlyNow(() => undefined))
    await sealed.screen({ email: ada.email }, account)
    const [row] = await db()
      .selectFrom('fraud_screening_unhashed')
      .selectAll()
      .where('account', '=', account)
      .where('kind', '=', 'email')
      .execute()
    const stored = Buffer.concat([row?.text ?? Buffer.of(), row?.first_round ?? Buffer.of()]).toString('hex')
    assert.equal(stored.length, 2 * 36)
    for (const secret of [Buffer.from(ada.email).toString('hex'), firstRound(ada.email)])
      assert.equal(stored.includes(secret), false)
  })

  test('a blacklisted hash is found by its address however long ago it was seen', async () => {
    const account = 'acc_blacklist'
    const { fraudlabspro_id } = await world.screen({ email_hash: grace.emailHash }, account)
    await world.feedback(fraudlabspro_id, 'REJECT_BLACKLIST', account)
    for (let day = 0; day < 3; day++) {
      world.clock.advance(30 * hourMs)
      await world.runJob('prune')
    }
    assert.equal((await world.screen({ email: grace.email }, account)).is_email_blacklist, 'Y')
    assert.equal((await world.screen({ email: ada.email }, account)).is_email_blacklist, 'N')
  })

  test('a hash that is not that of the address beside it is still found by its own address', async () => {
    const account = 'acc_other_hash'
    await seen({ email: ada.email }, account)
    await seen({ email: ada.email, email_hash: grace.emailHash }, account)
    assert.equal(await seen({ email: grace.email }, account), '1')
    assert.equal(await seen({ email: ada.email }, account), '1')
  })

  test('orders and blacklists of a version that stored no texts are found by the address', async (t) => {
    const { db: old, close } = await migratedTo('0001-orders')
    t.after(close)
    const salt = 'c2FsdA'
    await old
      .insertInto('fraud_screening_accounts')
      .values({ account: 'acc_old', salt, month: '2026-11', used: 1 })
      .execute()
    const digest = digestOf(salt, 'email', hash('sha256', ada.emailHash))
    const traits = JSON.stringify({ email: digest.toString('base64url') })
    const made_at = Date.parse('2026-11-02T11:30:00Z')
    const order = {
      account: 'acc_old',
      id: '20261102-AAAAAA',
      made_at,
      score: 1,
      status: 'REJECT',
      blacklisted: 1,
      traits,
    }
    await old.insertInto('fraud_screening_orders').values(order).execute()
    await old.insertInto('fraud_screening_traits').values({ digest, made_at, order_id: order.id, card: null }).execute()
    await old
      .insertInto('fraud_screening_blacklist')
      .values({ digest, order_id: order.id, account: 'acc_old', made_at })
      .execute()
    await migrate(old, '0002-texts')
    await migrate(old, '0003-unhashed')
    const upgraded = await openWorld({
      database: { db: old, dialect: { name: database.name } },
      migrated: true,
      kit: { config: { rules } },
    })
    const answer = await upgraded.screen({ email: ada.email, username: 'x' }, 'acc_old')
    assert.deepEqual([answer.fraudlabspro_rules[0]?.[0], answer.is_email_blacklist], ['1', 'Y'])
    upgraded.clock.advance(60 * hourMs)
    await upgraded.runJob('prune')
    assert.equal((await upgraded.screen({ email: ada.email }, 'acc_old')).is_email_blacklist, 'Y')
  })

  async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
    while (!(await isDone())) await setTimeout(20)
  }

  function migrate(old: ReturnType<typeof db>, name: string) {
    return provider.migrations[name]?.up(old)
  }

  /** An empty database of this kind with the tables of an earlier version. */
  async function migratedTo(name: string) {
    const store = await openStore(await database.empty())
    const old = store.db.withTables<Pick<Tables, keyof Tables>>()
    await migrate(old, name)
    return { db: old, close: () => store.close() }
  }
})
