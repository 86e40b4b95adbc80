// Patterns in words.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patternWords } from './pattern-words.ts'

test('rows of literals and classes are said in words', () => {
  const words: Readonly<Record<string, string>> = {
    '^[A-Za-z]{3}$': '3 letters',
    '^[0-9a-f]{64}$': '64 hexadecimal digits',
    '^#[0-9a-f]{6}$': '`#`, then 6 hexadecimal digits',
    '^acc_': 'begins with `acc_`',
    '^-?[0-9]+$': 'perhaps `-`, then digits',
    '^[\\w.-]*$': 'letters, digits, `_`, `.` and `-`',
    '^[a-z][a-z0-9-]{0,39}$': 'one lower-case letter, then up to 39 lower-case letters, digits or `-`',
    '^\\d{4}-\\d{2}$': '4 digits, then `-`, then 2 digits',
  }
  for (const [pattern, text] of Object.entries(words)) assert.equal(patternWords(pattern), text, pattern)
})
test('of a pattern of another kind nothing is said rather than something wrong', () => {
  const odd = ['a', '^(a|b)$', '^[^\\u0000]*$', '^a|b$', '^\\d{1,7}(?:\\.\\d{1,12})?$', '^.*$', '^a{3}$x', '^\\s$']
  const repeated = ['^a*$', '^ab{2}$', '^ab?$', '^[a-m]$', '^[+-/]$', '^[]$', '^[a-z$', '^\\', '^', '^$', '^$$']
  for (const pattern of [...odd, ...repeated, `^${'[a-z]-'.repeat(4)}$`])
    assert.equal(patternWords(pattern), undefined, pattern)
})
