// The senses of each word, and how often each was counted in tagged text.
import { gather, growingNumbers, orderBy } from './packing.ts'
import type { SynsetNumbers } from './synsets.ts'
import type { Vocabulary } from './vocabulary.ts'
import { readSenses } from './wordnet-files.ts'

const mostCounted = 65_535
/** In the tagged text, names of people, groups and places carry the senses of these words, not their own. */
const standIns = new Set(['person', 'group', 'location'])
const standInShare = 0.05

/** Senses by word, most used first; among equals nouns first, then in the order of WordNet. */
export function buildSenses(wordnetFolder: string, numbers: SynsetNumbers, { numberOf, texts }: Vocabulary) {
  const [owners, synsets, counts, ranks] = [growingNumbers(), growingNumbers(), growingNumbers(), growingNumbers()]
  for (const { lemma, part, offset, number, count } of readSenses(wordnetFolder)) {
    const counted = Math.min(mostCounted, Math.ceil(standIns.has(lemma) ? count * standInShare : count))
    owners.push(numberOf.get(lemma) ?? 0)
    synsets.push(numbers.numberOf(part, offset))
    counts.push(counted)
    ranks.push(((mostCounted - counted) * 4 + part) * 256 + Math.min(255, number))
  }
  const rank = ranks.done()
  const order = orderBy(rank.length, (entry) => rank[entry] ?? 0)
  const sorted = (values: Uint32Array) => order.map((entry) => values[entry] ?? 0)
  const owner = sorted(owners.done())
  const { at: sensesAt, values: senseSynset } = gather(owner, sorted(synsets.done()), texts.length)
  return {
    sensesAt,
    senseSynset,
    senseCount: Uint16Array.from(gather(owner, sorted(counts.done()), texts.length).values),
  }
}
