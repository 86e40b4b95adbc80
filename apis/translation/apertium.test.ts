// Apertium as an engine, run by its own programs. Under CI it must be installed; elsewhere the suite says that it did
// not run.
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { createApertiumEngines } from './provider/engines/apertium/engine.ts'
import { modesIn } from './provider/engines/apertium/modes.ts'
import { createPipeline } from './provider/engines/apertium/pipeline.ts'
import type { Engine } from './provider/engines/engine.ts'
import { isNested, pairsOf } from './provider/engines/mark-pairs.ts'
import { hasSameMarks, type Passage, plainText } from './provider/piece.ts'
import { openWorld } from './test/world.ts'

const folder = '/usr/share/apertium/modes'
const needed = ['eng-spa', 'spa-cat', 'es-fr']
const names = modesIn(folder).map(({ name }) => name)
const isInstalled = needed.every((name) => names.includes(name))
if (!isInstalled && process.env.CI === 'true')
  throw new Error(`no ${needed.join(', ')} of Apertium, and under CI nothing is left out`)
if (!isInstalled) process.stdout.write(`not run: no ${needed.join(', ')} of Apertium\n`)
const quiet = { warn: () => undefined }

test('modes are read by their file names; dialects, norms, other files and modes without their programs are left out', () => {
  const modes = mkdtempSync(join(tmpdir(), 'modes-'))
  writeFileSync(join(modes, 'spa-glg.mode'), "cat | none-such -z 'a b' | cat")
  for (const file of ['spa-cat.mode', 'es-pt_BR.mode', 'spa-cat_valencia.mode', 'README', 'eco-es-fr.mode'])
    writeFileSync(join(modes, file), 'cat')
  assert.deepEqual(modesIn(modes), [
    { name: 'es-pt_BR', source: 'es', target: 'pt-BR' },
    { name: 'spa-cat', source: 'es', target: 'ca' },
  ])
  rmSync(modes, { recursive: true })
  assert.deepEqual(modesIn(modes), [])
})

