// Words that speak well or ill of something, for questions about mood, praise and complaint. English; ours, and short on purpose.
import { wordsOf } from '../text/words.ts'

const good =
  'good great excellent perfect wonderful amazing awesome love loved lovely like liked nice happy pleased delighted satisfied fast quick ' +
  'friendly helpful best better beautiful brilliant fantastic superb thanks thank recommend enjoy enjoyed fine fair fresh clean correct ' +
  'works worked easy reliable polite kind impressive success successful win won yes fun'
const bad =
  'bad terrible awful horrible poor worst worse hate hated angry annoyed disappointed disappointing late slow broken damaged dirty rude ' +
  'wrong missing lost fail failed fails failure error bug crash crashed refund complaint complain problem problems issue useless waste ' +
  'expensive never unacceptable defective faulty cold boring sad ugly open stolen delayed delay cancel unhappy frustrating scam no cannot'
const goodWords = new Set(good.split(' '))
const badWords = new Set(bad.split(' '))
const turning = new Set([
  'not',
  "don't",
  "doesn't",
  "didn't",
  "isn't",
  "wasn't",
  "won't",
  'never',
  'hardly',
  'without',
  'no',
])

/** From -1, all ill, to 1, all good; 0 where neither is said. A `not` before a word turns it round. */
export function feelingOf(text: string): number {
  const words = wordsOf(text)
  let sum = 0
  let found = 0
  for (const [at, word] of words.entries()) {
    const value = goodWords.has(word) ? 1 : badWords.has(word) ? -1 : 0
    if (value === 0 || (turning.has(word) && at + 1 < words.length && goodWords.has(words[at + 1] ?? ''))) continue
    const isTurned = turning.has(words[at - 1] ?? '') || turning.has(words[at - 2] ?? '')
    sum += isTurned ? -value : value
    found++
  }
  return found === 0 ? 0 : sum / (found + 1)
}

/** What a label asks for: 1 good, -1 ill, 0 neither. */
export function sideOf(label: string): number {
  const words = wordsOf(label)
  const isGood = words.some(
    (word) => goodWords.has(word) || /^(?:positive|praise|satisf|happy|approv|pass|accept)/.test(word),
  )
  const isBad = words.some(
    (word) => badWords.has(word) || /^(?:negative|complain|critic|angr|reject|dissatisf|spam|urgent)/.test(word),
  )
  return isGood === isBad ? 0 : isGood ? 1 : -1
}
