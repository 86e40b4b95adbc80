// Patterns against the regular expressions of JavaScript, and in linear time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../tests/harness/seed.ts'
import { compilePattern, InvalidPattern } from './provider/materials/linear-regexp.ts'

const atom = fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '[a-c]', '\\w', '\\d', '\\.', '1', '-')
const pattern = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    atom,
    fc.tuple(tie('node'), tie('node')).map((two) => two.join('')),
    fc.tuple(tie('node'), tie('node')).map(([one, other]) => `(${one}|${other})`),
    fc
      .tuple(tie('node'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}'))
      .map(([one, times]) => `(${one})${times}`),
    tie('node').map((one) => `(^${one})`),
    tie('node').map((one) => `(?:${one}$)`),
  ),
})).node
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', '1', '.', '-'), maxLength: 12 })

test('a pattern matches what the same regular expression matches', () => {
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (source, texts) => {
      fc.pre(source.length <= 60)
      const [found, whole] = [compilePattern(source), compilePattern(source, { whole: true })]
      for (const one of texts) {
        assert.equal(found(one), new RegExp(source, 's').test(one), `${source} in ${one}`)
        assert.equal(whole(one), new RegExp(`^(?:${source})$`, 's').test(one), `${source} is ${one}`)
      }
    }),
    { numRuns: sampled(2000), seed: 2811 },
  )
})

test('letter case is ignored when asked', () => {
  const matches = compilePattern('^zn[OX]', { ignoreCase: true })
  assert.deepEqual(['ZnO', 'znx', 'Zn'].map(matches), [true, true, false])
})

test('what is no pattern, or too large a one, is refused', () => {
  for (const source of [
    '(a',
    'a)',
    '*',
    '[a',
    '[b-a]',
    '\\',
    'a{2,1}',
    'a{101}',
    'a'.repeat(201),
    '(a{50}){50}',
    '('.repeat(40),
  ])
    assert.throws(() => compilePattern(source), InvalidPattern, source)
})

test('a pattern that makes others backtrack is matched in time linear in the text', () => {
  const matches = compilePattern('(a*)*(a|aa)+b')
  const begun = performance.now()
  assert.equal(matches('a'.repeat(100_000)), false)
  assert.ok(performance.now() - begun < 2000)
})
