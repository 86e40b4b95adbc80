// chrF2 (Popović, "chrF: character n-gram F-score for automatic MT evaluation", 2015): the similarity of translations
// to references.
import { present } from '#define/present'

const longestGram = 6
const beta = 2

/** The chrF2 of a corpus, 0 to 100: precision and recall of character n-grams of 1 to 6, without white space. */
export function chrf2(hypotheses: readonly string[], references: readonly string[]): number {
  let sum = 0
  for (let size = 1; size <= longestGram; size++) {
    let [shared, ours, theirs] = [0, 0, 0]
    for (const [index, hypothesis] of hypotheses.entries()) {
      const [a, b] = [gramsOf(hypothesis, size), gramsOf(present(references[index]), size)]
      for (const [gram, count] of a) {
        shared += Math.min(count, b.get(gram) ?? 0)
        ours += count
      }
      for (const count of b.values()) theirs += count
    }
    const [precision, recall] = [shared / Math.max(1, ours), shared / Math.max(1, theirs)]
    if (shared > 0) sum += ((1 + beta ** 2) * precision * recall) / (beta ** 2 * precision + recall)
  }
  return (100 * sum) / longestGram
}

function gramsOf(text: string, size: number): Map<string, number> {
  const characters = [...text.replaceAll(/\s+/g, '')]
  const counts = new Map<string, number>()
  for (let at = 0; at + size <= characters.length; at++) {
    const gram = characters.slice(at, at + size).join('')
    counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  return counts
}
