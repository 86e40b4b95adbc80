// A model as the engine: what it is asked, and which of its answers are accepted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld } from './test/world.ts'

interface Asked {
  readonly instructions: string
  readonly texts: string[]
}

/** A world whose model answers by a function of the texts it gets. */
async function openWithModel(answer: (texts: string[], attempt: number) => unknown) {
  const asked: Asked[] = []
  const world = await openWorld({
    kit: {
      config: { model: { name: 'big', account: 'acc_models', languages: ['de', 'en', 'ja'] } },
      ask: async (slug, endpoint, { body }, account) => {
        assert.deepEqual([slug, endpoint, account], ['model-routing', 'chatCompletions', 'acc_models'])
        const [system, user] = Object(body).messages
        const { texts } = JSON.parse(user.content)
        asked.push({ instructions: system.content, texts })
        const said = answer(texts, asked.length)
        return {
          choices: [{ message: { content: typeof said === 'string' ? said : JSON.stringify({ texts: said }) } }],
        }
      },
    },
  })
  return { ...world, asked }
}
const upper = (texts: string[]) => texts.map((text) => text.replaceAll(/>[^<]+|^[^<]+/g, (part) => part.toUpperCase()))

test('a model translates what it serves, the sample the rest, and each answer names its engine', async () => {
  const world = await openWithModel(upper)
  const ask = async (target_lang: string) => {
    const body = { text: ['hello'], source_lang: 'EN', target_lang }
    const { headers, body: answer } = await world.ask('/v2/translate', { method: 'POST', body })
    return [Object(answer).translations[0].text, headers['x-gateway-engine'], headers['x-gateway-sample']]
  }
  assert.deepEqual(await ask('JA'), ['HELLO', 'model big', undefined])
  assert.deepEqual(await ask('FR'), ['bonjour', 'sample lexicon', 'true'])
})

test('it is asked with context, formality, instructions and style rules, and tags and terms as marks', async () => {
  const world = await openWithModel(upper)
  const style = await world.post('/v3/style_rules', {
    name: 'House',
    language: 'de',
    configured_rules: { numbers: { decimal_separator: 'use_comma' } },
    custom_instructions: [{ label: 'Units', prompt: 'Give lengths in metres.' }],
  })
  const glossary = await world.post('/v3/glossaries', {
    name: 'a',
    dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'gate\tPforte' }],
  })
  const [translation] = await world.translate('The <b>gate</b> of 12 houses.', {
    ...{ tag_handling: 'html', formality: 'less', context: 'A castle.', custom_instructions: ['Be brief.'] },
    ...{ style_id: style.body.style_id, glossary_id: glossary.body.glossary_id },
  })
  assert.equal(translation?.text, 'THE <b>Pforte</b> OF 12 HOUSES.')
  assert.deepEqual(world.asked[0]?.texts, ['The <m0/><m2 term="Pforte">gate</m2><m1/> of 12 houses.'])
  for (const part of ['informal', 'A castle.', 'Be brief.', 'decimal separator: use comma', 'in metres'])
    assert.ok(world.asked[0]?.instructions.includes(part), part)
})

test('a term is asked for in the form of its sentence, and a wording that is no form of it is not taken', async () => {
  const answers = [
    'Die <m0>Pforten</m0> sind <m1>alten</m1>.',
    'Die <m0>Türen</m0> sind <m1/>.',
    'Die Pforten sind alt.',
  ]
  const world = await openWithModel((texts, attempt) => texts.map(() => answers[attempt - 1] ?? 'lost'))
  const glossary = await world.post('/v3/glossaries', {
    name: 'a',
    dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'gate\tPforte\nold\talt' }],
  })
  const ask = () => world.translate('The gates are old.', { glossary_id: glossary.body.glossary_id })
  assert.equal((await ask())[0]?.text, 'Die Pforten sind alten.')
  assert.deepEqual(world.asked[0]?.texts, ['The <m0 term="Pforte">gates</m0> are <m1 term="alt">old</m1>.'])
  assert.match(world.asked[0]?.instructions ?? '', /in the form that its sentence asks for/)
  assert.equal((await ask())[0]?.text, 'Die Pforte sind alt.')
  // the third attempts lost the terms too: the words between them are translated by themselves
  assert.equal((await ask())[0]?.text, 'lost Pforte lost alt.')
})

