// The `rel_` constraints from WordNet's own relations: synonyms, antonyms, kinds, parts (SOURCES 1.2).

import type { Lexicon } from '../lexicon/lexicon.ts'
import type { Match } from '../matches.ts'
import { membersOf, sensesOf, takeSteps, wordsNamed } from '../meaning/graph.ts'
import { type PointerSymbol, pointerKinds } from '../meaning/pointers.ts'
import type { Board } from '../score-board.ts'
import { popularity } from '../sound/sounds.ts'

/** The direction of each relation, from the requested word to the returned words. */
const directions: Readonly<Record<string, readonly PointerSymbol[]>> = {
  syn: [],
  ant: ['!'],
  spc: ['@', '@i'],
  gen: ['~', '~i'],
  com: ['%p', '%m', '%s'],
  par: ['#p', '#m', '#s'],
}
export const relationCodes = Object.keys(directions)

/** Weight of the sense's use relative to the frequency of the target word. */
const senseWorth = 3000
const mostResults = 2000
/** Upper bound on the pointers of a synset. */
const mostSteps = 2000
interface Relation {
  readonly code: string
  readonly text: string
}

/**
 * Returns words in the relation of this code (`syn`, `ant`, `spc`, `gen`, `com`, `par`) to the text; common senses and
 * frequent words first.
 */
export function related(lexicon: Lexicon, board: Board, { code, text }: Relation): Match[] {
  const kinds = pointerKinds(...(directions[code] ?? []))
  for (const source of wordsNamed(lexicon, text)) {
    for (const sense of sensesOf(lexicon, source)) {
      const put = (synset: number, word: number): void => {
        if (word === source) return
        const score = Math.round(senseWorth * sense.weight + popularity(lexicon.frequencyOf(word)) / 2) + 1
        board.put({ word, by: synset, score })
      }
      const putAll = (synset: number): void => {
        for (const word of membersOf(lexicon, synset)) put(synset, word)
      }
      if (code === 'syn') putAll(sense.synset)
      else
        takeSteps(lexicon, { ...sense, kinds, most: mostSteps }, (synset, word) => {
          if (word < 0) putAll(synset)
          else put(synset, word)
        })
    }
  }
  return board.take('synset', mostResults)
}
