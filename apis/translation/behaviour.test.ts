// What a caller sees of translations: texts, tags, languages, refusals and usage.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../tests/harness/seed.ts'
import { lexiconLanguages, readLexicon } from './seed/lexicon.ts'
import { openWorld } from './test/world.ts'

const textOf = async (world: Awaited<ReturnType<typeof openWorld>>, text: string, fields = {}) =>
  (await world.translate(text, fields))[0]?.text

test('the sample translates phrases, nouns with their articles, plurals and names in every direction', async () => {
  const world = await openWorld()
  assert.equal(
    await textOf(world, 'The museum is closed on Monday.', { target_lang: 'FR' }),
    'Le musée est fermé le lundi.',
  )
  assert.equal(await textOf(world, 'Good morning. How are you?', { target_lang: 'ES' }), 'Buenos días. ¿Cómo está?')
  assert.equal(await textOf(world, 'The house has two windows, Peter!'), 'Das Haus hat zwei Fenster, Peter!')
  assert.equal(
    await textOf(world, "L'homme lit le journal.", { source_lang: 'FR', target_lang: 'EN-GB' }),
    'The man reads the newspaper.',
  )
  assert.equal(await textOf(world, 'Der Hund schläft.', { source_lang: 'DE', target_lang: 'PL' }), 'Pies śpi.')
  assert.equal(await textOf(world, 'proton beam', { target_lang: 'IT' }), 'fascio di protoni')
})

test('the sample has at least 1,500 meanings, each in all of its languages', () => {
  assert.ok(readLexicon().meanings >= 1500)
  for (const table of ['phrases', 'words', 'adjectives', 'verbs', 'nouns'])
    for (const row of readFileSync(new URL(`seed/${table}.tsv`, import.meta.url), 'utf8')
      .trim()
      .split('\n')) {
      const cells = row.split('\t').filter((cell) => cell.trim() !== '')
      assert.equal(cells.length, lexiconLanguages.length, row)
    }
})

test('a word that the sample does not know stays in brackets, and the answer says that it is a sample', async () => {
  const world = await openWorld()
  const { headers, body } = await world.ask('/v2/translate', {
    method: 'POST',
    body: { text: ['The nimble fox sleeps.'], source_lang: 'EN', target_lang: 'DE' },
  })
  assert.equal(Object(body).translations[0].text, 'Der [nimble] Fuchs schläft.')
  assert.equal(headers['x-gateway-sample'], 'true')
  assert.equal(headers['x-gateway-engine'], 'sample lexicon')
  assert.match(String(headers['x-trace-id']), /^[\da-f]{32}$/)
})

test('the language of a text is recognised, also of two words, and a text in the target language comes back', async () => {
  const world = await openWorld()
  const texts = ['proton beam', 'Guten Morgen', 'faisceau de protons', 'Wszyscy ludzie rodzą się wolni i równi.']
  const found = await world.translate(texts, { source_lang: undefined, target_lang: 'EN-US' })
  assert.deepEqual(
    found.map(({ detected_source_language }) => detected_source_language),
    ['EN', 'DE', 'FR', 'PL'],
  )
  assert.equal(found[0]?.text, 'proton beam')
})

test('characters are billed as code points, and members that were not asked for are left out', async () => {
  const world = await openWorld()
  const [plain] = await world.translate('Hello 🌍')
  assert.deepEqual(Object.keys(plain ?? {}), ['detected_source_language', 'text'])
  const fields = { show_billed_characters: true, model_type: 'prefer_quality_optimized', tag_handling: 'html' }
  const [full] = await world.translate('Hello 🌍', fields)
  assert.equal(full?.billed_characters, 7)
  assert.equal(full?.model_type_used, 'quality_optimized')
  assert.equal(full?.tag_handling_version, 'v2')
})

