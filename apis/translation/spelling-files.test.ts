// Files of Hunspell dictionaries: their limits, and files that are no dictionary or made to do harm.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { correctSpelling } from './provider/engines/spelling/correct-text.ts'
import { readDictionary } from './provider/engines/spelling/dictionary.ts'
import { SpellingUnusable } from './provider/engines/spelling/file.ts'
import { createSpelling, spellingIn } from './provider/engines/spelling/spelling.ts'

const words = '2\nhouse/S\ngarden'
const read = (aff: string | Buffer, dic = words) => readDictionary(Buffer.from(aff), Buffer.from(dic))

test('files that are no dictionary are refused with a reason', () => {
  assert.throws(() => read('SET none-such'), /not none-such/)
  assert.throws(() => read(Buffer.from([0x53, 0xff, 0xfe])), /not UTF-8/)
  assert.throws(() => read('', '0\n'), /no words/)
  assert.throws(() => read(`TRY ${'a'.repeat(20_000)}`), /line that is too long/)
  assert.throws(() => read('', `1\n${'a'.repeat(20_000)}`), /line that is too long/)
})

test('files with more or longer rules than languages have are refused, and lists end at their limits', () => {
  const affixes = (count: number) => `SFX S Y ${count}\n${'SFX S 0 s .\n'.repeat(count)}`
  assert.throws(() => read(affixes(100_001)), /more than 100000 affixes/)
  assert.ok(read(affixes(1000)).has('houses'))
  for (const rule of [`0 ${'a'.repeat(65)} .`, `${'a'.repeat(65)} s .`, `0 s ${'[ab]'.repeat(65)}`])
    assert.throws(() => read(`SFX S Y 1\nSFX S ${rule}`), /longer than 64/)
  const many = Array.from({ length: 6000 }, (_, at) => `REP a${at} b\nMAP x${at}y`).join('\n')
  const { replacements, related } = read(many).affixes
  assert.deepEqual([replacements.length, related.length], [5000, 200])
})

test('dictionaries of more words than languages have are refused, words that are too long left out', () => {
  assert.throws(() => read('', 'a\n'.repeat(1_000_001)), /more than 1000000 words/)
  const long = read('', `1\nhouse\n${'a'.repeat(65)}\n${'house/S\n'.repeat(5000)}`)
  assert.ok(!long.maySuggest('a'.repeat(65)))
  // longer than any word that is looked up
  assert.ok(long.has('a'.repeat(65)))
})

test('whatever the rules and words, a dictionary is refused as one that cannot be used, or answers', () => {
  const field = fc.oneof(
    fc.constantFrom('S', '0', 'Y', '.', '[', '[^', '[a', ']', 'a', 's', 's/S', '/', '1', '-1', '1e9', 'x'.repeat(64)),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  const directive = fc.constantFrom(
    ...['PFX', 'SFX', 'AF', 'FLAG', 'TRY', 'REP', 'MAP', 'ICONV', 'OCONV', 'COMPOUNDMIN', 'COMPOUNDFLAG', 'SET', 'KEY'],
    ...['NEEDAFFIX', 'FORBIDDENWORD', 'CIRCUMFIX', 'ONLYINCOMPOUND', 'COMPOUNDBEGIN', 'COMPOUNDEND'],
  )
  const rules = fc.array(
    fc.tuple(directive, fc.array(field, { maxLength: 5 })).map(([name, fields]) => [name, ...fields].join(' ')),
    { maxLength: 30 },
  )
  const stems = fc.array(fc.oneof(fc.constantFrom('a/S', 'as/SS', 'house/S', '/S', '\\/a'), field), { maxLength: 20 })
  fc.assert(
    fc.property(rules, stems, (aff, dic) => {
      try {
        const dictionary = read(aff.join('\n'), dic.join('\n'))
        for (const word of ['house', 'houses', 'aaaaaaaa', 's', '', '[', 'É']) dictionary.has(word)
        assert.equal(typeof correctSpelling('The hosue as a haa.', [dictionary]), 'string')
      } catch (error) {
        if (!(error instanceof SpellingUnusable)) throw error
      }
    }),
    { numRuns: 300 },
  )
})

function folderWith(t: TestContext, files: Readonly<Record<string, string>>): string {
  const modelsFolder = mkdtempSync(join(tmpdir(), 'spelling-'))
  t.after(() => rmSync(modelsFolder, { recursive: true }))
  mkdirSync(join(modelsFolder, 'spelling'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(modelsFolder, 'spelling', name), text)
  return modelsFolder
}

test('pairs that are incomplete, not named by a language or larger than 24 MB are no dictionaries', (t) => {
  const names = ['de', 'de_AT', 'nl', 'la', 'notes', '../de'].map((name) => name.replace('/', '-'))
  const files = names.flatMap((name) => [`${name}.aff`, `${name}.dic`].map((file) => [file, words] as const))
  const modelsFolder = folderWith(t, { ...Object.fromEntries(files), 'fr.aff': '' })
  truncateSync(join(modelsFolder, 'spelling', 'nl.dic'), 24_000_001)
  truncateSync(join(modelsFolder, 'spelling', 'la.dic'), 23_000_000)
  const found = spellingIn({ modelsFolder, enginesFolder: modelsFolder })
  assert.deepEqual(found.map(({ language }) => language).sort(), ['de', 'de-at', 'la'])
})

test('a dictionary whose rules take for ever is refused with 503, and the next text has another thread', async (t) => {
  // each look-up tries every pair of suffixes with every stem of a compound
  const suffixes = Array.from({ length: 4000 }, () => 'SFX S 0 0/S .').join('\n')
  const modelsFolder = folderWith(t, {
    'de.aff': `COMPOUNDMIN 1\nCOMPOUNDFLAG C\nSFX S Y 4000\n${suffixes}`,
    'de.dic': '1\nq/S',
    'en.aff': '',
    'en.dic': words,
  })
  const folders = { modelsFolder, enginesFolder: modelsFolder }
  const spelling = createSpelling(folders, { warn: () => undefined }, { timeoutMs: 2000 })
  t.after(() => spelling.close())
  const caller = { account: 'acc_a', signal: new AbortController().signal }
  const text = 'qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq '.repeat(5)
  await assert.rejects(spelling.correct(text, 'de', caller), { status: 503 })
  assert.equal((await spelling.correct('gardne', 'en', caller))?.text, 'garden')
})
