// Finds the subject with the first engine that works.
import type { ColourPlanes, Plane } from '../matting/planes.ts'
import { grabCut } from './classical/grab-cut.ts'
import type { EngineChoice } from './engine-choice.ts'
import { networkMask } from './network.ts'
import { completedMask } from './partial-mask.ts'

export interface FoundSubject {
  /** Values from 0 to 1, of any size; undefined if the engine sees no subject. */
  readonly mask: Plane | undefined
  /** The name of the engine that answered, for people. */
  readonly engine: string
  /** The reasons why better engines failed, for the log. */
  readonly failures: readonly string[]
}

export async function findSubject(picture: ColourPlanes, choices: readonly EngineChoice[]): Promise<FoundSubject> {
  const failures: string[] = []
  for (const choice of choices) {
    if (choice.kind === 'classical') break
    try {
      const { mask, engine } = await networkMask(picture, choice)
      const completed = mask && completedMask(picture, mask)
      return completed ? { mask: completed, engine: `${engine}, grabcut`, failures } : { mask, engine, failures }
    } catch (error) {
      failures.push(`${choice.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { mask: grabCut(picture), engine: 'classical grabcut', failures }
}
