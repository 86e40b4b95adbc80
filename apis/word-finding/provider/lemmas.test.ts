// Base forms of inflected words, and the terms by which texts are compared.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basesOf, lemmasOf } from './lemmas.ts'
import { createStems, plain, tokensOf } from './meaning/terms.ts'

test('the base form of a regular or irregular inflection is among the candidates', () => {
  const bases: Readonly<Record<string, string>> = {
    cats: 'cat',
    boxes: 'box',
    flies: 'fly',
    running: 'run',
    making: 'make',
    stopped: 'stop',
    bigger: 'big',
    happiest: 'happy',
    wolves: 'wolf',
    firemen: 'fireman',
    children: 'child',
    went: 'go',
    worse: 'bad',
    "dog's": 'dog',
  }
  for (const [form, base] of Object.entries(bases)) assert.ok(lemmasOf(form).includes(base), form)
  for (const own of ['glass', 'sea', 'is', 'bus']) assert.ok(!lemmasOf(own).includes(own), own)
})

test('an inflection determines the possible parts of speech of its base form', () => {
  const partsOf = (form: string, base: string) => basesOf(form).find((one) => one.base === base)?.parts
  assert.equal(partsOf('went', 'go'), 'v')
  assert.equal(partsOf('mice', 'mouse'), 'n')
  assert.equal(partsOf('bigger', 'big'), 'ar')
  assert.equal(partsOf('results', 'result'), 'nv')
})

test('forms of one word share a stem, and words that only look alike do not', () => {
  const stem = createStems()
  for (const forms of ['fly flies', 'study studies studied', 'child children', 'measure measuring', "cow cow's cows"])
    assert.equal(new Set(forms.split(' ').map(stem)).size, 1, forms)
  for (const different of ['ears early', 'saw see', 'ground grind'])
    assert.equal(new Set(different.split(' ').map(stem)).size, 2, different)
})

test('stems are cached in bounded memory and stay the same', () => {
  const stem = createStems(3)
  const words = ['running', 'sleeping', 'walking', 'talking', 'reading']
  const first = words.map(stem)
  assert.deepEqual(words.map(stem), first)
})

test('texts are compared without case, accents, double spaces and curly apostrophes', () => {
  assert.equal(plain('  Café\u00a0 d’Été_\t '), "cafe d'ete")
  assert.deepEqual(tokensOf("A cow's milk-white, 2nd (odd) skin."), ['a', "cow's", 'milk-white', '2nd', 'odd', 'skin'])
})
