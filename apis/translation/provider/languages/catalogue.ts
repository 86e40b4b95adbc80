// The languages that can be served: codes, English names, and what can be done in each (SOURCES 3).
import { baseOf } from '../language-code.ts'

/** Languages that a model is taken to know unless the operator says otherwise. */
export const commonLanguages =
  'ar bg cs da de el en es et fi fr he hu id it ja ko lt lv nb nl pl pt ro ru sk sl sv th tr uk vi zh'.split(' ')
/** Targets only; as sources their base counts. */
export const targetVariants = ['en-GB', 'en-US', 'es-419', 'pt-BR', 'pt-PT', 'zh-Hans', 'zh-Hant']
const formalityTargets = 'de es es-419 fr it ja nl pl pt pt-BR pt-PT ru'.split(' ')
/** Of style rules and of translation memories. */
export const styleLanguages = ['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'zh']
/** Of glossaries: base codes only. */
export const glossaryLanguages = commonLanguages

const ownNames: Readonly<Record<string, string>> = {
  'en-GB': 'English (British)',
  'en-US': 'English (American)',
  'es-419': 'Spanish (Latin American)',
  nb: 'Norwegian (bokmål)',
  'pt-BR': 'Portuguese (Brazilian)',
  'pt-PT': 'Portuguese (European)',
  zh: 'Chinese',
  'zh-Hans': 'Chinese (simplified)',
  'zh-Hant': 'Chinese (traditional)',
}
const englishNames = new Intl.DisplayNames(['en'], { type: 'language' })

export function nameOf(language: string): string {
  return ownNames[language] ?? englishNames.of(language) ?? language
}

export const hasFormality = (target: string) => formalityTargets.includes(target)
export const hasStyleRules = (target: string) => styleLanguages.includes(baseOf(target))

export interface Catalogue {
  readonly sources: readonly string[]
  readonly targets: readonly string[]
  /** The BCP 47 code of a source language in any case, or undefined. */
  source(code: string): string | undefined
  /** The BCP 47 code of a target language in any case, or undefined. `EN` and `PT` stay themselves. */
  target(code: string): string | undefined
}

/** What the engines that are present serve between them. */
export function createCatalogue(engines: readonly Pick<Catalogue, 'sources' | 'targets'>[]): Catalogue {
  const sources = [...new Set(engines.flatMap((engine) => engine.sources))].sort()
  const targets = [...new Set(engines.flatMap((engine) => engine.targets))].sort()
  const find = (codes: readonly string[], code: string) =>
    codes.find((known) => known.toLowerCase() === code.trim().toLowerCase())
  return { sources, targets, source: (code) => find(sources, baseOf(code)), target: (code) => find(targets, code) }
}
