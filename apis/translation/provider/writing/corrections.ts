// The built-in corrections: a few rules of ours that are right whatever the sentence. They are a sample and change
// nothing else.

const misspelt: Readonly<Record<string, string>> = {
  ...{ teh: 'the', recieve: 'receive', recieved: 'received', adress: 'address', seperate: 'separate' },
  ...{ definately: 'definitely', occured: 'occurred', untill: 'until', wich: 'which', becuase: 'because' },
  ...{ alot: 'a lot', thier: 'their', wierd: 'weird', tommorow: 'tomorrow', begining: 'beginning' },
  ...{ beleive: 'believe', enviroment: 'environment', goverment: 'government', neccessary: 'necessary' },
}
const british: readonly (readonly [string, string])[] = [
  ...([
    ['color', 'colour'],
    ['colors', 'colours'],
    ['favorite', 'favourite'],
    ['center', 'centre'],
  ] as const),
  ...([
    ['neighbor', 'neighbour'],
    ['honor', 'honour'],
    ['labor', 'labour'],
    ['theater', 'theatre'],
  ] as const),
  ...([
    ['traveling', 'travelling'],
    ['traveled', 'travelled'],
    ['canceled', 'cancelled'],
    ['gray', 'grey'],
  ] as const),
  ...([
    ['analyze', 'analyse'],
    ['catalog', 'catalogue'],
    ['defense', 'defence'],
    ['aluminum', 'aluminium'],
  ] as const),
]

/** `language` is BCP 47; English has most of the rules. */
export function correct(text: string, language: string): string {
  const base = language.split('-', 1)[0]
  let corrected = text
    // a word twice in a row; names such as "Baden Baden" keep theirs
    .replaceAll(/(?<![\p{L}\p{M}])(\p{Ll}+)([ \t]+)\1(?![\p{L}\p{M}'’-])/gu, (found, word: string) =>
      mayRepeat.has(word) ? found : word,
    )
    .replaceAll(/(?<=\S)[ \t]{2,}(?=\S)/g, ' ')
  if (base !== 'fr') corrected = corrected.replaceAll(/(?<=[\p{L}\p{N}])[ \t]+(?=[,;!?](?:\s|$))/gu, '')
  corrected = corrected.replaceAll(
    /(^|[.!?]\s)(\s*)(\p{Ll})(?=[\p{L}\s])/gu,
    (_found, before: string, space: string, letter: string) => before + space + letter.toUpperCase(),
  )
  return base === 'en' ? inEnglish(corrected, language) : corrected
}

/** Words that follow themselves in correct sentences. */
const mayRepeat = new Set([
  'that',
  'had',
  'very',
  'is',
  'die',
  'der',
  'das',
  'sie',
  'nous',
  'vous',
  'was',
  'bye',
  'no',
  'ha',
])

function inEnglish(text: string, language: string): string {
  const replaced = text
    .replaceAll(/\p{L}+/gu, (word) => like(word, misspelt[word.toLowerCase()] ?? word))
    .replaceAll(/\bi(?=\b(?!\.)|['’])/g, 'I')
    .replaceAll(/\b([Cc]ould|[Ss]hould|[Ww]ould|[Mm]ust) of\b/g, '$1 have')
    .replaceAll(/\b(We|They|You|we|they|you) was\b/g, '$1 were')
    .replaceAll(/\b([Aa]) (?=[aeio]\p{L})/gu, (_found, article: string) => `${article}n `)
  const variants =
    language === 'en-GB' ? british : language === 'en-US' ? british.map(([us, gb]) => [gb, us] as const) : []
  const spellings = new Map(variants)
  return spellings.size === 0
    ? replaced
    : replaced.replaceAll(/\p{L}+/gu, (word) => like(word, spellings.get(word.toLowerCase()) ?? word))
}

/** With the capital of the word that it replaces. */
function like(word: string, replacement: string): string {
  if (word === replacement || !/^\p{Lu}/u.test(word)) return replacement
  return replacement[0]?.toUpperCase() + replacement.slice(1)
}
