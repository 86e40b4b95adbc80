// The built-in corrections: our own few rules, which hold in any sentence. They are a sample and change nothing else.

const pairsIn = (list: string) =>
  list.split(', ').map((pair): [string, string] => [pair.replace(/ .*/, ''), pair.replace(/^\S+ /, '')])
const misspelt = new Map(
  pairsIn(
    'teh the, recieve receive, recieved received, adress address, seperate separate, definately definitely, ' +
      'occured occurred, untill until, wich which, becuase because, alot a lot, thier their, wierd weird, ' +
      'tommorow tomorrow, begining beginning, beleive believe, enviroment environment, goverment government, ' +
      'neccessary necessary',
  ),
)
/** American spellings with the British ones. */
const variants = pairsIn(
  'color colour, colors colours, favorite favourite, center centre, neighbor neighbour, honor honour, labor labour, ' +
    'theater theatre, traveling travelling, traveled travelled, canceled cancelled, gray grey, analyze analyse, ' +
    'catalog catalogue, defense defence, aluminum aluminium',
)

/** Corrects a text. `language` is BCP 47; most rules are for English. */
export function correct(text: string, language: string): string {
  const base = language.split('-', 1)[0]
  let corrected = text
    // a repeated word; names such as "Baden Baden" stay
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

/** Words that may repeat in correct sentences. */
const mayRepeat = new Set('that had very is die der das sie nous vous was bye no ha'.split(' '))

function inEnglish(text: string, language: string): string {
  const replaced = text
    .replaceAll(/\p{L}+/gu, (word) => like(word, misspelt.get(word.toLowerCase()) ?? word))
    .replaceAll(/\bi(?=\b(?!\.)|['’])/g, 'I')
    .replaceAll(/\b([Cc]ould|[Ss]hould|[Ww]ould|[Mm]ust) of\b/g, '$1 have')
    .replaceAll(/\b(We|They|You|we|they|you) was\b/g, '$1 were')
    .replaceAll(/\b([Aa]) (?=[aeio]\p{L})/gu, (_found, article: string) => `${article}n `)
  const spellings = new Map(
    language === 'en-GB' ? variants : language === 'en-US' ? variants.map(([us, gb]) => [gb, us]) : [],
  )
  return spellings.size === 0
    ? replaced
    : replaced.replaceAll(/\p{L}+/gu, (word) => like(word, spellings.get(word.toLowerCase()) ?? word))
}

/** The replacement with the capital of the replaced word. */
function like(word: string, replacement: string): string {
  if (word === replacement || !/^\p{Lu}/u.test(word)) return replacement
  return replacement[0]?.toUpperCase() + replacement.slice(1)
}
