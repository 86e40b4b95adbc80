import { foldedAddress, spelledInPairs } from './folding.ts'
import { foldedState } from './states.ts'

/** The provider's answer to a question: yes, no, or not applicable because it could not be assessed. */
export type Judgement = 'Y' | 'N' | 'NA'

/** Returns `Y` or `N`; `NA` for undefined. */
export function judged(value: boolean | undefined): Judgement {
  if (value === undefined) return 'NA'
  return value ? 'Y' : 'N'
}

/** Compares two strings without regard to case, accents, blanks and punctuation; `NA` unless both are present. */
export function judgeEqual(a: string | undefined, b: string | undefined): Judgement {
  return judgeFolded(a, b, foldedAddress)
}

/** Compares the names of two cities, of which one can abbreviate `Saint`, `Fort` or `Mount`. */
export function judgeCities(a: string | undefined, b: string | undefined): Judgement {
  return judgeFolded(a, b, (city) =>
    foldedAddress(
      city.replace(/\b(?:st|ft|mt)\b\.?(?=[ -])/gi, (word) => longCity[word.slice(0, 2).toLowerCase()] ?? word),
    ),
  )
}
const longCity: Readonly<Record<string, string>> = { st: 'saint', ft: 'fort', mt: 'mount' }

/** Compares two states of a country, each by its name or its letters. */
export function judgeStates(a: string | undefined, b: string | undefined, country: string | undefined): Judgement {
  return judgeFolded(a, b, (state) => foldedState(state, country))
}

/** Compares two postal codes of a country, either of which can lack what it may lack there. */
export function judgePostalCodes(a: string | undefined, b: string | undefined, country: string | undefined): Judgement {
  const short = (code: string) => {
    // ZIP+4, and the country's own letters that Germans and Swiss wrote before the number
    if (country === 'US') return foldedAddress(code.replace(/^(\d{5})-?\d{4}$/, '$1'))
    return foldedAddress(code.replace(/^[A-Z]{1,3}-(?=\d{4,5}$)/i, ''))
  }
  return judgeFolded(a?.trim(), b?.trim(), short)
}

function judgeFolded(a: string | undefined, b: string | undefined, fold: (text: string) => string): Judgement {
  if (a === undefined || b === undefined) return 'NA'
  return judged(fold(a) === fold(b) || fold(spelledInPairs(a)) === fold(spelledInPairs(b)))
}
