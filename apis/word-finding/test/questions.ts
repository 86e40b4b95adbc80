// Questions as people ask them, and the words that answer them. Weights are chosen with `chosen-with` and `tuning`,
// which was written before the definitions in plain words; `held-out` and `unseen` judge the search, and nothing is
// chosen by them. The misses of these two are not to be read; no answer of `unseen` is among those of `chosen-with`,
// and none of `tuning` is among those of `held-out` and `unseen`.
import { readFileSync } from 'node:fs'

interface Question {
  readonly text: string
  readonly answers: readonly string[]
}
interface Found {
  readonly first: number
  readonly amongFive: number
  /** Questions without an answer among the first five, with what came instead. */
  readonly missed: readonly string[]
}

export const questionSets = ['chosen-with', 'tuning', 'held-out', 'unseen'] as const

export function readQuestions(set: (typeof questionSets)[number]): Question[] {
  const text = readFileSync(new URL(`questions/${set}.tsv`, import.meta.url), 'utf8')
  return text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const [question = '', answers = ''] = line.split('\t')
      return { text: question, answers: answers.split(',') }
    })
}

/** Asks each question; `words` returns the words of a call, best first. */
export async function judge(
  questions: readonly Question[],
  words: (path: string) => Promise<readonly string[]>,
): Promise<Found> {
  let [first, amongFive] = [0, 0]
  const missed: string[] = []
  for (const { text, answers } of questions) {
    const five = (await words(`/words?max=5&ml=${encodeURIComponent(text)}`)).slice(0, 5)
    if (answers.includes(five[0] ?? '')) first++
    if (five.some((word) => answers.includes(word))) amongFive++
    else missed.push(`${text} (${answers.join(', ')}): ${five.join(', ')}`)
  }
  return { first, amongFive, missed }
}
