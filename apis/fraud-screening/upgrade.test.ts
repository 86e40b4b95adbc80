// A database of the version that hashed after the answer: each state that a buyer could be in, on both databases.
import assert from 'node:assert/strict'
import { createHmac, hash } from 'node:crypto'
import { test } from 'node:test'
import { migrationList, openStore, type Store } from '#store'
import { eachStore } from '../../tests/harness/services.ts'
import { migrations } from './migrations/list.ts'
import { type OrderFields, openWorld, slowHash } from './test/world.ts'

const salt = 'c2FsdA'
const madeAt = Date.parse('2026-11-02T11:30:00Z')
const account = 'acc_old'

type Kind = 'email' | 'user'
/** The tables as they were; today's types do not know them. */
type Row = Readonly<Record<string, unknown>>

const digestOf = (label: string, value: string) =>
  createHmac('sha256', salt).update(`${label}:${value}`).digest().subarray(0, 16)
const textDigest = (kind: Kind, text: string) => digestOf(`${kind} text`, text)
const hashDigest = (kind: Kind, text: string) => digestOf(kind, hash('sha256', slowHash(text)))

/** The enciphered result of the first round, which waits to be hashed. */
function unhashedRow(kind: Kind, text: string): Row {
  const digest = textDigest(kind, text)
  const stream = createHmac('sha256', salt).update('first round:').update(digest).digest()
  const first = Buffer.from(hash('sha1', `fraudlabspro_fraudlabspro_${text}`), 'hex')
  const first_round = Buffer.from(first.map((byte, at) => byte ^ stream.readUInt8(at)))
  return { text: digest, account, kind, first_round, made_at: madeAt }
}

function textRow(kind: Kind, text: string): Row {
  return { text: textDigest(kind, text), hash: hashDigest(kind, text), account, used_at: madeAt }
}

