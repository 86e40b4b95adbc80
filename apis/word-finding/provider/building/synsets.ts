// Builds synsets, their pointers and definitions.
import { present } from '#define/present'
import { findNumber, partTags, tagDefinition } from '../lexicon/lexicon.ts'
import { pointerKindOf } from '../meaning/pointers.ts'
import type { GlossCollector } from './glosses.ts'
import { createPack, gather, growingNumbers, startsOf } from './packing.ts'
import type { Vocabulary } from './vocabulary.ts'
import {
  allParts,
  type Part,
  readOffsets,
  readSynsets,
  type WordNetPointer,
  type WordNetSynset,
} from './wordnet-files.ts'

/** Synset numbers by part of speech and position in the file. */
export interface SynsetNumbers {
  readonly partAt: Uint32Array
  numberOf(part: Part, offset: number): number
}

export function numberSynsets(wordnetFolder: string): SynsetNumbers {
  const partAt = new Uint32Array(allParts.length + 1)
  const offsets = allParts.map((part) => {
    const partOffsets = readOffsets(wordnetFolder, part)
    partAt[part + 1] = present(partAt[part]) + partOffsets.length
    return partOffsets
  })
  return {
    partAt,
    numberOf(part, offset) {
      const index = findNumber(present(offsets[part]), offset)
      if (index < 0) throw new Error(`WordNet has no synset ${offset} of part ${part}`)
      return present(partAt[part]) + index
    },
  }
}

interface SynsetSources {
  readonly wordnetFolder: string
  readonly numbers: SynsetNumbers
  readonly vocabulary: Vocabulary
  readonly glosses: GlossCollector
}

/** Reads all synsets and passes their glosses to the gloss reader. */
export function buildSynsets({ wordnetFolder, numbers, vocabulary, glosses }: SynsetSources) {
  const members = createMembers(vocabulary)
  const pointers = createPointers(numbers)
  const definitions = createPack()
  for (const part of allParts) {
    for (const synset of readSynsets(wordnetFolder, part)) {
      const number = numbers.numberOf(part, synset.offset)
      for (const pointer of synset.pointers) pointers.add(number, pointer)
      members.add(number, synset)
      definitions.add(Buffer.from(tagDefinition(partTags[part], glosses.add(number, synset))))
    }
  }
  const count = definitions.count
  const { bytes: definitionText, at: definitionAt } = definitions.done()
  const packed = pointers.done(count)
  return {
    partAt: numbers.partAt,
    definitionText,
    definitionAt,
    ...members.done(count),
    ...packed,
    ...buildKinds(packed, count),
  }
}

const lowerCase = 1
const capitals = 2

function createMembers({ numberOf, texts }: Vocabulary) {
  const [owners, words] = [growingNumbers(), growingNumbers()]
  const written = new Uint8Array(texts.length)
  return {
    add(number: number, synset: WordNetSynset): void {
      for (const word of synset.words) {
        const lower = word.toLowerCase()
        const known = numberOf.get(lower)
        if (known === undefined) throw new Error(`WordNet has no index entry for ${word}`)
        owners.push(number)
        words.push(known)
        written[known] = present(written[known]) | (lower === word ? lowerCase : capitals)
      }
    },
    done: (count: number) => ({
      synsetWordsAt: startsOf(owners.done(), count),
      synsetWords: words.done(),
      wordFlags: written.map((marks) => (marks === capitals ? 1 : 0)),
    }),
  }
}

function createPointers({ numberOf }: SynsetNumbers) {
  const [sources, targets, packed] = [growingNumbers(), growingNumbers(), growingNumbers()]
  const push = (source: number, target: number, kind: number, ends: number): void => {
    sources.push(source)
    targets.push(target)
    packed.push((kind << 16) | ends)
  }
  const back = present(pointerKindOf('/'))
  return {
    add(number: number, { symbol, part, offset, source, target }: WordNetPointer): void {
      const kind = pointerKindOf(symbol)
      if (kind === undefined) return
      const other = numberOf(part, offset)
      push(number, other, kind, (source << 8) | target)
      if (symbol === '\\') push(other, number, back, (target << 8) | source)
    },
    done(count: number) {
      const owners = sources.done()
      const gathered = gather(owners, packed.done(), count)
      return {
        pointerAt: gathered.at,
        pointerTarget: gather(owners, targets.done(), count).values,
        pointerKind: Uint8Array.from(gathered.values, (fact) => fact >> 16),
        pointerWords: Uint16Array.from(gathered.values, (fact) => fact & 0xffff),
      }
    },
  }
}

type Pointers = ReturnType<ReturnType<typeof createPointers>['done']>

/** Numbers the synsets along the tree of first hypernyms, each before its hyponyms. */
function buildKinds({ pointerAt, pointerKind, pointerTarget }: Pointers, count: number) {
  const upward = new Set([pointerKindOf('@'), pointerKindOf('@i')])
  const above = new Uint32Array(count).fill(count)
  for (let synset = 0; synset < count; synset++) {
    for (let at = present(pointerAt[synset]); at < present(pointerAt[synset + 1]); at++) {
      if (!upward.has(pointerKind[at])) continue
      above[synset] = pointerTarget[at] ?? count
      break
    }
  }
  const below = gather(above, Uint32Array.from(above.keys()), count + 1)
  const [kindFrom, kindTo] = [new Uint32Array(count), new Uint32Array(count)]
  let next = 0
  const number = (synset: number): void => {
    kindFrom[synset] = next++
    for (let at = present(below.at[synset]); at < present(below.at[synset + 1]); at++) number(present(below.values[at]))
    kindTo[synset] = next
  }
  for (let at = present(below.at[count]); at < present(below.at[count + 1]); at++) number(present(below.values[at]))
  return { kindFrom, kindTo }
}
