// Every word's entry survives being packed into the tables.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lexiconFolder } from '../test/lexicon-folder.ts'
import { lookUp, packBase, partOrders, unpackBase } from './entries.ts'
import { createLexicon } from './lexicon/lexicon.ts'
import { openTables } from './lexicon/open.ts'
import { speak } from './sound/spoken.ts'

const log = { info: () => {}, warn: () => {} }
const lexicon = createLexicon(await openTables({ folder: lexiconFolder(), log }))
const { tables } = lexicon

test('every ordering of parts of speech has its own number, never 0', () => {
  assert.equal(new Set(partOrders.map((order) => order.join())).size, 65)
  assert.deepEqual(partOrders[0], [])
})

test('a base form and its allowed parts of speech are unpacked as they were packed', () => {
  for (const word of [0, 1, 230_846])
    for (const allowed of [['n'], ['v'], ['n', 'v'], ['adj', 'adv']] as const) {
      const base = { word, allowed: new Set(allowed) }
      assert.deepEqual(unpackBase(packBase(base)), base)
    }
  assert.equal(unpackBase(packBase(undefined)), undefined)
})

test('the tables hold what looking a word up returns, and its pronunciation by rule', () => {
  const guesses = new Map([...tables.guessedWords.entries()].map(([at, word]) => [word, at]))
  for (let word = 0; word < lexicon.wordCount; word += 37) {
    const text = lexicon.textOf(word)
    const { parts, base } = lookUp(lexicon, word, text)
    assert.deepEqual(partOrders[tables.wordParts[word] ?? 0], parts, text)
    assert.deepEqual(unpackBase(tables.wordBase[word] ?? 0), base, text)
    const at = guesses.get(word)
    const { from, to } = lexicon.spokenAs(word)
    const guess = at === undefined ? undefined : tables.guessedSounds.subarray(...bounds(at))
    assert.deepEqual(guess && [...guess], from < to ? undefined : spelledOut(text), text)
  }
})

function bounds(at: number): [number, number] {
  return [tables.guessedSoundsAt[at] ?? 0, tables.guessedSoundsAt[at + 1] ?? 0]
}
function spelledOut(text: string): number[] | undefined {
  const [spoken] = speak(lexicon, text)
  return spoken && [...spoken]
}
