// Book numbers against an independent library.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import isbn3 from 'isbn3'
import { isbnForms, normalIsbn, withCheckDigit } from './isbn.ts'

test('a book number counts only with the right check digit, and has both forms', () => {
  assert.equal(normalIsbn('0-8044-2957-x'), '080442957X')
  assert.equal(normalIsbn('978-0-441-01359-3'), '9780441013593')
  for (const wrong of ['0441013598', '9780441013594', '123', '', '97804410135933'])
    assert.equal(normalIsbn(wrong), undefined)
  assert.deepEqual(isbnForms('0441013597'), ['9780441013593', '0441013597'])
  assert.deepEqual(isbnForms('9780441013593'), ['9780441013593', '0441013597'])
  assert.deepEqual(isbnForms('9791034304530'), ['9791034304530'])
})

test('100,000 numbers convert as in the library isbn3, there and back, and no wrong check digit passes', () => {
  for (let at = 0; at < 100_000; at++) {
    // steps of a prime through the English-language prefixes, which the library knows completely
    const isbn13 = withCheckDigit(`9780${String((at * 7919) % 100_000_000).padStart(8, '0')}`)
    const [, isbn10 = ''] = isbnForms(isbn13)
    if (isbn3.parse(isbn13) !== null) {
      assert.equal(isbn3.asIsbn10(isbn13), isbn10)
      assert.equal(isbn3.asIsbn13(isbn10), isbn13)
    }
    assert.deepEqual(isbnForms(isbn10), [isbn13, isbn10])
    assert.equal(normalIsbn(isbn13), isbn13)
    const wrong = `${isbn13.slice(0, 12)}${(Number(isbn13[12]) + 1 + (at % 9)) % 10}`
    assert.equal(normalIsbn(wrong), undefined)
  }
})
