// Detects the language of a text: short texts by the words of the lexicon, all others by n-grams (`eld`).
import { type Lexicon, type LexiconLanguage, lexiconKey, lexiconLanguages } from '../../seed/lexicon.ts'

/** Returns a base language code; `en` if nothing is recognised. */
export type Detect = (text: string) => Promise<string>

/** Length of the beginning that is examined of a longer text. */
const judgedCharacters = 2000
/** Number of words up to which the lexicon is the better judge. */
const fewWords = 6

export function createDetector(lexicon: Lexicon): Detect {
  return async (text) => {
    const words = Array.from(lexiconKey(text.slice(0, judgedCharacters)).matchAll(/[\p{L}\p{M}]+/gu), ([word]) => word)
    if (words.length === 0) return 'en'
    const known = coverage(words, lexicon)
    const [best, second] = known
    if (best && words.length <= fewWords && best.share >= 0.5 && best.share > (second?.share ?? 0)) return best.language
    // loaded on first use, which takes 100 MB and a third of a second
    const { eld } = await import('eld/medium')
    const detected = eld.detect(text.slice(0, judgedCharacters)).language
    if (best && words.length <= fewWords && best.share >= 0.5) {
      const tied = known.filter(({ share }) => share === best.share)
      return tied.find(({ language }) => language === detected)?.language ?? best.language
    }
    if (detected === '') return best && best.share > 0 ? best.language : 'en'
    return detected === 'no' ? 'nb' : detected
  }
}

function coverage(words: readonly string[], lexicon: Lexicon): { language: LexiconLanguage; share: number }[] {
  return lexiconLanguages
    .map((language) => {
      const column = lexicon.words(language)
      return { language, share: words.filter((word) => column.has(word)).length / words.length }
    })
    .sort((a, b) => b.share - a.share)
}
