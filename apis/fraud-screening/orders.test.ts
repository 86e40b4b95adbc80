// Stored orders on both databases: velocity, blacklists, ranking, feedback, credits and what is kept.
import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { eachStore } from '../../tests/harness/services.ts'
import { saveOrder } from './provider/history/save-order.ts'
import { velocityQuery } from './provider/history/velocity.ts'
import { traitKinds } from './provider/order/traits.ts'
import type { Tables } from './tables.ts'
import { type OrderFields, openWorld, slowHash, type World } from './test/world.ts'

const day = 86_400_000
const hashes = { card: 'c'.repeat(40), email: 'e'.repeat(40), user: 'd'.repeat(64) }
const order: OrderFields = {
  ...{ ip: '192.0.2.77', email_hash: hashes.email, card_hash: hashes.card, username_hash: hashes.user },
  ...{ user_phone: '+16502530000', flp_checksum: 'device-1' },
  ...{ ship_addr: '1 Main St.', ship_city: 'Springfield', ship_zip_code: '62701', ship_country: 'US' },
}
/** The field that has each trait, and a spelling of another. */
const traits: Record<string, [member: string, own: OrderFields, other: OrderFields]> = {
  ip: ['is_ip_blacklist', { ip: '192.0.2.77' }, { ip: '192.0.2.78' }],
  email: ['is_email_blacklist', { email_hash: hashes.email }, { email_hash: 'f'.repeat(40) }],
  phone: ['is_phone_blacklist', { user_phone: '6502530000', bill_country: 'US' }, { user_phone: '+16502530001' }],
  address: [
    'is_ship_address_blacklist',
    { ship_addr: '1 main st', ship_city: 'SPRINGFIELD', ship_zip_code: '62701', ship_country: 'us' },
    { ship_addr: '2 Main St', ship_city: 'Springfield', ship_zip_code: '62701', ship_country: 'US' },
  ],
  card: ['is_credit_card_blacklist', { card_hash: hashes.card.toUpperCase() }, { card_hash: 'b'.repeat(40) }],
  device: ['is_device_blacklist', { flp_check_sum: 'device-1' }, { flp_checksum: 'device-2' }],
  user: ['is_user_blacklist', { username_hash: hashes.user }, { username_hash: 'a'.repeat(64) }],
}

