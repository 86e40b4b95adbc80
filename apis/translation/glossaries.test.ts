// Glossaries on each database: versions 2 and 3, entries in both formats, and the terms in translations.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { eachStore } from '../../tests/harness/services.ts'
import { readEntries, storedEntries, writeEntries } from './provider/glossaries/entries.ts'
import { createTermIndex, indexDictionary } from './provider/glossaries/term-index.ts'
import { openWorld, type World } from './test/world.ts'

const pair = { source_lang: 'en', target_lang: 'de' }
const dictionary = { ...pair, entries: 'gate\tPforte\nproton beam\tStrahl', entries_format: 'tsv' }

async function created(world: World, body: unknown, path = '/v3/glossaries', account?: string) {
  const answer = await world.post(path, body, account)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return { ...answer.body, id: String(answer.body.glossary_id) }
}

await eachStore('glossaries', (database) => {
  const open = () => openWorld({ database: database.store, migrated: true })
  test('the tables are made', async () => {
    await openWorld({ database: database.store })
  })

  test('a glossary is created, merged, replaced, renamed and removed, and version 2 shows it while it has one pair', async () => {
    const world = await open()
    const { id } = await created(world, { name: 'Words', dictionaries: [dictionary] })
    const info = (await world.ask(`/v2/glossaries/${id}`)).body
    assert.deepEqual([info.entry_count, info.source_lang, info.ready], [2, 'en', true])
    const merged = await world.ask(`/v3/glossaries/${id}`, {
      method: 'PATCH',
      body: { name: 'New', dictionaries: [{ ...pair, entries: 'gate,Tor\nkeeper,Wärter', entries_format: 'csv' }] },
    })
    assert.deepEqual([merged.body.name, merged.body.dictionaries], ['New', [{ ...pair, entry_count: 3 }]])
    const entries = async () =>
      Object(await world.ask(`/v3/glossaries/${id}/entries?source_lang=EN&target_lang=de`)).body.dictionaries[0].entries
    assert.equal(await entries(), 'gate\tTor\nproton beam\tStrahl\nkeeper\tWärter')
    await world.ask(`/v3/glossaries/${id}/dictionaries`, { method: 'PUT', body: { ...pair, entries: 'a\tb' } })
    assert.equal(await entries(), 'a\tb')
    const refused = await world.ask(`/v2/glossaries/${id}`, { method: 'DELETE' })
    assert.equal(refused.status, 400)
    assert.equal((await world.ask(`/v3/glossaries/${id}`, { method: 'DELETE' })).status, 204)
    assert.equal((await world.ask(`/v3/glossaries/${id}`)).status, 404)
  })

  test('a glossary may begin without dictionaries', async () => {
    const world = await open()
    const { id } = await created(world, { name: 'Empty', dictionaries: [] })
    assert.deepEqual(Object((await world.ask(`/v3/glossaries/${id}`)).body).dictionaries, [])
  })

  test('dictionaries and term lists without entries are refused', async () => {
    const world = await open()
    for (const entries of [undefined, null]) {
      const glossary = await world.post('/v3/glossaries', { name: 'Words', dictionaries: [{ ...pair, entries }] })
      assert.deepEqual([glossary.status, glossary.body.message], [400, "Parameter 'entries' not specified."])
      const terms = await world.post('/v3/spoken-terms', { name: 'Words', term_lists: [{ lang: 'en', entries }] })
      assert.equal(terms.status, 400)
    }
  })

  test('an account sees, changes and uses its own glossaries only', async () => {
    const world = await open()
    const { id } = await created(world, { name: 'Mine', dictionaries: [dictionary] })
    const other = { account: 'acc_other' }
    assert.deepEqual((await world.ask('/v3/glossaries', other)).body, { glossaries: [] })
    assert.equal((await world.ask(`/v3/glossaries/${id}`, other)).status, 404)
    assert.equal((await world.ask(`/v3/glossaries/${id}/entries?source_lang=en&target_lang=de`, other)).status, 404)
    assert.equal((await world.ask(`/v3/glossaries/${id}`, { method: 'DELETE', ...other })).status, 404)
    const body = { text: ['gate'], ...pair, glossary_id: id }
    assert.equal((await world.post('/v2/translate', body, 'acc_other')).status, 404)
  })

  test('merges that are sent at once all stay', async () => {
    const world = await open()
    const { id } = await created(world, { name: 'Many', dictionaries: [dictionary] })
    await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        world.ask(`/v3/glossaries/${id}`, {
          method: 'PATCH',
          body: { dictionaries: [{ ...pair, entries: `word${number}\tWort${number}` }] },
        }),
      ),
    )
    const { body } = await world.ask(`/v3/glossaries/${id}`)
    assert.equal(Object(body).dictionaries[0].entry_count, 10)
  })

  test('terms are used in sentences, in any case, for variants of the target, and from several glossaries', async () => {
    const world = await open()
    const { id } = await created(world, { name: 'Words', dictionaries: [dictionary] })
    const second = await created(world, { name: 'More', dictionaries: [{ ...pair, entries: 'gate\tTür\ncat\tKater' }] })
    const ask = async (text: string, fields: Record<string, unknown>) => (await world.translate(text, fields))[0]?.text
    assert.equal(await ask('The Gate is open. Proton beam!', { glossary_id: id }), 'Der Pforte ist offen. Strahl!')
    // found as a plural; that of the target is not known
    assert.equal(await ask('The gates', { glossary_id: id }), 'Der Pforte')
    assert.equal(await ask('gate, cat', { glossary_ids: [`${id},${second.id}`] }), 'Pforte, Kater')
    assert.equal(
      await ask('<b>gate</b> cat', { glossary_ids: [second.id, id], tag_handling: 'xml' }),
      '<b>Tür</b> Kater',
    )
    const wrong = [
      { glossary_id: id, source_lang: undefined },
      { glossary_id: id, glossary_ids: [second.id] },
      { glossary_ids: [id, id, id, id, id, id] },
    ]
    for (const fields of wrong) assert.equal((await world.refused(fields))[0], 400)
    assert.equal((await world.refused({ glossary_id: id, target_lang: 'FR' }))[0], 404)
  })
})

