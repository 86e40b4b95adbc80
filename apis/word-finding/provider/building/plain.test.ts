// Our definitions in plain words: every line defines a synset, and words are found by what only these lines say.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lexiconFolder } from '../../test/lexicon-folder.ts'
import { openWorld } from '../../test/world.ts'
import { createLexicon } from '../lexicon/lexicon.ts'
import { openTables } from '../lexicon/open.ts'
import { readPlainDefinitions, synsetDefined } from './plain.ts'

const log = { info: () => {}, warn: () => {} }
const lexicon = createLexicon(await openTables({ folder: lexiconFolder(), log }))
const definitions = readPlainDefinitions()

test('every line defines a synset of its word', () => {
  assert.ok(definitions.length > 2000, `${definitions.length}`)
  const missed = definitions.filter((one) => synsetDefined(lexicon, one) < 0)
  assert.deepEqual(
    missed.map(({ word }) => word),
    [],
  )
})

test('a line defines the sense that it describes, not the most used one', () => {
  const sense = (word: string, kinds: readonly string[], text: string) =>
    lexicon.definitionOf(synsetDefined(lexicon, { word, kinds, text }))
  assert.match(sense('bark', ['noun'], 'sound that a dog makes'), /dog/)
  assert.match(sense('bark', ['noun'], 'outer cover of a tree trunk'), /woody|plants/)
  assert.match(sense('calf', ['animal'], 'part of the leg'), /young/, 'its kind decides before its words do')
  assert.equal(synsetDefined(lexicon, { word: 'bakery', kinds: ['verb'], text: 'bread' }), -1)
})

test('a word is found by terms that only its plain definition has', async () => {
  const { words } = openWorld()
  // WordNet's igloo is an Eskimo hut; its banana and its onion make nobody think of monkeys or of tears
  for (const [question, word] of [
    ['round house made of snow', 'igloo'],
    ['fruit that monkeys eat', 'banana'],
    ['vegetable that makes you cry', 'onion'],
  ] as const) {
    const found = await words(`/words?max=5&ml=${encodeURIComponent(question)}`)
    assert.ok(found.includes(word), `${question}: ${found.join()}`)
  }
})

test('definitions in answers stay those of WordNet', async () => {
  const { ask } = openWorld()
  const { items } = await ask('/words?sp=igloo&md=d&max=1')
  assert.match(items[0]?.defs?.[0] ?? '', /^n\tan Eskimo hut/)
})
