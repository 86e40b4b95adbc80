// Knowledge of a fine-tuned model of the gateway: the examples of its training. Nothing is generalised: a prompt that
// is an example's, or says nearly the same in other words, is answered with its completion, and the answer names the
// example.
import { present } from '#define/present'
import { meaningfulStems, stemsOf, wordsOf } from '../text/words.ts'

export interface Example {
  /** Id of the training file, and the line in it, from 1. */
  readonly file: string
  readonly line: number
  readonly prompt: string
  readonly completion: string
}
export interface Match {
  readonly example: Example
  /** Likeness; 1 for the same words. */
  readonly likeness: number
}
/** Finds the example that a prompt is answered by. */
export type Learned = (prompt: string) => Match | undefined

/** Likeness below which a prompt is another question. */
const nearEnough = 0.7

/** Prepares examples for many prompts. Of equal ones the first counts. */
export function learnedFrom(examples: readonly Example[]): Learned {
  const exact = new Map<string, Example>()
  const having = new Map<string, number[]>()
  const termsOf = examples.map((example, at) => {
    const words = plain(example.prompt)
    if (!exact.has(words)) exact.set(words, example)
    const terms = distinct(example.prompt)
    for (const term of terms) {
      const positions = having.get(term)
      if (positions) positions.push(at)
      else having.set(term, [at])
    }
    return terms
  })
  const weightOf = (term: string): number => {
    const count = having.get(term)?.length ?? 0
    return Math.log(1 + (examples.length - count + 0.5) / (count + 0.5)) ** 2
  }
  const sizes = termsOf.map((terms) => terms.reduce((sum, term) => sum + weightOf(term), 0))

  return (prompt) => {
    const same = exact.get(plain(prompt))
    if (same) return { example: same, likeness: 1 }
    // cosine of the words, rare ones weighing more
    const terms = distinct(prompt)
    const size = terms.reduce((sum, term) => sum + weightOf(term), 0)
    const shared = new Map<number, number>()
    for (const term of terms)
      for (const at of having.get(term) ?? []) shared.set(at, (shared.get(at) ?? 0) + weightOf(term))
    let best: Match | undefined
    for (const [at, weight] of [...shared].sort(([one], [other]) => one - other)) {
      const likeness = weight / Math.sqrt(size * present(sizes[at]))
      if (likeness >= nearEnough && likeness > (best?.likeness ?? 0))
        best = { example: present(examples[at]), likeness }
    }
    return best && { ...best, likeness: Math.min(0.99, best.likeness) }
  }
}

/** Returns the words alone; for a text without words, its characters. */
const plain = (text: string): string => wordsOf(text).join(' ') || text.trim()

function distinct(text: string): string[] {
  const meaningful = meaningfulStems(text)
  return [...new Set(meaningful.length > 0 ? meaningful : stemsOf(text))]
}
