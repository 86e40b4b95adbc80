// The dictionary is parsed as text, and the result must equal what the module exports.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { dictionary } from 'cmu-pronouncing-dictionary'
import { findSources } from '../lexicon/sources.ts'
import { writeArpabet } from '../sound/phonemes.ts'
import { readEntries, readSpokenForms } from './cmu-file.ts'

const { cmuFile } = findSources()

test('every entry of the module is read, with its sounds', () => {
  const read = [...readEntries(cmuFile)]
  assert.equal(read.length, Object.keys(dictionary).length)
  for (const { key, sounds } of read) assert.equal(sounds, dictionary[key]?.replace(/#.*/, '').trim(), key)
})

test('a word has its forms in order, and possessives and abbreviations are left out', () => {
  const { words, forms } = readSpokenForms(cmuFile)
  const of = (word: string) =>
    words.flatMap((one, at) =>
      one === word ? [writeArpabet(forms.bytes.subarray(forms.at[at], forms.at[at + 1]))] : [],
    )
  assert.deepEqual(of('tear'), ['T EH1 R ', 'T IH1 R '])
  assert.deepEqual(of('aalborg'), ['AO1 L B AO0 R G ', 'AA1 L B AO0 R G '])
  assert.deepEqual(of("can't"), ['K AE1 N T '])
  for (const none of ["aaron's", 'a.m.', "'bout", 'tear(2)']) assert.deepEqual(of(none), [], none)
})

test('a file in another format is refused', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-cmu-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'index.js'), 'export const dictionary = {\n  "a": "AH0",\n}\n')
  assert.throws(() => readSpokenForms(join(folder, 'index.js')), /not in the known format/)
})
