// All searches over one lexicon, put together.
import { createBoard } from './board.ts'
import { createCompany } from './company.ts'
import { createDescribe, type WordItem } from './describe.ts'
import { createHints } from './hints.ts'
import { createLexicon } from './lexicon/lexicon.ts'
import type { Tables } from './lexicon/tables.ts'
import { createMeaning } from './meaning.ts'
import { readSuggestQuery, readWordsQuery } from './query.ts'
import { createRemember } from './remembered.ts'
import { createRhymes } from './rhyme.ts'
import { createSounds } from './sounds.ts'
import { createSpelling } from './spelling.ts'
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
    ...{ lexicon, board, meaning, sounds, company, spelling, remember },
    rhymes: createRhymes(lexicon, board),
    describe: createDescribe(lexicon),
    hints: createHints({ lexicon, meaning, company, remember }),
  }
  return {
    words: (query) => findWords(parts, readWordsQuery(query)),
    suggest: (query) => suggest(parts, readSuggestQuery(query)),
  }
}
