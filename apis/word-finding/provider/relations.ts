// The `rel_` constraints that follow WordNet's own relations: synonyms, antonyms, kinds, parts.
import type { Board } from './board.ts'
import { membersOf, type Sense, sensesOf, stepsFrom, wordsNamed } from './graph.ts'
import type { Lexicon } from './lexicon/lexicon.ts'
import type { Match } from './matches.ts'
import { type PointerSymbol, pointerKinds } from './pointers.ts'
import { popularity } from './sounds.ts'

/** The direction of each relation, from the word asked for to the words told. */
const directions: Readonly<Record<string, readonly PointerSymbol[]>> = {
  syn: [],
  ant: ['!'],
  spc: ['@', '@i'],
  gen: ['~', '~i'],
  com: ['%p', '%m', '%s'],
  par: ['#p', '#m', '#s'],
}
export const relationCodes = Object.keys(directions)

/** How the use of the sense counts against the frequency of the word that is found. */
const senseWorth = 3000
const mostTold = 2000
export interface Relation {
  readonly code: string
  readonly text: string
}

/** Words in the relation of this code (`syn`, `ant`, `spc`, `gen`, `com`, `par`) to the text; of common senses and frequent words first. */
export function related(lexicon: Lexicon, board: Board, { code, text }: Relation): Match[] {
  const kinds = pointerKinds(...(directions[code] ?? []))
  for (const asked of wordsNamed(lexicon, text)) {
    for (const sense of sensesOf(lexicon, asked)) {
      for (const { synset, words } of code === 'syn' ? [ownSynset(lexicon, sense)] : targets(lexicon, sense, kinds))
        for (const word of words) {
          if (word === asked) continue
          const score = Math.round(senseWorth * sense.weight + popularity(lexicon.frequencyOf(word)) / 2) + 1
          board.put({ word, by: synset, score })
        }
    }
  }
  return board.take('synset', mostTold)
}

function ownSynset(lexicon: Lexicon, { synset }: Sense) {
  return { synset, words: membersOf(lexicon, synset) }
}

function* targets(lexicon: Lexicon, sense: Sense, kinds: ReadonlySet<number>) {
  for (const { synset, word } of stepsFrom(lexicon, sense.synset, { kinds, place: sense.place }))
    yield { synset, words: word === undefined ? membersOf(lexicon, synset) : [word] }
}
