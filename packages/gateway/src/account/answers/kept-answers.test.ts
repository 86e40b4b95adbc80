// Recorded answers on each database: what is exported can be imported, accounts do not see each other's, nothing stays
// without its data key or beyond the limits, and repeated answers come in order.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import type { PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely'
import { testSeed } from '../../../../../tests/harness/seed.ts'
import { eachStore, type TestDatabase } from '../../../../../tests/harness/services.ts'
import { addAccounts, openVault } from '../vault/test-world.fixture.ts'
import { lineOf, mostBodyBytes, readLine } from './answer-line.ts'
import { type KeptAnswer, varying } from './kept-answer.ts'
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts'

const word = fc.stringMatching(/^[a-z][\w-]{0,11}$/)
const digest = fc.option(fc.stringMatching(/^[0-9a-f]{64}$/), { nil: null })
const bytes = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
)
const answers: fc.Arbitrary<KeptAnswer> = fc
  .record({
    request: fc.record({
      listing: word,
      endpoint: word,
      params: fc.dictionary(word, fc.jsonValue({ maxDepth: 2 })),
      body: digest,
      other: digest,
    }),
    varies: fc.dictionary(fc.constantFrom(...varying), fc.string({ maxLength: 20 }), { noNullPrototype: true }),
    at: fc.integer({ min: 0, max: 2 ** 45 }),
    status: fc.integer({ min: 200, max: 599 }),
    headers: fc.array(
      fc.tuple(
        word.map((name) => name.toLowerCase()),
        fc.stringMatching(/^[\x20-\x7e]{0,30}$/),
      ),
      {
        maxLength: 5,
      },
    ),
    body: bytes,
    pieces: fc.option(fc.array(fc.nat(3000), { minLength: 1, maxLength: 4 }), { nil: null }),
  })
  .map(({ pieces, body, ...rest }) => {
    const beats = pieces?.map((ms, index): [number, number] => [ms, index === 0 ? body.length : 0]) ?? null
    return { ...rest, body, beats }
  })

const plain = (params: object, at: number, text = 'x'): KeptAnswer => ({
  request: { listing: 'things', endpoint: 'list', params: { ...params }, body: null, other: null },
  varies: {},
  at,
  status: 200,
  headers: [['content-type', 'text/plain']],
  body: Buffer.from(text),
  beats: null,
})
const wanted = ({ request }: KeptAnswer, headers: Readonly<Record<string, string>> = {}) => ({
  request,
  header: (name: string) => headers[name] ?? '',
})

const limits = { answers: 20, bytes: 6000 }

async function openKept(database: TestDatabase, ...accounts: string[]) {
  const { store, target } = database
  await addAccounts(store, ...accounts)
  const { vault, clock } = await openVault(store, target)
  const logged: string[] = []
  const log = { warn: (line: string) => void logged.push(line) }
  const kept = createKeptAnswers({ store, vault, clock, log, limits })
  return { kept, clock, store, logged }
}

/** Opens answers without limits, and the statements of its database: their kinds, and how many rows they return. */
async function openWatched({ store, target }: TestDatabase, account: string) {
  await addAccounts(store, account)
  const { vault, clock } = await openVault(store, target)
  const statements: { kind: string; rows: number }[] = []
  const kinds = new WeakMap<object, string>()
  const db = store.db.withPlugin({
    transformQuery({ node, queryId }: PluginTransformQueryArgs) {
      kinds.set(queryId, node.kind)
      return node
    },
    async transformResult({ result, queryId }: PluginTransformResultArgs) {
      statements.push({ kind: kinds.get(queryId) ?? '', rows: result.rows.length })
      return result
    },
  })
  const kept = createKeptAnswers({ store: { ...store, db }, vault, clock, log: { warn() {} } })
  return { kept, statements }
}

async function exported(kept: KeptAnswers, account: string): Promise<string[]> {
  const lines: string[] = []
  for await (const answer of kept.all(account)) lines.push(JSON.stringify(lineOf(answer)))
  return lines
}

/** Reads a line that must be one. */
function read(line: string): KeptAnswer {
  const answer = readLine(line)
  if (typeof answer === 'string') assert.fail(answer)
  return answer
}

