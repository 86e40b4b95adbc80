// What translates sentences. Tags, glossaries and memories are handled around it; an engine sees passages with marks
// and returns them with the same marks.
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
export interface Rendering {
  readonly pieces: Piece[]
  readonly words: number
  /** Words that the engine does not know; they are marked in the text. */
  readonly unknown: readonly string[]
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
  /** The renderings in the order of the sentences. */
  translate(sentences: readonly Passage[], options: EngineOptions): Promise<Rendering[]>
  /** The texts corrected, or rewritten by the instructions; only of an engine that follows instructions. */
  improve?(texts: readonly string[], options: EngineOptions): Promise<string[]>
}