test('formality chooses the form of address, and is refused only where it is required of a language without it', async () => {
  const world = await openWorld()
  const ask = (formality: string, target_lang = 'DE') => textOf(world, 'How are you?', { formality, target_lang })
  assert.equal(await ask('more'), 'Wie geht es Ihnen?')
  assert.equal(await ask('less'), 'Wie geht es dir?')
  assert.equal(await ask('prefer_less'), 'Wie geht es dir?')
  assert.match(
    String(await textOf(world, 'Hallo', { source_lang: 'DE', target_lang: 'EN-GB', formality: 'prefer_more' })),
    /^Hello/,
  )
  const [status, message] = await world.refused({ source_lang: 'DE', target_lang: 'EN-GB', formality: 'more' })
  assert.equal(status, 400)
  assert.match(String(message), /formality/)
})

test('the provider refuses wrong values in the words that its libraries look for', async () => {
  const world = await openWorld()
  const targets = 'de, en, en-GB, en-US, es, es-419, fr, it, nl, pl, pt, pt-BR, pt-PT'
  for (const target_lang of ['XX', 'JA'])
    assert.deepEqual(await world.refused({ target_lang }), [
      400,
      `Value for 'target_lang' not supported. Here it is one of ${targets}.`,
    ])
  assert.deepEqual(await world.refused({ source_lang: 'XX' }), [
    400,
    "Value for 'source_lang' not supported. Here it is one of de, en, es, fr, it, nl, pl, pt.",
  ])
  assert.deepEqual(
    await world.refused({ source_lang: undefined, text: ['Jag tycker mycket om att läsa böcker på kvällen.'] }),
    [
      400,
      "Value for 'source_lang' not supported: no engine here translates from sv, but from de, en, es, fr, it, nl, pl, pt.",
    ],
  )
  assert.deepEqual(await world.refused({ text: [] }), [400, "Parameter 'text' not specified."])
  for (const name of ['formality', 'split_sentences', 'tag_handling', 'tag_handling_version', 'model_type'])
    assert.deepEqual(await world.refused({ [name]: 'wrong' }), [400, `Value for '${name}' not supported.`])
  assert.equal((await world.refused({ text: Array(51).fill('a') }))[0], 400)
  assert.equal((await world.refused({ custom_instructions: Array(11).fill('a') }))[0], 400)
  assert.equal((await world.refused({ custom_instructions: ['a'.repeat(301)] }))[0], 400)
  assert.equal((await world.refused({ glossary_id: 'a' }))[0], 400)
  assert.equal((await world.refused({ glossary_id: '00000000-0000-4000-8000-000000000000' }))[0], 404)
  assert.equal((await world.refused({ translation_memory_id: '00000000-0000-4000-8000-000000000000' }))[0], 404)
})

test('what a weak engine answers says that it is rough, also a document whose language was detected', async () => {
  const world = await openWorld()
  const { headers } = await world.post('/v2/translate', { text: ['Hello'], target_lang: 'DE' })
  assert.equal(headers['x-gateway-quality'], 'rough')
  const document = await world.document('a.txt', Buffer.from('Good morning.'), { source_lang: undefined })
  assert.deepEqual(
    [document.headers['x-gateway-quality'], document.headers['x-gateway-sample'], document.headers['x-gateway-engine']],
    ['rough', 'true', 'sample lexicon'],
  )
})

test('formality is declared, and accepted, only where the engine of each pair follows it', async () => {
  const { createCatalogue } = await import('./provider/languages/catalogue.ts')
  const engine = (sources: string[], targets: string[], hasFormality: boolean) => ({ sources, targets, hasFormality })
  const catalogue = createCatalogue([
    engine(['en'], ['es'], false),
    engine(['en', 'de'], ['es', 'de', 'it', 'nb'], true),
  ])
  assert.deepEqual(['es', 'de', 'it', 'nb'].map(catalogue.hasFormality), [false, true, true, false])
})

test('a reporting tag has no spaces and at most 100 characters', async () => {
  const world = await openWorld()
  const send = async (tag: string) => {
    const body = { text: ['Hello'], target_lang: 'DE' }
    const { status } = await world.ask('/v2/translate', {
      method: 'POST',
      body,
      headers: { 'x-deepl-reporting-tag': tag },
    })
    return status
  }
  assert.deepEqual([await send('team-docs'), await send('two words')], [200, 400])
})