await eachStore('kept answers', (database) => {
  test('import(export(x)) is x, whatever x is', async () => {
    const { kept } = await openKept(database, 'acc_from', 'acc_to')
    await fc.assert(
      fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 5 }), async (some) => {
        await kept.remove('acc_from', {})
        await kept.remove('acc_to', {})
        await kept.add('acc_from', some)
        const lines = await exported(kept, 'acc_from')
        assert.equal(await kept.add('acc_to', lines.map(read)), lines.length)
        assert.deepEqual(await exported(kept, 'acc_to'), lines)
        assert.equal(await kept.add('acc_to', lines.map(read)), 0, 'the second time changes something')
        for (const answer of some)
          assert.ok(await kept.next('acc_to', wanted(answer, answer.varies)), 'it is not found')
      }),
      { seed: testSeed, numRuns: 15 },
    )
  })

  test('accounts share nothing, and a removed data key takes the answers with it', async () => {
    const { kept, store } = await openKept(database, 'acc_one', 'acc_two')
    const answer = plain({ q: 1 }, 1)
    await kept.add('acc_one', [answer])
    await kept.add('acc_two', [plain({ q: 2 }, 1)])
    assert.equal(await kept.next('acc_two', wanted(answer)), undefined)
    assert.deepEqual((await kept.nearest('acc_two', wanted(answer)))?.differs, [{ part: 'params.q', sent: 1, kept: 2 }])
    const [row] = await kept.list('acc_one', { limit: 10 })
    assert.equal(await kept.get('acc_two', row?.id ?? ''), undefined)
    assert.equal(await kept.remove('acc_two', { id: row?.id }), 0)
    await store.db.deleteFrom('data_keys').where('account_id', '=', 'acc_one').execute()
    assert.deepEqual(await kept.list('acc_one', { limit: 10 }), [])
    assert.equal((await kept.list('acc_two', { limit: 10 })).length, 1)
  })

  test('repeated answers come in order, then the last one again; from the first one when told so', async () => {
    const { kept } = await openKept(database, 'acc_order')
    const all = ['one', 'two', 'three'].map((text, at) => plain({}, at, text))
    for (const answer of all) kept.queue.add('acc_order', { answer, reserved: 0 })
    const ask = async () => (await kept.next('acc_order', wanted(plain({}, 0))))?.body.toString()
    assert.deepEqual([await ask(), await ask(), await ask(), await ask()], ['one', 'two', 'three', 'three'])
    await kept.beginAgain('acc_order', 'things')
    assert.equal(await ask(), 'one')
  })

  test('a replay reads two rows, however often the request was recorded', async () => {
    const { kept, statements } = await openWatched(database, 'acc_many')
    await kept.add(
      'acc_many',
      Array.from({ length: 200 }, (_one, at) => plain({}, at, String(at))),
    )
    for (const expected of ['0', '1', '2']) {
      statements.length = 0
      assert.equal((await kept.next('acc_many', wanted(plain({}, 0))))?.body.toString(), expected)
      assert.deepEqual(
        statements.map(({ rows }) => rows),
        [1, 1, 0],
      )
    }
  })

  test('long answers are written one by one, and short ones together', async () => {
    const { kept, statements } = await openWatched(database, 'acc_long')
    const long = Array.from({ length: 3 }, (_one, at) => ({ ...plain({ at }, at), body: randomBytes(1_100_000) }))
    const short = Array.from({ length: 30 }, (_one, at) => plain({ at, short: true }, 10 + at))
    assert.equal(await kept.add('acc_long', [...long, ...short]), 33)
    // each transaction holds the row of the data key
    assert.equal(statements.filter(({ kind }) => kind === 'UpdateQueryNode').length, 4)
  })

  test('an answer that the provider chose by a header is for that header', async () => {
    const { kept } = await openKept(database, 'acc_vary')
    for (const [at, language] of ['de', 'fr'].entries())
      await kept.add('acc_vary', [{ ...plain({}, at, language), varies: { 'accept-language': language } }])
    const ask = async (language: string) =>
      (await kept.next('acc_vary', wanted(plain({}, 0), { 'accept-language': language })))?.body.toString()
    assert.deepEqual([await ask('fr'), await ask('de'), await ask('it')], ['fr', 'de', undefined])
  })

  test('the oldest answers go beyond the limits, and all after thirty days', async () => {
    const { kept, clock, logged } = await openKept(database, 'acc_limits')
    const many = Array.from({ length: limits.answers + 5 }, (_one, at) => plain({ at }, at))
    await kept.add('acc_limits', many)
    assert.equal((await kept.count('acc_limits')).answers, limits.answers)
    assert.equal(await kept.next('acc_limits', wanted(plain({ at: 4 }, 0))), undefined)
    assert.ok(await kept.next('acc_limits', wanted(plain({ at: 5 }, 0))))
    await kept.add('acc_limits', [{ ...plain({ at: 30 }, 30), body: randomBytes(4000) }])
    const { answers: left, bytes: used } = await kept.count('acc_limits')
    assert.ok(left > 1 && left < limits.answers && used <= limits.bytes, `${left} answers of ${used} bytes`)
    clock.nowMs += 31 * 86_400_000
    await kept.prune()
    assert.equal((await kept.count('acc_limits')).answers, 0)
    assert.equal(kept.queue.reserve(33 * 1024 * 1024), false)
    kept.queue.drop('a reason')
    assert.deepEqual(logged, ['answers were not kept'])
  })
})

test('a line that is no answer is refused with the reason', () => {
  const line = lineOf(plain({}, 1))
  const changed = (part: object) => JSON.stringify({ ...line, ...part })
  const answer = (part: object) => changed({ answer: { ...line.answer, ...part } })
  const wrong: Readonly<Record<string, string>> = {
    '{': 'it is not JSON',
    '[]': 'it is not a JSON object',
    [changed({ listing: '../x' })]: 'listing must be the slug of a listing',
    [changed({ at: -1 })]: 'at must be milliseconds since the epoch',
    [changed({ request: { params: {}, body: 'x' } })]: 'request.body must be a SHA-256 digest in hex',
    [answer({ status: 101 })]: 'answer.status must be from 200 to 599',
    [answer({ headers: [['x-a', 'b\r\nc: d']] })]: 'answer.headers must be pairs of name and value',
    [answer({ text: undefined, base64: '?' })]: 'answer.base64 is not base64',
    [answer({ text: 'x'.repeat(mostBodyBytes + 1) })]: 'the body is longer than 2 MiB',
    [answer({ beats: [[0, 7]] })]: 'answer.beats must add up to the bytes of the body',
  }
  for (const [text, reason] of Object.entries(wrong)) assert.equal(readLine(text), reason)
})
