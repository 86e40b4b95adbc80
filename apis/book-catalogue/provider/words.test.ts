// Folding, keys and book numbers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isbnForms, keyWord, normalIsbn, subjectKey, wordsOf } from './words.ts'

test('words are folded to plain lower case, and each Chinese character is one', () => {
  assert.deepEqual(wordsOf("L'Étranger: O'Brien’s ŒUVRE ﬁn 1984!"), ['letranger', 'obriens', 'œuvre', 'fin', '1984'])
  assert.deepEqual(wordsOf('红楼梦abc'), ['红', '楼', '梦', 'abc'])
  assert.deepEqual(wordsOf('?!—'), [])
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

test('a book number counts only with the right check digit, and has both forms', () => {
  assert.equal(normalIsbn('0-8044-2957-x'), '080442957X')
  assert.equal(normalIsbn('978-0-441-01359-3'), '9780441013593')
  for (const wrong of ['0441013598', '9780441013594', '123', '', '97804410135933'])
    assert.equal(normalIsbn(wrong), undefined)
  assert.deepEqual(isbnForms('0441013597'), ['9780441013593', '0441013597'])
  assert.deepEqual(isbnForms('9780441013593'), ['9780441013593', '0441013597'])
  assert.deepEqual(isbnForms('9791034304530'), ['9791034304530'])
})