if (isInstalled)
  describe('Apertium', () => {
    const apertium = createApertiumEngines(quiet)
    after(() => apertium.close())
    const engineFor = (source: string, target: string): Engine => {
      const engine = apertium.engines.find(
        ({ sources, targets }) => sources.includes(source) && targets.includes(target),
      )
      assert.ok(engine, `${source} to ${target}`)
      return engine
    }
    async function translated(source: string, target: string, ...passage: Passage) {
      const { signal } = new AbortController()
      const options = {
        source,
        target,
        formality: undefined,
        context: undefined,
        instructions: [],
        account: '',
        signal,
      }
      const [rendering] = await engineFor(source, target).translate([passage], options)
      assert.ok(rendering)
      return rendering
    }

    test('a sentence is translated, directly or through a third language', async () => {
      assert.deepEqual((await translated('en', 'es', 'Hello')).pieces, ['Hola'])
      assert.deepEqual((await translated('en', 'fr', 'The new house is big.')).pieces, [
        'La maison nouvelle est grande.',
      ])
      assert.equal(engineFor('en', 'fr').label, 'apertium eng-spa es-fr')
    })

    test('tags follow their words when the order changes, and surround all of them', async () => {
      const black = await translated('en', 'es', 'The ', 1, 'black', 2, ' cat eats ', 3, '.')
      assert.deepEqual(black.pieces, ['El gato ', 1, 'negro', 2, ' come ', 3, '.'])
      const house = await translated('en', 'fr', 'The ', 1, 'new house', 2, ' is big')
      assert.deepEqual(house.pieces, ['La ', 1, 'maison nouvelle', 2, ' est grande'])
    })

    test('characters of its own format pass unharmed, and unknown words are named', async () => {
      const { pieces, unknown } = await translated('en', 'es', 'The cat [eats] *now* <at> {5} ^x$ @ a\\b #1 ~ Zxqwt.')
      const text = plainText(pieces)
      for (const kept of ['[', ']', '*', '<', '>', '{5}', '^x$', '@', '\\b', '#1', '~', 'Zxqwt.'])
        assert.ok(text.includes(kept), `${kept} in ${text}`)
      assert.ok(unknown.includes('Zxqwt'))
    })

    test('whatever the tags and characters, each tag comes back once and within the same tags', async () => {
      const text = fc.stringMatching(/^[a-z .,'’\d[\]{}^$@<>/*#~\\-]{0,12}$/)
      const words = fc.constantFrom('the black cat', 'a new house ', ' is', ', and she', 'very ', '')
      const piece = fc.oneof(text, words, words, fc.constant(0))
      await fc.assert(
        fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 9 }), async (drawn) => {
          let mark = 0
          const passage = drawn.map((one) => (one === 0 ? ++mark : one)).filter((one) => one !== '')
          const { pieces } = await translated('en', 'es', ...passage)
          assert.ok(hasSameMarks(passage, pieces), JSON.stringify(pieces))
          assert.ok(
            isNested(passage, pieces, pairsOf(passage)) || isNested(passage, pieces, []),
            JSON.stringify(pieces),
          )
        }),
        { numRuns: 60 },
      )
    })

    test('programs that hang are ended and named as unavailable, and the next sentence starts them again', async () => {
      const modes = mkdtempSync(join(tmpdir(), 'modes-'))
      const program = join(modes, 'sleepy')
      writeFileSync(program, '#!/bin/sh\nsleep 60\n')
      chmodSync(program, 0o755)
      const mode = join(modes, 'eng-spa.mode')
      writeFileSync(mode, `${program} '/dev/null'`)
      const pipeline = createPipeline({ mode, log: quiet, timeoutMs: 300 })
      await assert.rejects(pipeline.translate('a'), { status: 503 })
      await assert.rejects(pipeline.translate('b'), { status: 503 })
      writeFileSync(program, '#!/bin/sh\nexec cat\n')
      assert.equal(await pipeline.translate('c'), 'c')
      pipeline.close()
      rmSync(modes, { recursive: true })
    })

    test('placeholders and addresses keep their places among the words, and formality is refused where it is not followed', async () => {
      const world = await openWorld({ kit: { config: { apertium: true } } })
      for (const [source, expected] of [
        [
          `Hello {name}, you have %d new messages and \${count} tasks. {{user}}`,
          `Hola {name},  has %d mensajes nuevos y \${count} tareas. {{user}}`,
        ],
        [
          'See https://example.com/house and mail info@house.example now.',
          'Ve https://example.com/house y correo info@house.example ahora.',
        ],
        [
          'Open [the red house](https://example.com/house) now',
          'Abierto [la casa roja](https://example.com/house) ahora',
        ],
      ] as const)
        assert.equal((await world.translate(source, { target_lang: 'ES' }))[0]?.text, expected)
      const [status, message] = await world.refused({ target_lang: 'ES', formality: 'more' })
      assert.deepEqual([status, message], [400, "Target language 'es' doesn't support formality."])
      assert.equal((await world.refused({ target_lang: 'ES', formality: 'prefer_more' }))[0], 200)
      const listed = Object((await world.ask('/v2/languages?type=target')).body)
      const formality = (code: string) =>
        listed.find(({ language }: { language: string }) => language === code).supports_formality
      assert.deepEqual([formality('ES'), formality('DE')], [false, true])
      await world.close()
    })

    test('the API answers with it where it serves the pair, names it, and is then no sample', async () => {
      const world = await openWorld({ kit: { config: { apertium: true } } })
      const ask = (target_lang: string) =>
        world.ask('/v2/translate', {
          method: 'POST',
          body: { text: ['The <b>black</b> cat eats.'], source_lang: 'EN', target_lang, tag_handling: 'html' },
        })
      const spanish = await ask('ES')
      assert.equal(Object(spanish.body).translations[0].text, 'El gato <b>negro</b> come.')
      assert.equal(spanish.headers['x-gateway-engine'], 'apertium eng-spa')
      assert.equal(spanish.headers['x-gateway-sample'], undefined)
      assert.equal(spanish.headers['x-gateway-quality'], 'rough')
      assert.equal((await ask('DE')).headers['x-gateway-engine'], 'sample lexicon')
      const without = await openWorld()
      const sample = await without.translate('Hello', { target_lang: 'ES' })
      assert.equal(sample[0]?.text, 'Hola')
      await Promise.all([world, without].map((one) => one.close()))
    })
  })
