// The catalogue of languages: codes, English names, and the features of each (SOURCES 3).
import { baseOf } from '../language-code.ts'

/** Languages that a model is assumed to know unless the operator says otherwise. */
export const commonLanguages =
  'ar bg cs da de el en es et fi fr he hu id it ja ko lt lv nb nl pl pt ro ru sk sl sv th tr uk vi zh'.split(' ')
/** Variants, which are targets only; as sources their base counts. */
export const targetVariants = ['en-GB', 'en-US', 'es-419', 'pt-BR', 'pt-PT', 'zh-Hans', 'zh-Hant']
const formalityTargets = 'de es es-419 fr it ja nl pl pt pt-BR pt-PT ru'.split(' ')
/** Languages of style rules and of translation memories. */
export const styleLanguages = ['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'zh']
/** Languages of glossaries: base codes only. */
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
  /** The BCP 47 code of a target language in any case, or undefined. `EN` and `PT` are kept as they are. */
  target(code: string): string | undefined
  /** True if the first engine of each pair into the target follows the form of address, for every source. */
  hasFormality(target: string): boolean
}
interface Serving {
  readonly sources: readonly string[]
  readonly targets: readonly string[]
  readonly hasFormality: boolean
}

/** Combines what the available engines serve. */
export function createCatalogue(engines: readonly Serving[]): Catalogue {
  const sources = [...new Set(engines.flatMap((engine) => engine.sources))].sort()
  const targets = [...new Set(engines.flatMap((engine) => engine.targets))].sort()
  const find = (codes: readonly string[], code: string) =>
    codes.find((known) => known.toLowerCase() === code.trim().toLowerCase())
  return {
    sources,
    targets,
    source: (code) => find(sources, baseOf(code)),
    target: (code) => find(targets, code),
    hasFormality: (target) =>
      hasFormality(target) &&
      sources.every((source) => {
        const serving = engines.find((one) => one.sources.includes(source) && one.targets.includes(target))
        return serving === undefined || baseOf(target) === source || serving.hasFormality
      }),
  }
}
