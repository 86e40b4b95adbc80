// The interface of translation engines. Tags, glossaries and memories are handled around it; an engine receives
// passages with marks and returns them with the same marks.
import type { BaseForms } from '../glossaries/term-index.ts'
import type { Passage, Piece } from '../piece.ts'

export interface EngineOptions {
  /** Base language code in lower case. */
  readonly source: string
  /** BCP 47 language code. */
  readonly target: string
  readonly formality: 'formal' | 'informal' | undefined
  readonly context: string | undefined
  /** The caller's instructions on wording, each in one sentence. */
  readonly instructions: readonly string[]
  readonly account: string
  readonly signal: AbortSignal
}
/** A glossary term, represented by a mark in a passage. */
export interface UsedTerm {
  /** The term as it is in the text. */
  readonly text: string
  /** The glossary entry as written. */
  readonly source: string
  readonly target: string
  /** True if the text has the entry itself, rather than another form of it. */
  readonly isExact: boolean
  /** The replacement, unless the engine has a better one. */
  readonly wording: string
}
/** Terms by mark. */
export type UsedTerms = ReadonlyMap<number, UsedTerm>
export interface Rendering {
  readonly pieces: Piece[]
  readonly words: number
  /** Words that the engine does not know; they are marked in the text. */
  readonly unknown: readonly string[]
  /** Inflected terms by mark, from engines that inflect them. */
  readonly wordings?: ReadonlyMap<number, string>
}
export interface Engine {
  /** The name in `x-gateway-engine`. */
  readonly label: string
  readonly isSample: boolean
  /** True if translations give the gist only, as `x-gateway-quality` reports. */
  readonly isRough: boolean
  /** True if the engine follows the form of address. */
  readonly hasFormality: boolean
  /** True if the engine follows instructions, styles and tones. */
  readonly followsInstructions: boolean
  /** Base languages of source texts. */
  readonly sources: readonly string[]
  /** BCP 47 codes of targets. */
  readonly targets: readonly string[]
  /** Returns renderings in the order of the sentences; `terms` are those of each sentence. */
  translate(sentences: readonly Passage[], options: EngineOptions, terms?: readonly UsedTerms[]): Promise<Rendering[]>
  /** Possible base forms by word in lower case; only for engines that analyse words. */
  basesOf?(words: readonly string[]): Promise<BaseForms>
  /** Returns the texts corrected, or rewritten by the instructions; only for engines that follow instructions. */
  improve?(texts: readonly string[], options: EngineOptions): Promise<string[]>
}
