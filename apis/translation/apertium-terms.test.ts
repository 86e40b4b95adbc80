// Terms of glossaries in sentences that Apertium translates. Under CI it must be installed; elsewhere the suite says
// that it did not run.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { createApertiumEngines } from './provider/engines/apertium/engine.ts'
import { modesIn } from './provider/engines/apertium/modes.ts'
import { partOf } from './provider/engines/apertium/parts.ts'
import { createTermIndex, indexDictionary } from './provider/glossaries/term-index.ts'
import { createWordForms } from './provider/glossaries/word-forms.ts'
import { createTranslator } from './provider/text/translator.ts'
import { readLexicon } from './seed/lexicon.ts'

const none: ReadonlySet<string> = new Set()
const needed = ['eng-spa', 'spa-eng', 'spa-cat', 'cat-spa', 'es-fr', 'fr-es']
const names = modesIn('/usr/share/apertium/modes').map(({ name }) => name)
const isInstalled = needed.every((name) => names.includes(name))
if (!isInstalled && process.env.CI === 'true')
  throw new Error(`no ${needed.join(', ')} of Apertium, and under CI nothing is left out`)
if (!isInstalled) process.stdout.write(`not run: no ${needed.join(', ')} of Apertium\n`)

test('a mode has parts where its dictionary is a program of its own', () => {
  const mode =
    "lt-proc -z 'a.bin' | tagger -g $2 'b' | lt-proc -z -b 'c.bin' | rules 'd' | lt-proc -z $1 'e.bin' | lt-proc -p 'f'"
  assert.equal(partOf(mode, 'all'), mode)
  assert.equal(partOf(mode, 'lookup'), "lt-proc -z 'a.bin' | tagger -g $2 'b' | lt-proc -z -b 'c.bin'")
  assert.equal(partOf(mode, 'transfer'), "rules 'd' | lt-proc -z $1 'e.bin' | lt-proc -p 'f'")
  assert.equal(partOf(mode, 'analysis'), "lt-proc -z 'a.bin'")
  assert.equal(partOf(mode, 'generation'), "lt-proc -z $1 'e.bin'")
  for (const part of ['lookup', 'transfer', 'analysis', 'generation'] as const)
    assert.equal(partOf("lt-proc 'a.bin' | tagger | transfer 'c.bin' | lt-proc $1 'e.bin'", part), undefined)
})

