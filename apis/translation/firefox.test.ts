// Models of Firefox as an engine: the real program on a small model made by hand, which shows everything but how good
// published models are. Under CI the program must have been added; elsewhere the suite says that it did not run.
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { createFirefoxEngines } from './provider/engines/firefox/engine.ts'
import { withMarks } from './provider/engines/firefox/marks.ts'
import { firefoxModelsIn } from './provider/engines/firefox/models.ts'
import { createModelThread } from './provider/engines/firefox/thread.ts'
import { hasSameMarks, type Passage, plainText } from './provider/piece.ts'
import { enginesFolder, hasFxTranslate, writeModels } from './test/firefox-models.ts'
import { openWorld } from './test/world.ts'

const log = { warn: () => undefined }
const caller = { account: 'acc_models', signal: new AbortController().signal }
const modelsFolder = writeModels()
after(() => rmSync(modelsFolder, { recursive: true }))
if (!hasFxTranslate) process.stdout.write('not run: fxtranslate has not been added to .engines\n')

test('models are found in both layouts; other and incomplete folders are left out', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-models-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const write = (name: string, ...files: string[]) => {
    mkdirSync(join(folder, name))
    for (const file of files) writeFileSync(join(folder, name, file), 'bytes')
  }
  write('enes', 'model.enes.intgemm.alphas.bin', 'vocab.enes.spm', 'lex.50.50.enes.s2t.bin')
  write('en-ja', 'model.bin', 'srcvocab.spm', 'trgvocab.spm')
  write('en-zh_hant', 'model.bin', 'vocab.spm')
  write('de-en', 'model.bin', 'srcvocab.spm')
  write('fr-en', 'model.bin', 'vocab.spm')
  truncateSync(join(folder, 'fr-en', 'model.bin'))
  write('notes', 'model.bin', 'vocab.spm')
  assert.deepEqual(
    firefoxModelsIn(folder).map(({ source, target, model, sourceVocab, targetVocab }) => {
      const files = [model, sourceVocab, targetVocab].map((path) => path.slice(folder.length + 1))
      return [source, target, ...files]
    }),
    [
      ['en', 'ja', 'en-ja/model.bin', 'en-ja/srcvocab.spm', 'en-ja/trgvocab.spm'],
      ['en', 'zh-Hant', 'en-zh_hant/model.bin', 'en-zh_hant/vocab.spm', 'en-zh_hant/vocab.spm'],
      ['en', 'es', 'enes/model.enes.intgemm.alphas.bin', 'enes/vocab.enes.spm', 'enes/vocab.enes.spm'],
    ],
  )
  assert.deepEqual(firefoxModelsIn(join(folder, 'none')), [])
})

test('without the program or without models there are no engines', () => {
  assert.deepEqual(createFirefoxEngines({ enginesFolder: modelsFolder, modelsFolder, log }).engines, [])
  assert.deepEqual(createFirefoxEngines({ enginesFolder, modelsFolder: enginesFolder, log }).engines, [])
})

describe('marks around a translator of plain text', () => {
  const dictionary: Readonly<Record<string, string>> = {
    'The black cat eats.': 'El gato negro come.',
    black: 'Negro.',
    'the cat and the cat': 'el gato y el gato',
    cat: 'gato',
    'black cat': 'gato negro',
  }
  const translate = async (text: string) => dictionary[text] ?? text.toUpperCase()

  test('a pair of marks follows its words, also within another pair', async () => {
    const black = await withMarks(['The ', 1, 'black', 2, ' cat eats.'], translate)
    assert.deepEqual(black, ['El gato ', 1, 'negro', 2, ' come.'])
    const nested = await withMarks(['The ', 1, 2, 'black', 3, ' cat', 4, ' eats.'], translate)
    assert.deepEqual(nested, ['El ', 1, 'gato ', 2, 'negro', 3, 4, ' come.'])
  })

  test('where the words have two places or none, the text between marks is translated by itself', async () => {
    assert.deepEqual(await withMarks(['the ', 1, 'cat', 2, ' and the cat'], translate), [
      'THE ',
      1,
      'gato',
      2,
      ' AND THE CAT',
    ])
    assert.deepEqual(await withMarks(['see ', 7, ' there'], translate), ['SEE ', 7, ' THERE'])
  })

  test('whatever the marks, each comes back once', async () => {
    const piece = fc.oneof(fc.constantFrom('The ', 'black', ' cat eats.', ' ', '. ', 'cat'), fc.constant(0))
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 10 }), async (drawn) => {
        let mark = 0
        const passage = drawn.map((one) => (one === 0 ? ++mark : one))
        assert.ok(hasSameMarks(passage, await withMarks(passage, translate)))
      }),
    )
  })
})

