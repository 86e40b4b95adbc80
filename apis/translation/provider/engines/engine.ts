// What translates sentences. Tags, glossaries and memories are handled around it; an engine sees passages with marks
// and returns them with the same marks.
import type { BaseForms } from '../glossaries/term-index.ts'
import type { Passage, Piece } from '../piece.ts'

export interface EngineOptions {
  /** Base language code in lower case. */
  readonly source: string
  /** Language code as BCP 47. */
  readonly target: string
  readonly formality: 'formal' | 'informal' | undefined
  readonly context: string | undefined
  /** What the caller asks of the wording, each in one sentence. */
  readonly instructions: readonly string[]
  readonly account: string
  readonly signal: AbortSignal
}
/** A term of a glossary, where a mark stands for it in a passage. */
export interface UsedTerm {
  /** As the text has it. */
  readonly text: string
  /** The entry, as written. */
  readonly source: string
  readonly target: string
  /** Whether the text has the entry itself, and not another form of it. */
  readonly isExact: boolean
  /** What takes its place unless the engine knows better. */
  readonly wording: string
}
/** By mark. */
export type UsedTerms = ReadonlyMap<number, UsedTerm>
export interface Rendering {
  readonly pieces: Piece[]
  readonly words: number
  /** Words that the engine does not know; they are marked in the text. */
  readonly unknown: readonly string[]
  /** Terms in the form that the sentence asks for, by mark; of engines that inflect them. */
  readonly wordings?: ReadonlyMap<number, string>
}
export interface Engine {
  /** As `x-gateway-engine` names it. */
  readonly label: string
  readonly isSample: boolean
  /** Whether it follows instructions, styles and tones. */
  readonly followsInstructions: boolean
  /** Base languages of texts. */
  readonly sources: readonly string[]
  /** BCP 47 codes. */
  readonly targets: readonly string[]
  /** The renderings in the order of the sentences. `terms` are those of each sentence. */
  translate(sentences: readonly Passage[], options: EngineOptions, terms?: readonly UsedTerms[]): Promise<Rendering[]>
  /** What words may be forms of, by word in lower case; only of an engine that analyses words. */
  basesOf?(words: readonly string[]): Promise<BaseForms>
  /** The texts corrected, or rewritten by the instructions; only of an engine that follows instructions. */
  improve?(texts: readonly string[], options: EngineOptions): Promise<string[]>
}