test('tags stay at their words, and what is not to be translated stays as it is', async () => {
  const world = await openWorld()
  const html = { tag_handling: 'html' }
  assert.equal(
    await textOf(world, '<p class="a">Hello <b>world</b>. The cat sleeps &amp; eats.</p>', html),
    '<p class="a">Hallo <b>Welt</b>. Die Katze schläft &amp; isst.</p>',
  )
  assert.equal(
    await textOf(world, '<p translate="no">Hello</p><i class="x notranslate">Hello</i> hello', html),
    '<p translate="no">Hello</p><i class="x notranslate">Hello</i> hallo',
  )
  assert.equal(
    await textOf(world, '<script>hello</script><!-- hello -->hello', html),
    '<script>hello</script><!-- hello -->hallo',
  )
  const xml = { tag_handling: 'xml', ignore_tags: ['x,y'] }
  assert.equal(
    await textOf(world, '<a>hello <x>hello</x> <y>hello</y></a>', xml),
    '<a>hallo <x>hello</x> <y>hello</y></a>',
  )
})

test('version 2 of tag handling refuses malformed XML, version 1 and HTML take it', async () => {
  const world = await openWorld()
  for (const text of ['<a>hello', 'hello</a>', '<a><b>hello</a></b>', 'a < b', 'a & b']) {
    const broken = { text: [text], tag_handling: 'xml' }
    assert.deepEqual(await world.refused(broken), [400, 'Tag handling parsing failed, please check input.'], text)
    assert.equal((await world.refused({ ...broken, tag_handling_version: 'v1' }))[0], 200)
    assert.equal((await world.refused({ ...broken, tag_handling: 'html' }))[0], 200)
  }
})

test('elements without text around them are sentences of their own, unless a call says otherwise', async () => {
  const world = await openWorld()
  const parts = '<d><t>good</t><t>morning</t></d>'
  const xml = { tag_handling: 'xml' }
  // apart they are an adjective and a noun, together they would be a greeting
  assert.equal(await textOf(world, parts, xml), '<d><t>gut</t><t>Morgen</t></d>')
  const inline = { ...xml, outline_detection: false }
  assert.equal(await textOf(world, '<d>The train<t/> leaves.</d>', inline), '<d>Der Zug<t/> fährt ab.</d>')
})

const inlineHtml = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('hello', 'the train', ' ', 'good morning. ', '&amp;', '<br>', 'xyzzy', '12,5', '<!-- note -->'),
    fc
      .tuple(fc.constantFrom('b', 'i', 'span', 'p', 'div'), fc.array(tie('node'), { maxLength: 4 }))
      .map(([name, children]) => `<${name}>${children.join('')}</${name}>`),
  ),
})).node

test('whatever the markup, every tag, comment and entity comes back once and in order', async () => {
  const world = await openWorld()
  const marks = (text: string) => text.match(/<[^>]*>|&\w+;/g) ?? []
  await fc.assert(
    fc.asyncProperty(fc.array(inlineHtml, { maxLength: 6 }), async (parts) => {
      const text = parts.map(String).join('')
      for (const tag_handling of ['html', 'xml']) {
        const translated = String(await textOf(world, text, { tag_handling, tag_handling_version: 'v1' }))
        assert.deepEqual(marks(translated), marks(text))
      }
    }),
    { numRuns: 150 },
  )
})

test('any text is answered, and none of its lines and edge spaces is lost', async () => {
  const world = await openWorld()
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.constantFrom('0', '1', 'nonewlines'),
      async (text, split) => {
        const translated = String(await textOf(world, text, { split_sentences: split, target_lang: 'FR' }))
        assert.equal(translated.split('\n').length, text.split('\n').length)
        assert.equal(/^\s*/.exec(translated)?.[0], /^\s*/.exec(text)?.[0])
      },
    ),
    { numRuns: sampled(300) },
  )
})

