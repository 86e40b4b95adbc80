// Computes the dictionary entry of every word once: computing entries during a call would dominate long answers.
import { present } from '#define/present'
import { lookUp, numberOfOrder, packBase, partOrders } from '../entries.ts'
import type { Lexicon } from '../lexicon/lexicon.ts'
import { speak } from '../sound/spoken.ts'
import { createPack, growingNumbers } from './packing.ts'

/** Computes parts of speech and base forms of all words, and pronunciations of those missing from the dictionary. */
export function buildEntries(lexicon: Lexicon) {
  const wordParts = new Uint8Array(lexicon.wordCount)
  const wordBase = new Uint32Array(lexicon.wordCount)
  const guessed = growingNumbers()
  const sounds = createPack()
  const numbers = new Map(partOrders.map((order) => [order.join(), numberOfOrder(order)]))
  for (let word = 0; word < lexicon.wordCount; word++) {
    const text = lexicon.textOf(word)
    const { parts, base } = lookUp(lexicon, word, text)
    wordParts[word] = present(numbers.get(parts.join()))
    wordBase[word] = packBase(base)
    const { from, to } = lexicon.spokenAs(word)
    const [spoken] = from < to ? [] : speak(lexicon, text)
    if (!spoken) continue
    guessed.push(word)
    sounds.add(spoken)
  }
  const { bytes: guessedSounds, at: guessedSoundsAt } = sounds.done()
  return { wordParts, wordBase, guessedWords: guessed.done(), guessedSounds, guessedSoundsAt }
}
