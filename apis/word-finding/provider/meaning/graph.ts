// Walks from a string to its senses and from synset to synset. The callers weight the steps.
import { present } from '#define/present'
import { lemmasOf } from '../lemmas.ts'
import type { Lexicon } from '../lexicon/lexicon.ts'
import type { PointerKinds } from './pointers.ts'

/** One meaning of a word. */
export interface Sense {
  readonly word: number
  readonly synset: number
  /** Position of the word in the synset, from 1. */
  readonly position: number
  /** Its share in the word's use; the shares of all senses add up to 1. */
  readonly weight: number
}
interface Steps {
  readonly synset: number
  readonly position: number
  readonly kinds: PointerKinds
  readonly most: number
}

/** Count added to each sense, so that uncounted ones have a weight. */
const uncounted = 0.4
/** Discount of later senses, whatever their counts. */
const lateness = 0.35

/** Returns the words of a string: itself, its variants with hyphens or spaces, or else its possible base forms. */
export function wordsNamed(lexicon: Lexicon, text: string): number[] {
  const forms = [text, text.replaceAll('-', ' '), text.replaceAll(' ', '-'), text.replaceAll(/[ -]/g, '')]
  const exact = [...new Set(forms)].map(lexicon.find).filter((word) => isMeaningful(lexicon, word))
  return exact.length > 0 ? exact : basesNamed(lexicon, text)
}

/** Returns the possible base forms of a text. */
export function basesNamed(lexicon: Lexicon, text: string): number[] {
  const last = Math.max(text.lastIndexOf(' '), text.lastIndexOf('-')) + 1
  const bases = lemmasOf(text.slice(last)).map((base) => text.slice(0, last) + base)
  return [...new Set(bases.map(lexicon.find).filter((word) => isMeaningful(lexicon, word)))]
}

function isMeaningful(lexicon: Lexicon, word: number): boolean {
  return word >= 0 && lexicon.sensesOf(word).to > lexicon.sensesOf(word).from
}

/** Returns the senses of a word, most used first. */
export function sensesOf(lexicon: Lexicon, word: number): Sense[] {
  const { senseSynset, senseCount } = lexicon.tables
  const { from, to } = lexicon.sensesOf(word)
  const senses: Sense[] = []
  let sum = 0
  for (let at = from; at < to; at++) {
    const weight = weightAt(present(senseCount[at]), at - from)
    sum += weight
    const synset = present(senseSynset[at])
    senses.push({ word, synset, position: positionIn(lexicon, synset, word), weight })
  }
  return senses.map((sense) => ({ ...sense, weight: sense.weight / sum }))
}

/** Returns the share of a synset in the use of a word, as the weight of its sense; 0 if the word lacks it. */
export function shareOf({ tables, sensesOf }: Lexicon, word: number, synset: number): number {
  const { from, to } = sensesOf(word)
  let sum = 0
  let own = 0
  for (let at = from; at < to; at++) {
    const weight = weightAt(present(tables.senseCount[at]), at - from)
    sum += weight
    if (tables.senseSynset[at] === synset) own = weight
  }
  return sum === 0 ? 0 : own / sum
}

function weightAt(count: number, position: number): number {
  return (count + uncounted) / (1 + lateness * position)
}

function positionIn(lexicon: Lexicon, synset: number, word: number): number {
  const { from, to } = lexicon.wordsOf(synset)
  for (let at = from; at < to; at++) if (lexicon.tables.synsetWords[at] === word) return at - from + 1
  return 0
}

/**
 * Follows at most `most` pointers of these kinds from a synset; a pointer from a single word is followed only if
 * `position` is that word's (0: any). `take` gets the target synset and its word, -1 for all. Returns the number of
 * pointers followed.
 */
export function takeSteps(
  lexicon: Lexicon,
  { synset, position: from, kinds, most }: Steps,
  take: (synset: number, word: number) => void,
): number {
  const { pointerAt, pointerKind, pointerTarget, pointerWords, synsetWords, synsetWordsAt } = lexicon.tables
  const end = present(pointerAt[synset + 1])
  let taken = 0
  for (let at = present(pointerAt[synset]); at < end; at++) {
    if (((kinds >>> present(pointerKind[at])) & 1) === 0) continue
    const ends = present(pointerWords[at])
    const source = ends >> 8
    if (from !== 0 && source !== 0 && source !== from) continue
    if (taken === most) break
    taken++
    const target = present(pointerTarget[at])
    const named = ends & 255
    take(target, named === 0 ? -1 : present(synsetWords[present(synsetWordsAt[target]) + named - 1]))
  }
  return taken
}

/** Returns the words of a synset. */
export function membersOf(lexicon: Lexicon, synset: number): Uint32Array {
  const { from, to } = lexicon.wordsOf(synset)
  return lexicon.tables.synsetWords.subarray(from, to)
}