test('wrong entries are refused with the position of the first that is wrong', async () => {
  const world = await openWorld()
  const detailOf = async (entries: string, entries_format = 'tsv') => {
    const { status, body } = await world.post('/v3/glossaries', {
      name: 'a',
      dictionaries: [{ ...pair, entries, entries_format }],
    })
    assert.deepEqual([status, body.message], [400, 'Invalid glossary entries provided'])
    return String(body.detail)
  }
  assert.match(await detailOf('a\tb\na\tc'), /index 1 \(starting at position 4\) is a duplicate/)
  assert.match(await detailOf('a\tb\n\tc'), /Key with the index 1 .* is empty/)
  assert.match(await detailOf('a\tb\tc'), /exactly one tab/)
  assert.match(await detailOf('a\tb\u0007'), /control character/)
  assert.match(await detailOf(`a\t${'ä'.repeat(513)}`), /exceeds 1024 bytes/)
  assert.match(await detailOf('"a,b', 'csv'), /not closed/)
  assert.match(await detailOf('a,b,c,d,e,f\ng,h', 'csv'), /two or four columns/)
  assert.match(await detailOf(''), /no entries/)
  for (const name of ['', ' ', 'x'.repeat(1025)])
    assert.equal((await world.post('/v3/glossaries', { name, dictionaries: [dictionary] })).status, 400)
})

const phrase = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '').trim())
  .filter((text) => text !== '')
const somePhrases = fc.uniqueArray(fc.tuple(phrase, phrase), {
  minLength: 1,
  maxLength: 20,
  selector: ([source]) => source,
})

test('cells are read with byte order marks, blanks around quotes and any ends of lines', async () => {
  const pair = { source: 'en', target: 'de' }
  const read = async (text: string, format: 'csv' | 'tsv' = 'csv') =>
    Object.fromEntries(await readEntries(text, format, pair))
  const expected = { blockchain: 'Blockkette', latency: 'Latenz' }
  assert.deepEqual(await read('\ufeff"blockchain","Blockkette"\n"latency","Latenz"'), expected)
  assert.deepEqual(await read('"blockchain", "Blockkette" \r\n "latency" ,\t"Latenz"\r\n'), expected)
  assert.deepEqual(await read('blockchain,Blockkette\rlatency,Latenz\r'), expected)
  assert.deepEqual(await read('\ufeffblockchain\tBlockkette\rlatency\tLatenz', 'tsv'), expected)
  assert.deepEqual(await read('"a ""b"", c", "d"\n'), { 'a "b", c': 'd' })
})

test('whatever the phrases are, CSV and stored lines are read back as they were written', async () => {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  await fc.assert(
    fc.asyncProperty(somePhrases, async (phrases) => {
      const expected = new Map(phrases)
      const csv = phrases.map(([source, target]) => `${quoted(source)},${quoted(target)},EN,de`).join('\r\n')
      const read = await readEntries(csv, 'csv', { source: 'en', target: 'de' })
      assert.deepEqual(read, expected)
      assert.deepEqual(await storedEntries(await writeEntries(read)), expected)
    }),
  )
})

test('matches are whole words that do not overlap, and what is between them is the text', async () => {
  const words = fc.constantFrom('gate', 'gates', 'the', 'proton', 'beam', 'Gate', 'x')
  await fc.assert(
    fc.asyncProperty(fc.array(words, { maxLength: 12 }), async (list) => {
      const text = list.join(' ')
      const terms = new Map([
        ['gate', 'Tor'],
        ['proton beam', 'Strahl'],
        ['beam', 'Balken'],
      ])
      const matches = createTermIndex([await indexDictionary(terms)]).matches(text)
      let end = 0
      for (const match of matches) {
        assert.ok(match.start >= end && match.end > match.start)
        assert.equal(text.slice(match.start, match.end).toLowerCase(), match.source)
        assert.ok(!/\w/.test(text[match.start - 1] ?? '') && !/\w/.test(text[match.end] ?? ''))
        end = match.end
      }
      const gates = list.filter((word) => word.toLowerCase() === 'gate').length
      assert.equal(matches.filter(({ target }) => target === 'Tor').length, gates)
    }),
  )
})