test('hostile markup of 128 KiB is answered without holding the thread for long', async () => {
  const world = await openWorld()
  for (const piece of ['<a "', '<!--', '<code>', '<a ', '<![CDATA[', '&amp;', '<b><i>', 'a. ', '[', '( . ']) {
    const text = piece.repeat(Math.floor(100_000 / piece.length))
    const started = performance.now()
    await textOf(world, text, { tag_handling: 'html' })
    assert.ok(performance.now() - started < 3000, `${piece} took ${performance.now() - started} ms`)
  }
})

test('usage counts by product and key, and what exceeds the limit is 456 and not billed', async () => {
  const world = await openWorld({ kit: { config: { charactersPerMonth: 20 } } })
  await world.translate('Hello, world')
  const usage = async () => (await world.ask('/v2/usage')).body
  assert.equal((await usage()).character_count, 12)
  assert.deepEqual(await world.refused({ text: ['Hello, world'] }), [
    456,
    'Quota for this billing period has been exceeded.',
  ])
  assert.equal((await usage()).character_count, 12)
  const other = await world.ask('/v2/usage', { account: 'acc_other' })
  assert.equal(other.body.character_count, 0)
  world.clock.set('2026-12-01T00:00:00Z')
  assert.equal((await usage()).character_count, 0)
})

test('a free plan has no writing help and a short usage report', async () => {
  const world = await openWorld({ kit: { config: { plan: 'free' } } })
  assert.deepEqual(Object.keys((await world.ask('/v2/usage')).body), ['character_count', 'character_limit'])
  assert.equal((await world.refused({ text: ['teh cat'], target_lang: undefined }, '/v2/write/correct'))[0], 403)
})

test('writing help corrects by its rules, converts variants and refuses styles that it cannot have', async () => {
  const world = await openWorld()
  const improve = async (text: string, target_lang?: string) => {
    const { body } = await world.post('/v2/write/correct', { text: [text], target_lang })
    return Object(body).improvements[0].text
  }
  assert.equal(
    await improve('teh cat sat on the the table , and i could of slept.'),
    'The cat sat on the table, and I could have slept.',
  )
  assert.equal(await improve('The color of the theater is gray.', 'en-GB'), 'The colour of the theatre is grey.')
  assert.equal(await improve('The colour of the house is grey.', 'en-US'), 'The color of the house is gray.')
  const rephrase = (fields: Record<string, unknown>) =>
    world.refused({ target_lang: 'en-GB', ...fields }, '/v2/write/rephrase')
  assert.equal((await rephrase({ tone: 'prefer_friendly' }))[0], 200)
  assert.match(String((await rephrase({ tone: 'friendly' }))[1]), /does not support setting a tone/)
  assert.match(
    String((await rephrase({ tone: 'friendly', writing_style: 'simple' }))[1]),
    /^Both writing_style and tone defined/,
  )
  assert.equal((await rephrase({ target_lang: 'DE' }))[0], 400)
})

test('languages are those of the engines, with the features of each', async () => {
  const world = await openWorld()
  const list = async (resource: string) => Object((await world.ask(`/v3/languages?resource=${resource}`)).body)
  const texts = await list('translate_text')
  assert.equal(texts.length, 13)
  const british = texts.find(({ lang }: { lang: string }) => lang === 'en-GB')
  assert.deepEqual(
    [british.name, british.usable_as_source, british.features.formality],
    ['English (British)', false, undefined],
  )
  assert.deepEqual(await list('voice'), [])
  assert.equal((await world.ask('/v3/languages?resource=nothing')).status, 400)
})

test('voice is refused in one sentence, whatever is asked of it', async () => {
  const world = await openWorld()
  const { status, body } = await world.post('/v3/voice/realtime', { source_media_content_type: 'audio/auto' })
  assert.equal(status, 403)
  assert.match(String(body.message), /no speech engine/)
})

test('a mistake in the file of the operator refuses the start', async () => {
  for (const config of [{ plan: 'best' }, { charactersPerMonth: -1 }, { model: {} }, { modle: { name: 'a' } }])
    await assert.rejects(openWorld({ kit: { config } }), /config\/translation\.json/)
})
