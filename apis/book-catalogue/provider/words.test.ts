// Folding and keys.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { keyWord, storedWordsOf, subjectKey, wordsOf } from './words.ts'

test('words are folded to plain lower case, and each Chinese character is one', () => {
  assert.deepEqual(wordsOf("L'Étranger: O'Brien’s ŒUVRE ﬁn 1984!"), ['letranger', 'obriens', 'œuvre', 'fin', '1984'])
  assert.deepEqual(wordsOf('红楼梦abc'), ['红', '楼', '梦', 'abc'])
  assert.deepEqual(wordsOf('?!—'), [])
})

test('stored words with letters that Unicode does not decompose are repeated in plain letters', () => {
  assert.deepEqual(storedWordsOf('Stanisław Lem'), ['stanisław', 'lem', 'stanislaw', 'lem'])
  assert.deepEqual(storedWordsOf('Brontë'), ['bronte'])
})

test('no word or key holds anything but letters, digits and underscores', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const word of wordsOf(text)) assert.match(word, /^[\p{L}\p{N}\ud800-\udfff]+$/u)
      assert.match(keyWord('subject', text), /^s_[\p{L}\p{N}_\ud800-\udfff]*$/u)
    }),
  )
})

test('the key of a subject follows the rule of the provider', () => {
  assert.equal(subjectKey(' Science Fiction, American '), 'science_fiction_american')
  assert.equal(subjectKey('Café & Bar [x]?'), 'café__bar_x')
})
