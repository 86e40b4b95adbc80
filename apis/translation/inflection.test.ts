// Terms of glossaries in other forms than their entries, by the lexicon and its rules. Those of Apertium and of models
// are tested with these.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../tests/harness/seed.ts'
import { createSampleEngine } from './provider/engines/sample.ts'
import { isFormOf } from './provider/engines/term-form.ts'
import { createTermIndex, indexDictionary } from './provider/glossaries/term-index.ts'
import { createWordForms } from './provider/glossaries/word-forms.ts'
import { createTranslator } from './provider/text/translator.ts'
import { type LexiconLanguage, lexiconKey, lexiconLanguages, readLexicon } from './seed/lexicon.ts'

const lexicon = readLexicon()
const forms = createWordForms(lexicon)
const translator = createTranslator({
  engines: [createSampleEngine(lexicon, forms)],
  detect: async () => 'en',
  forms,
})
async function translated(text: string, entries: Readonly<Record<string, string>>, [source, target] = ['en', 'de']) {
  const { text: done } = await translator.translate(text, {
    ...{
      source,
      target: target ?? '',
      terms: createTermIndex([await indexDictionary(new Map(Object.entries(entries)))]),
    },
    ...{ splitting: 'lines', tags: undefined, memory: undefined, formality: undefined, context: undefined },
    ...{ instructions: [], account: '', signal: new AbortController().signal },
  })
  return done
}

test('plurals of nouns and forms of verbs are found, and the target has the same form', async () => {
  const german = { house: 'Gebäude', door: 'Tor', walk: 'schlafen', 'proton beam': 'Strahl' }
  assert.equal(await translated('The houses are big.', german), 'Die Gebäude sind groß.')
  assert.equal(await translated('The doors', german), 'Die Tore')
  assert.equal(await translated('She walks.', german), 'Sie schläft.')
  const italian = { widget: 'telefono', 'black box': 'scatola nera', city: 'paese' }
  assert.equal(
    await translated('The widgets and the black boxes', italian, ['en', 'it']),
    'I telefoni e le scatole nere',
  )
  assert.equal(await translated('Widgets', italian, ['en', 'it']), 'Telefoni')
  assert.equal(
    await translated('las casas blancas', { 'casa blanca': 'white house' }, ['es', 'en']),
    'the white houses',
  )
  assert.equal(await translated('The tickets', { ticket: 'título de viaje' }, ['en', 'es']), 'Los títulos de viaje')
})

test('exact forms win, words of the lexicon are no plurals by rule, and what is not known stays as written', async () => {
  const entries = { house: 'casa', houses: 'VIVIENDAS', new: 'nuevo', widget: 'SIM' }
  assert.equal(await translated('The houses', entries, ['en', 'es']), 'El VIVIENDAS')
  assert.match(await translated('The news', entries, ['en', 'es']), /noticia/)
  assert.match(await translated('The widgets', entries, ['en', 'es']), /SIM$/)
  assert.match(await translated('The houses', { house: 'Xyzzy' }), /Xyzzy$/)
  assert.match(await translated('The domy', { dom: 'Xyzzy' }, ['en', 'pl']), /domy/)
})

/** Nouns that are one word with a plural of its own, which is no other word, and no other plural. */
function clearNouns(language: LexiconLanguage) {
  const all = lexicon.nouns(language)
  const plurals = Map.groupBy(all, ({ singular }) => lexiconKey(singular))
  const nouns = all.filter(({ singular, plural }) => {
    const [word, many] = [lexiconKey(singular), lexiconKey(plural)]
    const hasOne = plurals.get(word)?.every((noun) => lexiconKey(noun.plural) === many)
    const isClear = hasOne && forms.basesOf(many, language).join() === word
    return word !== many && isClear && [word, many].every((form) => /^\p{L}+$/u.test(form))
  })
  assert.ok(nouns.length > 300, language)
  return nouns
}

test('whatever the languages and nouns, the plural of a term becomes the plural of its target, and the singular stays', async () => {
  const others = lexiconLanguages.filter((language) => language !== 'en')
  const [sources, targets] = [clearNouns('en'), new Map(others.map((language) => [language, clearNouns(language)]))]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...others), fc.nat(), fc.nat(), async (language, one, two) => {
      const nouns = targets.get(language) ?? []
      const [source, target] = [sources[one % sources.length], nouns[two % nouns.length]]
      assert.ok(source && target)
      const entries = { [source.singular]: target.singular }
      const ask = (text: string) => translated(text, entries, ['en', language])
      const last = (text: string) => text.split(/[ ']/).at(-1)
      assert.equal(last(await ask(`with ${source.plural}`)), target.plural)
      assert.equal(last(await ask(`with ${source.singular}`)), target.singular)
    }),
    { numRuns: sampled(300) },
  )
})

test('whatever the text and the base forms, exact matches stay, and none overlap', async () => {
  const words = fc.constantFrom('gate', 'gates', 'beam', 'beams', 'proton', 'protons', 'x')
  const bases = new Map([
    ['gates', ['gate']],
    ['beams', ['beam']],
    ['protons', ['proton']],
    ['gate', ['proton']],
  ])
  const terms = new Map([
    ['gate', 'A'],
    ['proton beam', 'B'],
    ['beams', 'C'],
    ['gate proton beam', 'D'],
  ])
  const index = createTermIndex([await indexDictionary(terms)])
  fc.assert(
    fc.property(fc.array(words, { maxLength: 10 }), (list) => {
      const text = list.join(' ')
      const found = index.matches(text, bases)
      const exact = found.filter(({ isExact }) => isExact)
      assert.deepEqual(exact, index.matches(text))
      let end = 0
      for (const match of found) {
        assert.ok(match.start >= end && match.end > match.start)
        end = match.end
      }
      const covered = new Set(found.flatMap(({ start, end: to }) => text.slice(start, to).split(' ')))
      if (list.includes('gates')) assert.ok(covered.has('gates'))
    }),
  )
})

test('forms share their beginning with the term', () => {
  const pairs = ['casa casas', 'Haus Häuser', 'caminar camina', 'weißes Haus weißen Häusern', 'Pforte Pforte']
  for (const pair of pairs) {
    const words = pair.split(' ')
    const [term, wording] = [words.slice(0, words.length / 2).join(' '), words.slice(words.length / 2).join(' ')]
    assert.ok(isFormOf(wording, term), pair)
  }
  for (const [term, wording] of [
    ['Tor', 'Tür'],
    ['go', 'went'],
    ['casa', 'casa blanca'],
    ['casa', ''],
    ['sol', 'solidaridad'],
  ])
    assert.ok(!isFormOf(wording ?? '', term ?? ''), `${term} ${wording}`)
})
