// Words that occur with a word, compared with naive counting over all definitions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lexiconFolder } from '../../test/lexicon-folder.ts'
import { createLexicon } from '../lexicon/lexicon.ts'
import { openTables } from '../lexicon/open.ts'
import { noTerm } from '../lexicon/tables.ts'
import { createBoard } from '../score-board.ts'
import { createCompany } from './company.ts'
import { synsetOf } from './terms.ts'

const log = { info: () => {}, warn: () => {} }
const lexicon = createLexicon(await openTables({ folder: lexiconFolder(), log }))
const { tables } = lexicon

/** Words that occur in a definition with the term or are so defined, by how often and how rare they are. */
function countedWith(text: string, most: number): number[] {
  const term = lexicon.findTerm(text)
  const counts = new Map<number, number>()
  for (const entry of [...tables.postings.subarray(tables.postingsAt[term], tables.postingsAt[term + 1])].slice(
    0,
    2500,
  )) {
    const synset = synsetOf(entry)
    const { from, to } = lexicon.wordsOf(synset)
    const [first, last] = [tables.definitionWordsAt[synset], tables.definitionWordsAt[synset + 1]]
    for (const word of [...tables.definitionWords.subarray(first, last), ...tables.synsetWords.subarray(from, to)])
      counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const scored = [...counts].map(([word, count]) => ({
    word,
    score: Math.fround(count / Math.sqrt(30 + lexicon.frequencyOf(word))),
  }))
  return scored
    .filter(({ word }) => tables.wordTerm[word] !== term || term === noTerm)
    .sort((a, b) => b.score - a.score || lexicon.rankOf(a.word) - lexicon.rankOf(b.word))
    .slice(0, most)
    .map(({ word }) => word)
    .filter((word) => tables.wordTerm[word] !== noTerm || !lexicon.textOf(word).includes(text))
}

test('the words that occur with another are those counted most for their frequency, however many are requested', () => {
  const company = createCompany(lexicon, createBoard(lexicon))
  for (const text of ['water', 'cow', 'form', 'person', 'havoc', 'plant', 'gondola', 'small'])
    for (const most of [5, 100, 1000])
      assert.deepEqual(
        company.triggered(text, most).map(({ word }) => word),
        countedWith(text, most),
        `${text} ${most}`,
      )
})