await eachStore('upgrade of fraud screening', (database) => {
  /** A database with the tables of that version and an account. */
  async function oldStore(): Promise<Store> {
    const store = await openStore(await database.empty())
    await store.migrate('fraud-screening', migrationList(migrations).slice(0, 3))
    await insert(store, 'accounts', { account, salt, month: '2026-11', used: 1 })
    return store
  }
  async function insert({ db }: Store, table: string, row: Row): Promise<void> {
    const tables = db.$extendTables<Record<string, Row>>()
    await tables.insertInto(`fraud_screening_${table}`).values(row).execute()
  }
  let orders = 0
  /** An order with one trait, stored and counted under the digests. */
  async function insertOrder(store: Store, of: { kind: Kind; stored: Buffer; counted?: Buffer; status?: string }) {
    const id = `20261102-${String(++orders).padStart(6, 'A')}`
    const { kind, stored, counted, status = 'APPROVE' } = of
    const traits = JSON.stringify({
      ip: digestOf('ip', id).toString('base64url'),
      [kind]: stored.toString('base64url'),
    })
    await insert(store, 'orders', { account, id, made_at: madeAt, score: 1, status, blacklisted: 0, traits })
    if (counted) await insert(store, 'traits', { digest: counted, made_at: madeAt, order_id: id, card: null })
    return id
  }
  async function blacklistOrder(store: Store, order_id: string, digest: Buffer): Promise<void> {
    await insert(store, 'blacklist', { digest, order_id, account, made_at: madeAt })
    const tables = store.db.$extendTables<Record<string, Row>>()
    await tables
      .updateTable('fraud_screening_orders')
      .set({ status: 'REJECT', blacklisted: 1 })
      .where('id', '=', order_id)
      .execute()
  }
  const upgrade = (store: Store) => store.migrate('fraud-screening', migrationList(migrations))
  const rules = [3, 2, 1, 0].flatMap((email) =>
    [3, 2, 1, 0].map((user) => ({
      name: `${email} ${user}`,
      status: 'REVIEW',
      any: [],
      all: [
        { field: 'email_orders_day', above: email - 1 },
        { field: 'user_orders_day', above: user - 1 },
      ],
    })),
  )
  const openOn = (store: Store) =>
    openWorld({
      database: { db: store.db, dialect: { name: database.name } },
      migrated: true,
      kit: { config: { rules } },
    })
  const formsOf = (kind: Kind, text: string): OrderFields[] =>
    kind === 'email'
      ? [
          { email: text, username: 'x' },
          { email_hash: slowHash(text), username: 'x' },
        ]
      : [
          { username: text, email: 'x@shop.test' },
          { username_hash: slowHash(text), email: 'x@shop.test' },
        ]

  /** Each state with the text of its buyer; the order counts in all but the ignored one. */
  const states: Record<string, (store: Store, kind: Kind, text: string) => Promise<string>> = {
    'came as a hash': (store, kind, text) =>
      insertOrder(store, { kind, stored: hashDigest(kind, text), counted: hashDigest(kind, text) }),
    'came as a hash that no text explained': async (store, kind, text) => {
      await insert(store, 'hashes', { account, kind, digest: hashDigest(kind, text), seen_at: madeAt })
      return insertOrder(store, { kind, stored: hashDigest(kind, text), counted: hashDigest(kind, text) })
    },
    'came as a text and was hashed later': async (store, kind, text) => {
      await insert(store, 'texts', textRow(kind, text))
      return insertOrder(store, { kind, stored: textDigest(kind, text), counted: hashDigest(kind, text) })
    },
    'came as a text and still waited': async (store, kind, text) => {
      await insert(store, 'unhashed', unhashedRow(kind, text))
      return insertOrder(store, { kind, stored: textDigest(kind, text), counted: textDigest(kind, text) })
    },
    'came as a text that waited and was hashed by another process': async (store, kind, text) => {
      await insert(store, 'texts', textRow(kind, text))
      await insert(store, 'unhashed', unhashedRow(kind, text))
      return insertOrder(store, { kind, stored: textDigest(kind, text), counted: textDigest(kind, text) })
    },
  }

  test('a buyer in each of these states is found in either form, and by feedback on the order', async (t) => {
    const store = await oldStore()
    t.after(() => store.close())
    const made: { id: string; kind: Kind; text: string; what: string }[] = []
    for (const kind of ['email', 'user'] as const)
      for (const [state, make] of Object.entries(states)) {
        const text = `${made.length}@shop.test`
        made.push({ id: await make(store, kind, text), kind, text, what: `${kind} ${state}` })
      }
    await upgrade(store)
    const names = (await store.db.introspection.getTables()).map(({ name }) => name)
    assert.deepEqual(
      names.filter((name) => /^fraud_screening_(texts|unhashed|hashes)$/.test(name)),
      [],
    )
    const world = await openOn(store)
    for (const { id, kind, text, what } of made) {
      const [plain = {}, hashed = {}] = formsOf(kind, text)
      const seen = async (fields: OrderFields) => {
        const [email, user] = (await world.screen(fields, account)).fraudlabspro_rules[0]?.split(' ') ?? []
        return kind === 'email' ? email : user
      }
      const listed = async (fields: OrderFields) => (await world.screen(fields, account))[`is_${kind}_blacklist`]
      assert.deepEqual([await seen(hashed), await seen(plain), await seen(hashed)], ['1', '2', '3'], what)
      assert.deepEqual(await world.feedback(id, 'REJECT_BLACKLIST', account), ['', ''])
      assert.deepEqual([await listed(plain), await listed(hashed)], ['Y', 'Y'], what)
      assert.deepEqual(await world.feedback(id, 'IGNORE', account), ['', ''])
      assert.deepEqual([await listed(plain), await listed(hashed)], ['N', 'N'], what)
      assert.deepEqual(await counted(store, id), [], `an ignored order counts no longer: ${what}`)
      await world.feedback(id, 'APPROVE', account)
    }
    world.clock.advance(500 * 86_400_000)
    await world.runJob('prune')
    for (const { id, what } of made) assert.deepEqual(await counted(store, id), [], `a removed order: ${what}`)
  })

  function counted({ db }: Store, id: string) {
    const tables = db.$extendTables<Record<string, Row>>()
    return tables.selectFrom('fraud_screening_traits').selectAll().where('order_id', '=', id).execute()
  }

  test('blacklisted and ignored orders stay so, in either form, until feedback changes them', async (t) => {
    const store = await oldStore()
    t.after(() => store.close())
    const kind = 'email'
    const texts = ['named@shop.test', 'waiting@shop.test', 'ignored@shop.test']
    const [named = '', waiting = '', ignored = ''] = texts
    for (const text of [named, ignored]) await insert(store, 'texts', textRow(kind, text))
    await insert(store, 'unhashed', unhashedRow(kind, waiting))
    // the open row of orders from before texts were stored
    await insert(store, 'hashes', { account, kind, digest: Buffer.of(), seen_at: Number.MAX_SAFE_INTEGER })
    const ids: string[] = []
    for (const [text, digest] of [
      [named, hashDigest(kind, named)],
      [waiting, textDigest(kind, waiting)],
    ] as const) {
      const id = await insertOrder(store, { kind, stored: textDigest(kind, text), counted: digest })
      await blacklistOrder(store, id, digest)
      ids.push(id)
    }
    ids.push(await insertOrder(store, { kind, stored: textDigest(kind, ignored), status: 'IGNORE' }))
    await upgrade(store)
    const world = await openOn(store)
    const judged = async (text: string) => {
      const answers = []
      for (const form of formsOf(kind, text)) answers.push((await world.screen(form, account)).is_email_blacklist)
      return answers.join('')
    }
    assert.deepEqual(await Promise.all(texts.map(judged)), ['YY', 'YY', 'NN'])
    for (const id of ids) await world.feedback(id, 'APPROVE', account)
    assert.deepEqual(await Promise.all(texts.map(judged)), ['NN', 'NN', 'NN'])
    const brought = await world.screen({ email_hash: slowHash(ignored), username: 'x' }, account)
    assert.equal(brought.fraudlabspro_rules[0]?.[0], '3', 'an ignored order counts again')
  })

  test('a start that is interrupted while texts are hashed keeps those that were, and the next one goes on', async (t) => {
    const target = await database.empty()
    const store = await openStore(target)
    t.after(() => store.close())
    await store.migrate('fraud-screening', migrationList(migrations).slice(0, 3))
    await insert(store, 'accounts', { account, salt, month: '2026-11', used: 1 })
    const texts = Array.from({ length: 110 }, (_, at) => `${at}@shop.test`)
    for (const text of texts) {
      await insert(store, 'unhashed', unhashedRow('email', text))
      const digest = textDigest('email', text)
      await insertOrder(store, { kind: 'email', stored: digest, counted: digest })
    }
    const tables = store.db.$extendTables<Record<string, Row>>()
    const left = async () => (await tables.selectFrom('fraud_screening_unhashed').select('text').execute()).length
    let parts = 0
    const broken = migrationList(migrations).map((one) => ({
      ...one,
      async prepare(db: Parameters<NonNullable<typeof one.prepare>>[0]) {
        const isUnfinished = (await one.prepare?.(db)) ?? false
        if (isUnfinished && ++parts === 2) throw new Error('interrupted')
        return isUnfinished
      },
    }))
    await assert.rejects(store.migrate('fraud-screening', broken), /interrupted/)
    const afterFirst = await left()
    assert.ok(afterFirst > 0 && afterFirst < texts.length, `${afterFirst} texts left`)
    await upgrade(store)
    const world = await openOn(store)
    for (const at of [0, 55, 109]) {
      const answer = await world.screen({ email_hash: slowHash(texts[at] ?? ''), username: 'x' }, account)
      assert.equal(answer.fraudlabspro_rules[0]?.[0], '1')
    }
  })
})
