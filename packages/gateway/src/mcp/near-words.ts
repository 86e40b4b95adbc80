// Words of the declarations that are written almost like a word of a query that none of them has: other inflections
// than the stemmer knows ("fraudulent", "footballer"), and a letter that is wrong, missing, too many or exchanged.

export interface NearWords {
  of(word: string): readonly string[]
}

/** A longer word than this is no word. */
const maxLength = 30
const leastLength = 4

export function createNearWords(vocabulary: Iterable<string>): NearWords {
  const byStart = new Map<string, string[]>()
  for (const word of vocabulary) {
    if (word.length < leastLength || word.length > maxLength) continue
    const start = word.slice(0, 2)
    const alike = byStart.get(start)
    if (alike) alike.push(word)
    else byStart.set(start, [word])
  }
  return {
    of(word) {
      if (word.length < leastLength || word.length > maxLength || /\d/.test(word)) return []
      return (byStart.get(word.slice(0, 2)) ?? []).filter((one) => sharesStem(word, one) || isTypoOf(word, one))
    },
  }
}

function sharesStem(a: string, b: string): boolean {
  const shared = sharedLength(a, b)
  return shared >= 5 && shared >= 0.8 * Math.min(a.length, b.length) && shared >= 0.5 * Math.max(a.length, b.length)
}

function sharedLength(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

/** Whether one change of a letter makes one of the other. */
function isTypoOf(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 5 || Math.abs(a.length - b.length) > 1) return false
  const at = sharedLength(a, b)
  const [restA, restB] = [a.slice(at), b.slice(at)]
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
}
