// The vocabulary of declarations is counted, and its limit is kept.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizes, tooManyWords } from './sizes.ts'

test('more than 70 exported names, on one line or several, are refused', () => {
  const names = Array.from({ length: 35 }, (_, at) => `name${at}`)
  const text = `export { ${names.join(', ')} } from './a.ts'\nexport type {\n  ${names.join(',\n  ')},\n} from './b.ts'\n`
  assert.deepEqual(tooManyWords({ path: 'a.ts', text }), [])
  const [problem] = tooManyWords({ path: 'a.ts', text: `${text}export { one } from './c.ts'\n` })
  assert.match(String(problem), /71 names/)
})

test('files and the vocabulary keep their limits', () => assert.deepEqual(sizes(), []))
