// Extracts the words that describe the subject of a text, in one form for all inflections and synonyms.
import { stemmer } from 'stemmer'

const functionWords = new Set(
  (
    'a an and any are as at be been by can could do does did for from get give had has have how i if in into is it its ' +
    'let like ll make many me much my need of on one or our out please s shall she he should show so some somebody t tell ' +
    'than that the their them then there these they this to up us ve want was we were what when where which who whose ' +
    'will with would you your exist such other not now just still use used using look lookup'
  ).split(' '),
)

/** Lines of synonyms in the questions of callers. */
const synonyms = [
  'delete remove erase drop',
  'create add new start',
  'update change edit modify rename',
  'convert conversion exchange',
  'tv television telly',
  'email mail mailbox newsletter',
  'phone telephone mobile',
  'picture image photo jpg',
  'price cost worth',
  'holiday holidays vacation',
  'synonym synonyms thesaurus',
  'money spending spent expense',
  'receipt invoice bill',
  'fix correct',
  'llm ai gpt model',
  'state status progress',
  'download save export',
  'colour color',
  'backdrop background behind',
  'coin flip toss',
  'roll throw dice d20',
  'postcode zip',
  'bank institution',
  'song track music',
  'film movie video clip',
  'verify validate check genuine valid',
  'voice speech speak spoken aloud',
  'author writer wrote written novelist',
  'search google internet web find',
  'docx document file pdf',
  'watch stream demand',
  'air broadcast shown',
  'upcoming next coming soon',
  'supported available possible covered',
  'clean normalise normalize standardise',
  'autofill autocomplete complete suggest',
  'category recategorise categorise categorize',
  'history historical past earlier',
  'player athlete squad roster',
  'house home premise address',
  'near close nearby position gps latitude',
  'payment purchase transaction order',
  'token key password secret',
  'cancel stop abort',
  'below under beneath',
  'web online',
  'lose lost loss',
  'win won',
  'buy bought',
  'sell sold',
  'pay paid',
  'child children kid',
  'person people',
]
/** Words that are also written as two. */
const compounds = new Set(
  ['bestseller', 'timezone', 'playlist', 'postcode', 'filename', 'username', 'cutout', 'database'].map((word) =>
    stemmer(word),
  ),
)
const formOf = new Map<string, string>()
for (const line of synonyms) {
  const [first = '', ...others] = line.split(' ').map((word) => stemmer(word))
  for (const other of others) formOf.set(other, first)
}

/**
 * Returns the words in the order of the text, with repetitions. Neighbours count joined as well, because people write
 * "bestseller" and "time zone" either way.
 */
export function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const pairs = words.flatMap((word, at) => {
    const next = words[at + 1]
    const joined = next === undefined ? word : word + next
    return compounds.has(stemmer(joined)) ? [joined] : []
  })
  return [...words.filter((word) => !functionWords.has(word)), ...pairs].map(formOfWord)
}

/** Returns one form for all inflections of a word and its synonyms here. */
export function formOfWord(word: string): string {
  const stem = stemmer(word)
  return formOf.get(stem) ?? stem
}