if (isInstalled)
  describe('terms with Apertium', () => {
    const apertium = createApertiumEngines({ warn: () => undefined })
    after(() => apertium.close())
    const translator = createTranslator({
      engines: apertium.engines,
      detect: async () => 'en',
      forms: createWordForms(readLexicon()),
    })
    async function translated(
      [source, target]: readonly [string, string],
      text: string,
      entries: Readonly<Record<string, string>>,
      isHtml = false,
    ) {
      const tags = {
        kind: 'html',
        version: 'v2',
        outline: true,
        splitting: none,
        nonSplitting: none,
        ignored: none,
      } as const
      const { text: done } = await translator.translate(text, {
        ...{ source, target, splitting: 'lines', tags: isHtml ? tags : undefined, memory: undefined },
        ...{ terms: createTermIndex([await indexDictionary(new Map(Object.entries(entries)))]) },
        ...{ formality: undefined, context: undefined, instructions: [], account: '' },
        signal: new AbortController().signal,
      })
      return done
    }

    test('the target has the number of the text, and articles, adjectives and verbs agree with it', async () => {
      const ask = (text: string, entries: Record<string, string>) => translated(['en', 'es'], text, entries)
      assert.equal(await ask('The houses are big.', { house: 'domicilio' }), 'Los domicilios son grandes.')
      assert.equal(await ask('The white house is old.', { house: 'domicilio' }), 'El domicilio blanco es viejo.')
      assert.equal(await ask('The big dogs are white.', { dog: 'mascota' }), 'Las mascotas grandes son blancas.')
      assert.equal(await ask('The old houses', { old: 'novedoso', house: 'casa' }), 'Las casas novedosas')
      assert.equal(await ask('She walks and ate the bread.', { walk: 'pasear', eat: 'tomar' }), 'Pasea y tomó el pan.')
    })

    test('terms of several words have the form at the word that they belong to', async () => {
      assert.equal(
        await translated(['en', 'es'], 'The black boxes are here, and a black box.', { 'black box': 'caja negra' }),
        'Las cajas negras son aquí, y una caja negra.',
      )
      assert.equal(
        await translated(['en', 'es'], 'The data centers', { 'data center': 'casa de datos' }),
        'Las casas de datos',
      )
      assert.equal(
        await translated(['es', 'en'], 'Las casas blancas son grandes.', { 'casa blanca': 'white building' }),
        'The white buildings are big.',
      )
    })

    test('through a third language, and beside articles that join their noun', async () => {
      assert.equal(
        await translated(['en', 'fr'], 'The new houses are big.', { house: 'villa' }),
        'Les villas nouvelles sont grandes.',
      )
      const catalan = { hombre: 'home', casa: 'habitatge' }
      assert.equal(await translated(['es', 'ca'], 'Las casas del hombre.', catalan), "Els habitatges de l'home.")
    })

    test('exact forms win, other words and words in capitals stay, and what is not known is as written', async () => {
      const ask = (text: string, entries: Record<string, string>) => translated(['en', 'es'], text, entries)
      assert.equal(await ask('The houses', { house: 'domicilio', houses: 'viviendas' }), 'Las viviendas')
      // the number of an exact noun is that of its entry
      assert.equal(await ask('The houses', { houses: 'vivienda' }), 'La vivienda')
      assert.match(await ask('He has two sheep.', { sheep: 'animal' }), /\banimal\./)
      assert.equal(await ask('The saw is new.', { see: 'observar' }), await ask('The saw is new.', {}))
      assert.equal(await ask('The houses', { house: 'Xyzzy' }), 'El Xyzzy')
      assert.equal(await ask('The blorps', { blorp: 'casa' }), await ask('The blorps', {}))
      assert.equal(await ask('The houses', { house: 'Domicilio' }), 'Los Domicilios')
      assert.equal(await ask('walk', { walk: 'pasear' }), 'pasear')
      assert.equal(await ask('houses', { house: 'domicilio' }), 'domicilios')
    })

    const nouns = {
      dog: 'dogs',
      house: 'houses',
      book: 'books',
      table: 'tables',
      city: 'cities',
      man: 'men',
      box: 'boxes',
    }
    const targets = {
      mascota: 'mascotas',
      papel: 'papeles',
      luz: 'luces',
      camión: 'camiones',
      flor: 'flores',
      mapa: 'mapas',
    }
    const feminine = ['mascota', 'luz', 'flor']

    test('whatever the nouns, number and gender agree, and tags keep their places', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...Object.entries(nouns)),
          fc.constantFrom(...Object.entries(targets)),
          fc.boolean(),
          fc.boolean(),
          async ([source, plural], [target, targets], isPlural, isTagged) => {
            const word = isPlural ? plural : source
            const text = `The white ${isTagged ? `<b>${word}</b>` : word} ${isPlural ? 'are' : 'is'} expensive.`
            const isFeminine = feminine.includes(target)
            const article = isFeminine ? (isPlural ? 'Las' : 'La') : isPlural ? 'Los' : 'El'
            const noun = isPlural ? targets : target
            const [a, s] = [isFeminine ? 'a' : 'o', isPlural ? 's' : '']
            assert.equal(
              await translated(['en', 'es'], text, { [source]: target }, true),
              `${article} ${isTagged ? `<b>${noun}</b>` : noun} blanc${a}${s} ${isPlural ? 'son' : 'es'} car${a}${s}.`,
            )
          },
        ),
        { numRuns: 60 },
      )
    })

    test('whatever the words and tags, tags come back and exact terms are in the text', async () => {
      const word = fc.constantFrom(
        'the',
        'house',
        'houses',
        'walk',
        'walks',
        'of',
        'white',
        '<b>house</b>',
        '<i/>',
        'saw',
        ',',
      )
      await fc.assert(
        fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 9 }), async (list) => {
          const text = list.join(' ')
          const done = await translated(['en', 'es'], text, { house: 'domicilio', walk: 'Xyzzy' }, true)
          const count = (pattern: RegExp, of: string) => of.match(pattern)?.length ?? 0
          for (const tag of [/<b>/g, /<\/b>/g, /<i\/>/g]) assert.equal(count(tag, done), count(tag, text), done)
          assert.ok(count(/domicilio/gi, done) >= count(/house\b/g, text), `${text} | ${done}`)
          assert.ok(count(/xyzzy/gi, done) >= count(/walk\b/g, text), `${text} | ${done}`)
        }),
        { numRuns: 60 },
      )
    })
  })