await eachStore('stored orders', (database) => {
  let nextAccount = 0
  let world: World
  let account: string
  before(async () => {
    world = await openWorld({ database: database.store })
  })
  const newAccount = () => {
    account = `acc_${nextAccount++}`
  }
  const screen = (fields: OrderFields = {}) => world.screen({ ip: '198.51.100.1', ...fields }, account)
  const feedback = (id: string, action: string) => world.feedback(id, action, account)
  const db = () => database.store.db.withTables<Pick<Tables, keyof Tables>>()

  test('REJECT_BLACKLIST makes the next order with any trait of the order suspicious, and that of no other account', async () => {
    newAccount()
    const { fraudlabspro_id: id } = await screen(order)
    assert.deepEqual(await feedback(id, 'REJECT_BLACKLIST'), ['', ''])
    for (const [kind, [member, own, other]] of Object.entries(traits)) {
      const answer = await screen(own)
      assert.equal(answer[member], 'Y', kind)
      assert.ok(answer.fraudlabspro_score >= 36, kind)
      assert.equal((await screen(other))[member], 'N', kind)
    }
    for (const user_phone of ['0016502530000', '011 1 650 253 0000', '+1 (650) 253-0000'])
      assert.equal((await screen({ user_phone })).is_phone_blacklist, 'Y', user_phone)
    const rejected = await screen({ ip: '192.0.2.77' })
    assert.deepEqual(
      [rejected.fraudlabspro_status, rejected.fraudlabspro_rules],
      ['REJECT', ['Blacklisted IP address, e-mail or card']],
    )
    account = 'acc_stranger'
    for (const [kind, [member, own]] of Object.entries(traits)) assert.equal((await screen(own))[member], 'N', kind)
  })

  test('an order whose id is taken gets another one, and is counted once', async () => {
    newAccount()
    // the first makes the account, the others draw the same ids
    const ids: string[] = []
    for (let twin = 0; twin < 3; twin++) {
      const one = await openWorld({ database: database.store, migrated: true, seed: 4711 })
      ids.push((await one.screen({ ip: '198.51.100.1' }, account)).fraudlabspro_id)
    }
    assert.equal(new Set(ids).size, 3)
    const counted = await db()
      .selectFrom('fraud_screening_scores')
      .select('orders')
      .where('account', '=', account)
      .execute()
    const used = await db()
      .selectFrom('fraud_screening_accounts')
      .select('used')
      .where('account', '=', account)
      .execute()
    assert.deepEqual([counted, used], [[{ orders: 3 }], [{ used: 3 }]])
  })

  test('APPROVE takes back what the order blacklisted, and nothing that another order did', async () => {
    newAccount()
    const ids = [await screen(order), await screen({ ip: '192.0.2.77' })].map((answer) => answer.fraudlabspro_id)
    for (const id of ids) await feedback(id, 'REJECT_BLACKLIST')
    assert.deepEqual(await feedback(ids[0] ?? '', 'APPROVE'), ['', ''])
    const answer = await screen(order)
    assert.deepEqual([answer.is_ip_blacklist, answer.is_email_blacklist], ['Y', 'N'])
  })

  test('an e-mail address counts as its hash in either form', async () => {
    newAccount()
    const sha1 = slowHash('ada@shop.test')
    const { fraudlabspro_id } = await screen({ email: 'ada@shop.test' })
    await feedback(fraudlabspro_id, 'REJECT_BLACKLIST')
    assert.equal((await screen({ ip: '192.0.2.5', email_hash: sha1 })).is_email_blacklist, 'Y')
    assert.equal((await screen({ ip: '192.0.2.5', email: 'ada@shop.test' })).is_email_blacklist, 'Y')
    assert.equal((await screen({ ip: '192.0.2.5', email: 'Ada@shop.test' })).is_email_blacklist, 'Y')
    assert.equal((await screen({ ip: '192.0.2.5', email: 'ada@shop.example' })).is_email_blacklist, 'N')
  })

  test('the hash of the first digits of a card stands for no card', async () => {
    newAccount()
    const shared = { bin_no: '455655', card_hash: '707b8333a507aa3619094d46b7beadf764e40eb4' }
    const { fraudlabspro_id, is_credit_card_blacklist } = await screen(shared)
    assert.equal(is_credit_card_blacklist, 'NA')
    await feedback(fraudlabspro_id, 'REJECT_BLACKLIST')
    const next = await screen({ ...shared, ip: '192.0.2.9' })
    assert.deepEqual([next.is_credit_card_blacklist, next.fraudlabspro_status], ['NA', 'APPROVE'])
  })

  test('velocity raises the score from the limits of the table on, and falls again as time goes by', async () => {
    newAccount()
    const scores: number[] = []
    for (let at = 0; at < 11; at++) scores.push((await screen()).fraudlabspro_score)
    assert.deepEqual(scores, [1, 1, 1, 7, 7, 7, 7, 7, 7, 7, 19])
    world.clock.advance(3_600_001)
    assert.equal((await screen()).fraudlabspro_score, 1)
  })

  test('several cards of one address in a day raise the score; one card often is another signal', async () => {
    newAccount()
    const scores: number[] = []
    for (const digit of ['1', '2', '3']) {
      scores.push((await screen({ ip: '192.0.2.1', card_hash: digit.repeat(40) })).fraudlabspro_score)
      world.clock.advance(3_600_001)
    }
    assert.deepEqual(scores, [1, 1, 21])
    assert.equal((await screen({ ip: '192.0.2.1', card_hash: '3'.repeat(40) })).fraudlabspro_score, 21)
    world.clock.advance(day)
    assert.equal((await screen({ ip: '192.0.2.1', card_hash: '4'.repeat(40) })).fraudlabspro_score, 1)
  })

  test('orders at the same time see each other', async () => {
    newAccount()
    const answers = await Promise.all(Array.from({ length: 12 }, () => screen({ ip: '192.0.2.200' })))
    const scores = answers.map((answer) => answer.fraudlabspro_score).sort((a, b) => a - b)
    assert.deepEqual(scores, [1, 1, 1, 7, 7, 7, 7, 7, 7, 7, 19, 19])
    assert.equal(new Set(answers.map((answer) => answer.fraudlabspro_id)).size, 12)
  })

  test('the distribution is the share of the orders of the account that have a lower score', async () => {
    newAccount()
    const stored: number[] = []
    const orders: OrderFields[] = [
      {},
      { email: 'a@gmail.com', email_hash: '1'.repeat(40) },
      { ip: '192.0.2.1', bill_country: 'VE' },
      { ip: '192.0.2.2', cvv_result: 'N', avs_result: 'N' },
      { ip: '192.0.2.3' },
      { ip: '192.0.2.4', amount: 6000 },
    ]
    for (const fields of orders) {
      const { fraudlabspro_score: score, fraudlabspro_distribution: rank } = await screen(fields)
      stored.push(score)
      const lower = stored.filter((other) => other < score).length
      assert.equal(rank, Math.round((100 * lower) / stored.length), JSON.stringify(fields))
    }
  })

  test('feedback moves an order between its states, and every other change is refused', async () => {
    newAccount()
    const ids: string[] = []
    for (let at = 0; at < 2; at++)
      ids.push((await screen({ email: 'a@gmail.com', email_hash: '1'.repeat(40), amount: 501 })).fraudlabspro_id)
    const [first = '', second = ''] = ids
    const approved = ['10012', 'TRANSACTION ALREADY APPROVED']
    const rejected = ['10013', 'TRANSACTION ALREADY REJECTED']
    const taken = ['', '']
    const steps: [id: string, action: string, expected: string[]][] = [
      [first, 'APPROVE', taken],
      [first, 'APPROVE', approved],
      [first, 'reject', taken],
      [first, 'REJECT', rejected],
      [first, 'REJECT_BLACKLIST', taken],
      [first, 'REJECT_BLACKLIST', rejected],
      [first, 'REJECT', rejected],
      [first, 'APPROVE', taken],
      [first, 'REJECT_BLACKLIST', taken],
      [second, 'IGNORE', taken],
      [second, 'IGNORE', taken],
      [second, 'APPROVE', taken],
      [second, 'IGNORE', taken],
      [second, 'REJECT', taken],
      [first, 'DELETE', ['10015', 'INVALID ACTION']],
      ['20261102-AAAAAA', 'APPROVE', ['10011', 'INVALID TRANSACTION ID']],
      ['x'.repeat(2000), 'APPROVE', ['10011', 'INVALID TRANSACTION ID']],
    ]
    for (const [id, action, expected] of steps)
      assert.deepEqual(await feedback(id, action), expected, `${id.slice(0, 20)} ${action}`)
    assert.deepEqual(await world.feedback(first, 'REJECT', 'acc_stranger'), ['10011', 'INVALID TRANSACTION ID'])
    world.clock.advance(181 * day)
    assert.deepEqual(await feedback(second, 'APPROVE'), ['10014', 'TRANSACTION IS READ-ONLY'])
  })

  test('an ignored order counts neither in velocity nor in the ranking, until feedback brings it back', async () => {
    newAccount()
    const ids: string[] = []
    for (let at = 0; at < 3; at++) ids.push((await screen()).fraudlabspro_id)
    await feedback(ids[0] ?? '', 'IGNORE')
    assert.equal((await screen()).fraudlabspro_score, 1)
    await feedback(ids[0] ?? '', 'APPROVE')
    const { fraudlabspro_score, fraudlabspro_distribution } = await screen()
    assert.deepEqual([fraudlabspro_score, fraudlabspro_distribution], [7, 80])
    const rows = await db().selectFrom('fraud_screening_scores').selectAll().where('account', '=', account).execute()
    const counts = rows.map((row) => [Number(row.score), Number(row.orders)]).sort()
    assert.deepEqual(counts, [
      [-1, 0],
      [1, 4],
      [7, 1],
    ])
  })

  test('credits count down within a month, and an order without credit is refused', async () => {
    const small = await openWorld({ database: database.store, migrated: true, kit: { config: { creditsPerMonth: 2 } } })
    const credits = async () => {
      const answer = await small.screen({}, 'acc_credits')
      return [answer.fraudlabspro_credits, answer.fraudlabspro_error_code, answer.fraudlabspro_message]
    }
    assert.deepEqual(await credits(), ['1', '', ''])
    assert.deepEqual(await credits(), ['0', '', ''])
    assert.deepEqual(await credits(), ['0', '10007', 'INSUFFICIENT CREDIT'])
    small.clock.set('2026-12-01T00:00:00Z')
    assert.deepEqual(await credits(), ['1', '', ''])
  })

  test('no credit is used twice, in however many processes', async () => {
    newAccount()
    await screen()
    const stores = [database.store, await database.another()]
    const saved = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => {
        const db = (stores[at % 2] ?? database.store).db.withTables<Pick<Tables, keyof Tables>>()
        const order = { account, nowMs: world.clock.now(), score: 1, status: 'APPROVE' as const, traits: new Map() }
        const random = { bytes: randomBytes, int: randomInt }
        return saveOrder(order, { db, dialect: world.kit.dialect, random, creditsPerMonth: 6 })
      }),
    )
    assert.equal(saved.filter(({ status }) => status === 'fulfilled').length, 5)
    for (const one of saved) if (one.status === 'rejected') assert.equal(one.reason.code, '10007')
  })

  test('no field of an order can be read in the database', async () => {
    newAccount()
    const secret = { email: 'grace@navy.test', bin_no: '4111111111111111', user_order_memo: 'memo-of-grace' }
    const names = { first_name: 'Grace', last_name: 'Hopper', username: 'grace.h', user_order_id: 'order-of-grace' }
    await screen({ ...order, ...secret, ...names, card_hash: '9'.repeat(40), ip: '203.0.113.9' })
    const stored: unknown[] = []
    for (const table of ['orders', 'traits', 'blacklist', 'accounts'] as const)
      stored.push(await db().selectFrom(`fraud_screening_${table}`).selectAll().execute())
    const text = JSON.stringify(stored, (_name, value: unknown) =>
      Buffer.isBuffer(value) ? `${value.toString('latin1')} ${value.toString('hex')}` : value,
    ).toLowerCase()
    for (const part of [
      'grace',
      'navy',
      'hopper',
      '411111',
      '99999999',
      '203.0.113',
      '650253',
      'main st',
      'device-1',
      'cccccc',
      'eeeeee',
    ])
      assert.ok(!text.includes(part), part)
  })

  test('orders that are too old or too many are removed with all that counted them', async () => {
    const kept = { keepDays: 30, maxOrders: 1000 }
    const small = await openWorld({
      database: database.store,
      migrated: true,
      kit: { config: kept },
      now: '2027-01-01T00:00:00Z',
    })
    account = 'acc_pruned'
    const first = await small.screen({ ip: '192.0.2.1' }, account)
    const ignored = await small.screen({ ip: '192.0.2.1' }, account)
    await small.feedback(ignored.fraudlabspro_id, 'IGNORE', account)
    small.clock.advance(20 * day)
    const second = await small.screen({ ip: '192.0.2.1' }, account)
    small.clock.advance(11 * day)
    await small.runJob('prune')
    assert.deepEqual(await small.feedback(first.fraudlabspro_id, 'REJECT', account), [
      '10011',
      'INVALID TRANSACTION ID',
    ])
    assert.deepEqual(await small.feedback(second.fraudlabspro_id, 'REJECT', account), ['', ''])
    const count = async (table: 'orders' | 'scores') => {
      const rows = await db()
        .selectFrom(`fraud_screening_${table}`)
        .selectAll()
        .where('account', '=', account)
        .execute()
      return table === 'orders' ? rows.length : rows.reduce((sum, row) => sum + Number(Reflect.get(row, 'orders')), 0)
    }
    assert.deepEqual([await count('orders'), await count('scores')], [1, 1])
    const rows = Array.from({ length: 1200 }, (_none, at) => ({
      ...{ account, id: `20270101-${String(at).padStart(6, '0')}`, made_at: small.clock.now() - day + at },
      ...{ score: 5, status: 'APPROVE', blacklisted: 0, traits: '{}' },
    }))
    for (let at = 0; at < rows.length; at += 400)
      await db()
        .insertInto('fraud_screening_orders')
        .values(rows.slice(at, at + 400))
        .execute()
    await db().insertInto('fraud_screening_scores').values({ account, score: 5, orders: 1200 }).execute()
    await small.runJob('prune')
    assert.deepEqual([await count('orders'), await count('scores')], [1000, 1000])
    const newest = await db()
      .selectFrom('fraud_screening_orders')
      .select('id')
      .where('account', '=', account)
      .orderBy('made_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    assert.equal(newest?.id, '20270101-001199')
    const traitRows = await db()
      .selectFrom('fraud_screening_traits')
      .select('order_id')
      .where('order_id', 'in', [first.fraudlabspro_id, second.fraudlabspro_id])
      .execute()
    assert.deepEqual(traitRows, [])
  })

  test('velocity reads an index, and no more of it than it counts', async () => {
    const traits = new Map(traitKinds.map((kind) => [kind, Buffer.alloc(16, kind)]))
    const query = velocityQuery(traits, world.clock.now())
    const isSqlite = database.name === 'sqlite'
    const plan = await db()
      .transaction()
      .execute(async (within) => {
        // few rows are read whole unless the planner is kept from it
        if (!isSqlite) await sql`set local enable_seqscan = off`.execute(within)
        const { rows } = await sql`${sql.raw(isSqlite ? 'explain query plan' : 'explain')} ${query}`.execute(within)
        return JSON.stringify(rows)
      })
    const uses = isSqlite
      ? /SEARCH fraud_screening_traits USING PRIMARY KEY \(digest=\? AND made_at>\?\)/g
      : /Index (?:Only )?Scan Backward using fraud_screening_traits_pkey/g
    assert.equal(plan.match(uses)?.length, traitKinds.length, plan)
    assert.equal(/SCAN fraud_screening|Seq Scan/.test(plan), false, plan)
  })
})
