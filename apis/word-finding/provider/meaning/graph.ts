// Walks from a string to its senses and from synset to synset. Callers weigh the steps.
import { lemmasOf } from '../lemmas.ts'
import type { Lexicon } from '../lexicon/lexicon.ts'
import type { PointerKinds } from './pointers.ts'

/** One meaning of a word. */
export interface Sense {
  readonly word: number
  readonly synset: number
  /** 1 for the first word of the synset. */
  readonly position: number
  /** Its share in the word's use; all senses of the word together make 1. */
  readonly weight: number
}
export interface Steps {
  readonly synset: number
  readonly position: number
  readonly kinds: PointerKinds
  readonly most: number
}

/** How a sense that was never counted compares with one that was counted once. */
const uncounted = 0.4
/** Later senses are rarer, whatever was counted. */
const lateness = 0.35

/** The words of a string: itself, written with hyphens or spaces, or else the base forms it may be an inflection of. */
export function wordsNamed(lexicon: Lexicon, text: string): number[] {
  const forms = [text, text.replaceAll('-', ' '), text.replaceAll(' ', '-'), text.replaceAll(/[ -]/g, '')]
  const exact = [...new Set(forms)].map(lexicon.find).filter((word) => isMeaningful(lexicon, word))
  return exact.length > 0 ? exact : basesNamed(lexicon, text)
}

/** The words that a text may be an inflected form of. */
export function basesNamed(lexicon: Lexicon, text: string): number[] {
  const last = Math.max(text.lastIndexOf(' '), text.lastIndexOf('-')) + 1
  const bases = lemmasOf(text.slice(last)).map((base) => text.slice(0, last) + base)
  return [...new Set(bases.map(lexicon.find).filter((word) => isMeaningful(lexicon, word)))]
}

function isMeaningful(lexicon: Lexicon, word: number): boolean {
  return word >= 0 && lexicon.sensesOf(word).to > lexicon.sensesOf(word).from
}

/** The senses of a word, most used first. */
export function sensesOf(lexicon: Lexicon, word: number): Sense[] {
  const { senseSynset, senseCount } = lexicon.tables
  const { from, to } = lexicon.sensesOf(word)
  const senses: Sense[] = []
  let sum = 0
  for (let at = from; at < to; at++) {
    const weight = weightAt(senseCount[at] ?? 0, at - from)
    sum += weight
    const synset = senseSynset[at] ?? 0
    senses.push({ word, synset, position: positionIn(lexicon, synset, word), weight })
  }
  return senses.map((sense) => ({ ...sense, weight: sense.weight / sum }))
}

/** The share of a synset in the use of a word, as the weight of its sense; 0 when the word does not have it. */
export function shareOf({ tables, sensesOf }: Lexicon, word: number, synset: number): number {
  const { from, to } = sensesOf(word)
  let sum = 0
  let own = 0
  for (let at = from; at < to; at++) {
    const weight = weightAt(tables.senseCount[at] ?? 0, at - from)
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
 * Follows at most `most` pointers of these kinds from a synset; a pointer from a single word only when it is the word
 * at `position` (0: any). `take` gets the target synset and the word of it that is meant, -1 for all. Returns how many
 * were followed.
 */
export function takeSteps(
  lexicon: Lexicon,
  { synset, position: from, kinds, most }: Steps,
  take: (synset: number, word: number) => void,
): number {
  const { pointerAt, pointerKind, pointerTarget, pointerWords, synsetWords, synsetWordsAt } = lexicon.tables
  const end = pointerAt[synset + 1] ?? 0
  let taken = 0
  for (let at = pointerAt[synset] ?? 0; at < end; at++) {
    if (((kinds >>> (pointerKind[at] ?? 31)) & 1) === 0) continue
    const ends = pointerWords[at] ?? 0
    const source = ends >> 8
    if (from !== 0 && source !== 0 && source !== from) continue
    if (taken === most) break
    taken++
    const target = pointerTarget[at] ?? 0
    const named = ends & 255
    take(target, named === 0 ? -1 : (synsetWords[(synsetWordsAt[target] ?? 0) + named - 1] ?? -1))
  }
  return taken
}

/** The words of a synset. */
export function membersOf(lexicon: Lexicon, synset: number): Uint32Array {
  const { from, to } = lexicon.wordsOf(synset)
  return lexicon.tables.synsetWords.subarray(from, to)
}
