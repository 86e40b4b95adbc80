// Combines all searches over one lexicon.

import { createLexicon } from '../lexicon/lexicon.ts'
import type { Tables } from '../lexicon/tables.ts'
import { createRemember } from '../match-cache.ts'
import { createCompany } from '../meaning/company.ts'
import { createMeaning } from '../meaning/meaning.ts'
import { createBoard } from '../score-board.ts'
import { createRhymes } from '../sound/rhyme.ts'
import { createSounds } from '../sound/sounds.ts'
import { createSpelling } from '../spelling/spelling.ts'
import { createDescribe, type WordItem } from './describe.ts'
import { createHints } from './hints.ts'
import { readSuggestQuery, readWordsQuery } from './query.ts'
import { suggest } from './suggest.ts'
import { findWords } from './words.ts'

export interface WordFinder {
  /** Answers `/words`. */
  words(query: URLSearchParams): WordItem[]
  /** Answers `/sug`. */
  suggest(query: URLSearchParams): WordItem[]
}

export function createWordFinder(tables: Tables): WordFinder {
  const lexicon = createLexicon(tables)
  const board = createBoard(lexicon)
  const remember = createRemember()
  const meaning = createMeaning(lexicon, board)
  const sounds = createSounds(lexicon, board)
  const company = createCompany(lexicon, board)
  const spelling = createSpelling(lexicon, sounds, board)
  const parts = {
    lexicon,
    board,
    meaning,
    sounds,
    company,
    spelling,
    remember,
    rhymes: createRhymes(lexicon, board),
    describe: createDescribe(lexicon),
    hints: createHints({ lexicon, meaning, company, remember }),
  }
  return {
    words: (query) => findWords(parts, readWordsQuery(query)),
    suggest: (query) => suggest(parts, readSuggestQuery(query)),
  }
}
