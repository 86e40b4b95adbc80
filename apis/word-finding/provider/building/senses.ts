// The senses of each word, with their counts in tagged text.
import { present } from '#define/present'
import { gather, growingNumbers, orderBy } from './packing.ts'
import type { SynsetNumbers } from './synsets.ts'
import type { Vocabulary } from './vocabulary.ts'
import { readSenses } from './wordnet-files.ts'

const mostCounted = 65_535
/** Words whose senses represent the names of people, groups and places in the tagged text. */
const standIns = new Set(['person', 'group', 'location'])
const standInShare = 0.05

/** Builds senses by word, most used first; equally used ones have nouns first, then the order of WordNet. */
export function buildSenses(wordnetFolder: string, numbers: SynsetNumbers, { numberOf, texts }: Vocabulary) {
  const [owners, synsets, counts, ranks] = [growingNumbers(), growingNumbers(), growingNumbers(), growingNumbers()]
  for (const { lemma, part, offset, number, count } of readSenses(wordnetFolder)) {
    const counted = Math.min(mostCounted, Math.ceil(standIns.has(lemma) ? count * standInShare : count))
    owners.push(present(numberOf.get(lemma)))
    synsets.push(numbers.numberOf(part, offset))
    counts.push(counted)
    ranks.push(((mostCounted - counted) * 4 + part) * 256 + Math.min(255, number))
  }
  const rank = ranks.done()
  const order = orderBy(rank.length, (entry) => present(rank[entry]))
  const sorted = (values: Uint32Array) => order.map((entry) => present(values[entry]))
  const owner = sorted(owners.done())
  const { at: sensesAt, values: senseSynset } = gather(owner, sorted(synsets.done()), texts.length)
  return {
    sensesAt,
    senseSynset,
    senseCount: Uint16Array.from(gather(owner, sorted(counts.done()), texts.length).values),
  }
}
