// Draws sentences without repetition, every one with the same probability, from a book or from all of them.
import type { Random } from '#define'
import type { ListedBook } from './corpus.ts'

/** At most `count` places of the sentences of these books, in random order. The work grows with `count` alone. */
export function drawPlaces(books: readonly ListedBook[], count: number, random: Random): number[] {
  const total = books.reduce((sum, { sentences }) => sum + sentences, 0)
  // Fisher-Yates over 0 to total - 1, of which only the positions that were swapped are written down
  const swapped = new Map<number, number>()
  const places: number[] = []
  for (let at = 0; at < Math.min(count, total); at++) {
    const drawn = random.int(at, total - 1)
    places.push(placeOf(books, swapped.get(drawn) ?? drawn))
    swapped.set(drawn, swapped.get(at) ?? at)
  }
  return places
}

/** The place of the sentence with that number among all of these books. */
function placeOf(books: readonly ListedBook[], number: number): number {
  let before = 0
  for (const { firstPlace, sentences } of books) {
    if (number < before + sentences) return firstPlace + number - before
    before += sentences
  }
  throw new Error(`there is no sentence ${number}`)
}
