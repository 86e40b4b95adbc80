// Every query is parsed and compiles to valid SQL for SQLite; meanings are tested in behaviour.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { sampled } from '../../../../tests/harness/seed.ts'
import { openWorld } from '../../test/world.ts'
import { vectorQuery } from '../word-index.ts'
import { fromWhere } from './condition-sql.ts'
import { compileText } from './query-compile.ts'
import { readQuery } from './query-language.ts'

const pieces = fc.constantFrom(
  ...[
    '(',
    ')',
    '"',
    '[',
    ']',
    '{',
    '}',
    ':',
    '*',
    '-',
    '+',
    '!',
    '~',
    '^2',
    '\\',
    '/',
    '?',
    "'",
    '&&',
    '||',
    ' ',
    '\0',
  ],
  ...['AND', 'OR', 'NOT', ' TO ', 'moby', 'dick', 'Ünïcödé', '北京', '😀', '\ud800', 'title:', 'AUTHOR:', 'x:', 'key:'],
  ...[
    'first_publish_year:',
    '[1 TO 2]',
    '{* TO 3}',
    'publish_year:[1 TO 99999]',
    'language:eng',
    'isbn:',
    'ddc:',
    'lcc:8*',
  ],
  ...[
    'ebook_access:[no_ebook TO public]',
    'has_fulltext:true',
    'id_goodreads:1',
    '*:*',
    'subject:*',
    'ia:*',
    'chapter:x',
  ],
)
const queries = fc.oneof(
  fc.array(pieces, { maxLength: 25 }).map((list) => list.join('')),
  fc.array(pieces, { maxLength: 25 }).map((list) => list.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

test('any text is parsed quickly, and the same way each time', () => {
  fc.assert(
    fc.property(queries, (text) => {
      assert.deepEqual(readQuery(text), readQuery(text))
      assert.deepEqual(compileText(text), compileText(text))
    }),
    { numRuns: sampled(1000) },
  )
})

test('any text compiles to a statement that SQLite accepts', async () => {
  const world = await openWorld()
  await world.ask('/search.json?limit=0')
  await fc.assert(
    fc.asyncProperty(queries, async (text) => {
      const query = sql<{ count: number }>`select count(*) as count ${fromWhere('sqlite', compileText(text))}`
      const { rows } = await query.execute(world.kit.db)
      assert.equal(typeof rows[0]?.count, 'number')
    }),
    { numRuns: sampled(1000) },
  )
})

test('a search with any text is answered or refused, never an internal error', async () => {
  const world = await openWorld()
  await fc.assert(
    fc.asyncProperty(
      queries,
      fc.constantFrom('q', 'title', 'isbn', 'sort', 'subject_facet', 'query'),
      async (text, name) => {
        const { status } = await world.ask(`/search.json?${name}=${encodeURIComponent(text.toWellFormed())}&limit=3`)
        assert.ok(status === 200 || status === 422, text)
      },
    ),
    { numRuns: sampled(300) },
  )
})

test('words of a PostgreSQL query never contain an operator of its language', () => {
  fc.assert(
    fc.property(queries, (text) => {
      const condition = compileText(text)
      if (condition.kind !== 'text') return
      const inside = vectorQuery(condition.query, { title: 't' }).match(/'[^']*'/g) ?? []
      for (const word of inside) assert.match(word, /^'[\p{L}\p{N}_]+'$/u)
    }),
    { numRuns: sampled(500) },
  )
})

test('long and deep queries are bounded', async () => {
  const world = await openWorld()
  const deep = `${'('.repeat(3000)}moby${')'.repeat(3000)}`
  const wide = Array.from({ length: 2000 }, (_, at) => `w${at}`).join(' OR ')
  const nots = `${'NOT '.repeat(900)}moby`
  const fields = `${'title:'.repeat(600)}moby`
  for (const text of [deep, wide, nots, fields, 'a*'.repeat(2000), '"'.repeat(4001)])
    assert.equal((await world.ask(`/search.json?limit=1&q=${encodeURIComponent(text)}`)).status, 200, text.slice(0, 20))
})

test('a query is parsed to the expected tree', () => {
  const word = (text: string) => ({ kind: 'words', words: [text] })
  const shape = (node: object): unknown =>
    JSON.parse(JSON.stringify(node, (name, value) => (['field', 'prefix', 'value'].includes(name) ? undefined : value)))
  assert.deepEqual(shape(readQuery('a b OR c')), {
    kind: 'or',
    parts: [{ kind: 'and', parts: [word('a'), word('b')] }, word('c')],
  })
  assert.deepEqual(shape(readQuery('a AND NOT (b OR c)')), {
    kind: 'and',
    parts: [word('a'), { kind: 'not', part: { kind: 'or', parts: [word('b'), word('c')] } }],
  })
  assert.deepEqual(shape(readQuery('a AND')), { kind: 'words', words: ['a', 'and'] })
  assert.deepEqual(shape(readQuery('ORACLE ANDES NOTE')), {
    kind: 'and',
    parts: [word('oracle'), word('andes'), word('note')],
  })
  assert.deepEqual(shape(readQuery('http://x.y')), { kind: 'words', words: ['http', 'x', 'y'] })
})
