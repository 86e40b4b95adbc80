// Articles of the sample engine: recognised in the source, chosen by gender, number and sound in the target.
import type { LexiconLanguage, NounMatch } from '../../seed/lexicon.ts'

type Article = 'definite' | 'indefinite'

const definite: Partial<Record<LexiconLanguage, string>> = {
  en: 'the',
  de: 'der die das den dem des',
  es: 'el la los las',
  fr: "le la les l'",
  it: "il lo la i gli le l'",
  nl: 'de het',
  pt: 'o a os as',
}
const indefinite: Partial<Record<LexiconLanguage, string>> = {
  en: 'a an',
  de: 'ein eine einen einem einer',
  es: 'un una',
  fr: 'un une',
  it: "un uno una un'",
  nl: 'een',
  pt: 'um uma',
}

export function articleKind(word: string, language: LexiconLanguage): Article | undefined {
  if (definite[language]?.split(' ').includes(word)) return 'definite'
  return indefinite[language]?.split(' ').includes(word) ? 'indefinite' : undefined
}

/** The article before the given word; empty in languages without articles. An elided article ends in an apostrophe. */
export function articleFor(
  kind: Article,
  language: LexiconLanguage,
  { match, next }: { readonly match: NounMatch | undefined; readonly next: string },
): string {
  const gender = match?.noun.gender ?? 'm'
  const plural = match?.isPlural ?? false
  const beforeVowel = /^[aeiouàâéèêëîïôöûüœh]/i.test(next)
  if (kind === 'definite')
    switch (language) {
      case 'en':
        return 'the'
      case 'de':
        return plural ? 'die' : { m: 'der', f: 'die', n: 'das', c: 'der' }[gender]
      case 'es':
        return gender === 'f' ? (plural ? 'las' : 'la') : plural ? 'los' : 'el'
      case 'fr':
        if (plural) return 'les'
        return beforeVowel ? "l'" : gender === 'f' ? 'la' : 'le'
      case 'it':
        return italianDefinite({ isFeminine: gender === 'f', plural, next })
      case 'nl':
        return gender === 'n' && !plural ? 'het' : 'de'
      case 'pt':
        return gender === 'f' ? (plural ? 'as' : 'a') : plural ? 'os' : 'o'
      default:
        return ''
    }
  if (plural) return language === 'fr' ? 'des' : ''
  const feminine = gender === 'f'
  switch (language) {
    case 'en':
      return /^[aeiou]/i.test(next) ? 'an' : 'a'
    case 'de':
      return feminine ? 'eine' : 'ein'
    case 'es':
      return feminine ? 'una' : 'un'
    case 'fr':
      return feminine ? 'une' : 'un'
    case 'it':
      return feminine ? (/^[aeiou]/i.test(next) ? "un'" : 'una') : isHeavy(next) ? 'uno' : 'un'
    case 'nl':
      return 'een'
    case 'pt':
      return feminine ? 'uma' : 'um'
    default:
      return ''
  }
}

/** True for Italian words that begin with z, ps, gn, or s and a consonant. */
const isHeavy = (word: string) => /^(?:z|ps|gn|s[^aeiou])/i.test(word)

function italianDefinite({
  isFeminine,
  plural,
  next,
}: {
  readonly isFeminine: boolean
  readonly plural: boolean
  readonly next: string
}): string {
  const vowel = /^[aeiou]/i.test(next)
  if (isFeminine) return plural ? 'le' : vowel ? "l'" : 'la'
  if (plural) return vowel || isHeavy(next) ? 'gli' : 'i'
  return vowel ? "l'" : isHeavy(next) ? 'lo' : 'il'
}
