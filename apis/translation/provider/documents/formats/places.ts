// Documents with texts at certain places: only those are replaced, and all other bytes are kept.
import { createPacer, joinInSteps } from '#provider'
import { type Piece, plainText } from '../../piece.ts'
import { decoded } from './encoding.ts'
import type { DocumentFormat } from './format.ts'

/** The place of a text and its notation; without `write` the text stays, and is counted as kept. */
export interface Place {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly write?: (translation: string) => string
}

export function placeOf(start: number, text: string): Place {
  return { start, end: start + text.length, text, write: (translation) => translation.replaceAll(/[\r\n]+/g, ' ') }
}

/** Replaces the texts at places of a document, in order, by their translations. */
export function inPlaces(placesIn: (text: string) => Iterable<Place | undefined>): DocumentFormat['translate'] {
  return async (bytes, translate, left) => {
    const { text, encode } = decoded(bytes)
    const pause = createPacer()
    const places: (Place & Required<Pick<Place, 'write'>>)[] = []
    const passages: Piece[][] = []
    for (const place of placesIn(text)) {
      if (place && /\p{L}/u.test(place.text)) {
        const { write } = place
        if (write) {
          places.push({ ...place, write })
          passages.push([place.text])
        } else left?.('kept')
      }
      await pause()
    }
    const translations = await translate(passages)
    let from = 0
    const written = await joinInSteps(places.entries(), ([index, { start, end, text: source, write }]) => {
      const between = text.slice(from, start)
      from = end
      const translation = plainText(translations[index] ?? [])
      // a text that stays keeps its notation too: `:name` of YAML is no string
      return between + (translation === source ? text.slice(start, end) : write(translation))
    })
    return encode(written + text.slice(from))
  }
}