test('a term that looks like an element stays a mark', async () => {
  const world = await openWithModel(upper)
  const glossary = await world.post('/v3/glossaries', {
    name: 'a',
    dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'gate\t<Tor>' }],
  })
  const [translation] = await world.translate('The gate', { glossary_id: glossary.body.glossary_id })
  assert.deepEqual([translation?.text, world.asked[0]?.texts], ['THE <Tor>', ['The <m0/>']])
})

test('an answer that lost a tag, a number or a text is asked for again, and never passed off', async () => {
  const tagged = { tag_handling: 'html' }
  const repaired = await openWithModel((texts, attempt) => (attempt < 3 ? texts.map(() => 'lost') : upper(texts)))
  assert.equal((await repaired.translate('The <b>cat</b> 7', tagged))[0]?.text, 'THE <b>CAT</b> 7')
  assert.equal(repaired.asked.length, 3)
  const answers: ((texts: string[]) => unknown)[] = [
    (texts) => texts.map((text) => `${text}<m0/>`),
    (texts) => texts.map((text) => text.replaceAll(/\d/g, '')),
    () => [],
    () => 'no JSON',
    () => [1],
    () => {
      throw new Error('no channel')
    },
  ]
  for (const answer of answers) {
    const world = await openWithModel(answer)
    assert.equal((await world.refused({ text: ['The <b>cat</b> 7'], ...tagged }))[0], 503)
    // a mark that nobody asked for is also tried for each text between marks
    assert.ok([3, 6].includes(world.asked.length))
    assert.equal((await world.ask('/v2/usage')).body.character_count, 0)
  }
})

test('where a model loses the marks of a sentence each time, its texts are translated between them', async () => {
  const world = await openWithModel((texts) => upper(texts).map((text) => text.replaceAll(/<[^>]*>/g, '')))
  assert.equal(
    (await world.translate('The <b>cat</b> of {name}, 7', { tag_handling: 'html' }))[0]?.text,
    'THE <b>CAT</b> OF {name}, 7',
  )
  assert.equal(world.asked.length, 4)
})

test('a text that has elements like ours keeps them', async () => {
  const world = await openWithModel((texts) => texts)
  assert.equal((await world.translate('a <m0/> b <mm1/>'))[0]?.text, 'a <m0/> b <mm1/>')
})

test('a model writes in styles and tones, and its languages have them as features', async () => {
  const world = await openWithModel(() => ['Better.'])
  const { body } = await world.post('/v2/write/rephrase', { text: ['The house is good.'], tone: 'friendly' })
  assert.deepEqual(body.improvements, [{ text: 'Better.', target_language: 'en', detected_source_language: 'en' }])
  assert.match(world.asked[0]?.instructions ?? '', /friendly tone/)
  const languages = Object((await world.ask('/v3/languages?resource=write')).body)
  assert.ok(languages.find(({ lang }: { lang: string }) => lang === 'de').features.tone)
})

test('where a model moves the marks of a Word paragraph, its text is kept and the document stays whole', async () => {
  const { formatOf } = await import('./provider/documents/formats/formats.ts')
  const { textIn, zipped } = await import('./test/zip.ts')
  const body =
    '<w:p><w:r><w:t>one </w:t></w:r><w:hyperlink><w:r><w:t>two</w:t></w:r></w:hyperlink><w:r><w:t> three</w:t></w:r></w:p>'
  const archive = await zipped([{ name: 'word/document.xml', bytes: Buffer.from(body) }])
  const written = await formatOf('a.docx').translate(archive, async (passages) =>
    passages.map((passage) => [...passage].reverse()),
  )
  const text = (words: string) => `<w:t xml:space="preserve">${words}</w:t>`
  assert.equal(
    await textIn(written, 'word/document.xml'),
    `<w:p><w:r>${text(' threetwoone ')}</w:r><w:hyperlink><w:r>${text('')}</w:r></w:hyperlink><w:r>${text('')}</w:r></w:p>`,
  )
})