if (hasFxTranslate)
  describe('fxtranslate', () => {
    const firefox = createFirefoxEngines({ enginesFolder, modelsFolder, log })
    after(() => firefox.close())
    async function translated(source: string, target: string, ...passage: Passage) {
      const engine = firefox.engines.find((one) => one.sources.includes(source) && one.targets.includes(target))
      assert.ok(engine, `${source} to ${target}`)
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
      const [rendering] = await engine.translate([passage], options)
      assert.ok(rendering)
      return { ...rendering, label: engine.label }
    }

    test('a model translates directly, and two of them through English', async () => {
      assert.deepEqual((await translated('en', 'es', 'The cat eats today.')).pieces, ['El gato come hoy.'])
      assert.deepEqual((await translated('es', 'en', 'El gato come.')).pieces, ['The cat eats.'])
      const { pieces, label } = await translated('es', 'fr', 'El ', 1, 'gato', 2, ' come hoy.')
      assert.deepEqual(pieces, ['Le ', 1, 'chat', 2, ' mange aujourdhui.'])
      assert.equal(label, 'fxtranslate es-en enfr')
    })

    test('a sentence that is longer than a model can read is translated to its end', async () => {
      const { pieces } = await translated('en', 'es', 'the black cat eats, '.repeat(60).trim())
      assert.equal(plainText(pieces), 'el negro gato come, '.repeat(60).trim())
    })

    test('a text that takes too long is refused, those behind it are translated, and the thread starts again', async (t) => {
      const [model] = firefoxModelsIn(modelsFolder)
      assert.ok(model)
      const thread = createModelThread({ enginesFolder, log, timeoutMs: 5000 })
      t.after(() => thread.close())
      const slow = thread.translate(model, 'the black cat eats '.repeat(2000), caller)
      const behind = thread.translate(model, 'the cat', caller)
      await assert.rejects(slow, { status: 503 })
      assert.equal(await behind, 'el gato')
    })

    test('a broken model is refused with 503 and harms no other', async (t) => {
      const broken = mkdtempSync(join(tmpdir(), 'gatehouse-models-'))
      t.after(() => rmSync(broken, { recursive: true }))
      cpSync(modelsFolder, broken, { recursive: true })
      truncateSync(join(broken, 'enes', 'model.enes.intgemm.alphas.bin'), 3000)
      const thread = createModelThread({ enginesFolder, log })
      t.after(() => thread.close())
      const [es, , en] = firefoxModelsIn(broken)
      assert.ok(es && en)
      await assert.rejects(thread.translate(es, 'the cat', caller), { status: 503 })
      assert.equal(await thread.translate(en, 'el gato', caller), 'the cat')
    })

    test('the API lists the pairs of the models and answers with them before the sample', async (t) => {
      const world = await openWorld({ kit: { enginesFolder, modelsFolder } })
      t.after(() => world.close())
      const ask = (target_lang: string, source_lang = 'EN') =>
        world.ask('/v2/translate', {
          method: 'POST',
          body: { text: ['<p>The <b>cat</b> eats.</p>'], source_lang, target_lang, tag_handling: 'html' },
        })
      const spanish = await ask('ES')
      assert.equal(Object(spanish.body).translations[0].text, '<p>El <b>gato</b> come.</p>')
      assert.equal(spanish.headers['x-gateway-engine'], 'fxtranslate enes')
      assert.equal(spanish.headers['x-gateway-sample'], undefined)
      assert.equal((await ask('DE')).headers['x-gateway-engine'], 'sample lexicon')
      assert.equal((await ask('FR', 'ES')).headers['x-gateway-engine'], 'fxtranslate es-en enfr')
    })
  })
