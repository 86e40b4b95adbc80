// The languages of the lexicon, and the rules for plurals of their nouns.
export const lexiconLanguages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'pl'] as const
export type LexiconLanguage = (typeof lexiconLanguages)[number]

const irregularEnglish: Readonly<Record<string, string>> = {
  man: 'men',
  woman: 'women',
  child: 'children',
  fish: 'fish',
  life: 'lives',
}

/** The plural by rule; the noun itself in languages without a simple rule. */
export function regularPlural(noun: string, language: LexiconLanguage): string {
  switch (language) {
    case 'en':
      if (irregularEnglish[noun] !== undefined) return irregularEnglish[noun]
      if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
      return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
    case 'es':
      if (noun.endsWith('z')) return `${noun.slice(0, -1)}ces`
      return /[aeiouéá]$/.test(noun) ? `${noun}s` : `${withoutAccent(noun)}es`
    case 'fr':
      if (/(?:au|eu)$/.test(noun)) return `${noun}x`
      if (noun.endsWith('al')) return `${noun.slice(0, -1)}ux`
      return /[sxz]$/.test(noun) ? noun : `${noun}s`
    case 'it':
      if (/[àèìòù]$/.test(noun)) return noun
      if (noun.endsWith('io')) return noun.slice(0, -1)
      if (noun.endsWith('ca') || noun.endsWith('ga')) return `${noun.slice(0, -1)}he`
      return noun.replace(/(.)$/, (last) => ({ o: 'i', a: 'e', e: 'i' })[last] ?? last)
    case 'pt':
      if (noun.endsWith('ção')) return `${noun.slice(0, -3)}ções`
      if (noun.endsWith('m')) return `${noun.slice(0, -1)}ns`
      if (noun.endsWith('el')) return `${noun.slice(0, -2)}éis`
      if (noun.endsWith('ol')) return `${noun.slice(0, -2)}óis`
      if (noun.endsWith('l')) return `${noun.slice(0, -1)}is`
      return /[rsz]$/.test(noun) ? `${noun}es` : `${noun}s`
    default:
      return noun
  }
}

/** Drops the accent of a last syllable, which is not written when another follows: estación, estaciones. */
function withoutAccent(noun: string): string {
  return noun.replace(/[áéíóú](?=[ns]$)/, (letter) => ({ á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u' })[letter] ?? letter)
}
