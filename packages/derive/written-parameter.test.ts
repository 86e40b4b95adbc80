// Values in the styles of OpenAPI: the examples of the specification (OpenAPI 3.1.1, section 4.8.12.3).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { styledValue } from './styled-parameters.ts'
import { cookieText, headerText, pathText, queryText, type WrittenStyle } from './written-parameter.ts'

const array = ['blue', 'black', 'brown']
const object = { R: 100, G: 200, B: 150 }
const style = (name: WrittenStyle['name'], explode: boolean, allowReserved = false) => ({
  name,
  explode,
  allowReserved,
})
const inQuery = (value: unknown, name: WrittenStyle['name'], explode: boolean) =>
  queryText('color', value, style(name, explode))
const inPath = (value: unknown, name: WrittenStyle['name'], explode: boolean) =>
  pathText('color', value, style(name, explode))

test('values of a path are written as the specification shows', () => {
  assert.deepEqual(
    [array, object, 'blue'].map((value) => inPath(value, 'matrix', false)),
    [';color=blue,black,brown', ';color=R,100,G,200,B,150', ';color=blue'],
  )
  assert.deepEqual(
    [array, object].map((value) => inPath(value, 'matrix', true)),
    [';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
  )
  assert.deepEqual(
    [array, object, 'blue'].map((value) => inPath(value, 'label', false)),
    ['.blue,black,brown', '.R,100,G,200,B,150', '.blue'],
  )
  assert.deepEqual(
    [array, object].map((value) => inPath(value, 'label', true)),
    ['.blue.black.brown', '.R=100.G=200.B=150'],
  )
  assert.deepEqual(
    [array, object, 'a/b'].map((value) => inPath(value, 'simple', false)),
    ['blue,black,brown', 'R,100,G,200,B,150', 'a%2Fb'],
  )
  assert.equal(inPath(object, 'simple', true), 'R=100,G=200,B=150')
})

test('values of a query are written as the specification shows', () => {
  assert.deepEqual(
    [array, object, ''].map((value) => inQuery(value, 'form', false)),
    ['color=blue,black,brown', 'color=R,100,G,200,B,150', 'color='],
  )
  assert.deepEqual(
    [array, object].map((value) => inQuery(value, 'form', true)),
    ['color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  )
  assert.deepEqual(
    [array, object].map((value) => inQuery(value, 'spaceDelimited', false)),
    ['color=blue%20black%20brown', 'color=R%20100%20G%20200%20B%20150'],
  )
  assert.deepEqual(
    [array, object].map((value) => inQuery(value, 'pipeDelimited', false)),
    ['color=blue%7Cblack%7Cbrown', 'color=R%7C100%7CG%7C200%7CB%7C150'],
  )
  assert.equal(inQuery(object, 'deepObject', true), 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150')
  assert.equal(
    queryText('filter', { size: { min: 1 }, tags: ['a', 'b'], none: null }, style('deepObject', true)),
    'filter%5Bsize%5D%5Bmin%5D=1&filter%5Btags%5D=a&filter%5Btags%5D=b',
  )
  assert.equal(inQuery({ a: [1] }, 'json', false), 'color=%7B%22a%22%3A%5B1%5D%7D')
  assert.deepEqual(
    [inQuery([], 'form', true), inQuery([], 'form', false), inQuery({}, 'deepObject', true)],
    ['', '', ''],
  )
})

test('reserved characters are sent as they are where the description wants it, but none that ends the value', () => {
  assert.equal(
    queryText('at', "a/b?c:d@e,f;g$h=i&j+k#l[m]'!", style('form', true, true)),
    "at=a/b?c:d@e,f;g$h=i%26j%2Bk%23l%5Bm%5D'!",
  )
})

test('values of headers and cookies are written', () => {
  assert.deepEqual(
    [array, object, 7].map((value) => headerText(value, style('simple', false))),
    ['blue,black,brown', 'R,100,G,200,B,150', '7'],
  )
  assert.equal(headerText(object, style('simple', true)), 'R=100,G=200,B=150')
  assert.equal(cookieText('color', 'a;b é', style('form', true)), 'color=a%3Bb%20%C3%A9')
  assert.equal(cookieText('color', array, style('form', false)), 'color=blue,black,brown')
  assert.equal(cookieText('color', array, style('form', true)), 'color=blue; color=black; color=brown')
})

test('what is written is read again', () => {
  const texts = { type: 'array', items: { type: 'string' } }
  const numbers = {
    type: 'object',
    properties: { R: { type: 'integer' }, G: { type: 'integer' }, B: { type: 'integer' } },
  }
  for (const [value, schema] of [
    [array, texts],
    [object, numbers],
  ] as const) {
    for (const name of ['simple', 'label', 'matrix'] as const)
      for (const explode of [true, false]) {
        const text = decodeURIComponent(inPath(value, name, explode))
        const read = styledValue({ name: 'color', style: style(name, explode), schema }, { text, pairs: [] })
        assert.deepEqual(read, value, `${name} ${explode}`)
      }
    for (const name of ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const)
      for (const explode of [true, false]) {
        if (name === 'deepObject' && Array.isArray(value)) continue
        if (Array.isArray(value) === false && explode && name !== 'form' && name !== 'deepObject') continue
        const pairs = [...new URLSearchParams(inQuery(value, name, explode))].map(([of, text]) => ({
          name: of,
          value: text,
        }))
        const read = styledValue({ name: 'color', style: style(name, explode), schema }, { text: undefined, pairs })
        assert.deepEqual(read, value, `${name} ${explode}`)
      }
  }
})
