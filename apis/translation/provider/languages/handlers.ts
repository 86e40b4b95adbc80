// Lists the served languages and the features of each, as far as the available engines support them.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { badRequest } from '../errors.ts'
import { baseOf } from '../language-code.ts'
import { type Catalogue, glossaryLanguages, hasStyleRules, nameOf, styleLanguages } from './catalogue.ts'

type LanguageHandlers = HandlersFor<typeof endpoints, 'languageResources' | 'languages' | 'languagesV2'>
interface Feature {
  readonly name: string
  readonly side: 'source' | 'target' | 'both'
  readonly has: (language: string) => boolean
}

const always = () => true
const isGlossaryLanguage = (language: string) => glossaryLanguages.includes(baseOf(language))
const isStyleLanguage = (language: string) => styleLanguages.includes(baseOf(language))

export function createLanguageHandlers(
  catalogue: Catalogue,
  engine: {
    readonly followsInstructions: boolean
    /** Base languages of speech recognition, and those of spoken output. */
    readonly spoken: readonly string[]
    readonly said: readonly string[]
  },
): LanguageHandlers {
  const glossary: Feature = { name: 'glossary', side: 'both', has: isGlossaryLanguage }
  const formality: Feature = { name: 'formality', side: 'target', has: catalogue.hasFormality }
  const memory: Feature = { name: 'translation_memory', side: 'both', has: isStyleLanguage }
  // without an engine that follows them, style rules are stored but have no effect
  const style: Feature[] = engine.followsInstructions
    ? [{ name: 'style_rules', side: 'target', has: hasStyleRules }]
    : []
  const transcription: Feature = { name: 'transcription', side: 'source', has: always }
  const speech: Feature[] =
    engine.said.length > 0
      ? [{ name: 'translated_speech', side: 'target', has: (language) => engine.said.includes(baseOf(language)) }]
      : []
  const detection: Feature = { name: 'auto_detection', side: 'source', has: always }
  const tags: Feature = { name: 'tag_handling', side: 'both', has: always }
  const written: Feature[] = engine.followsInstructions
    ? ['tone', 'writing_style'].map((name) => ({ name, side: 'target', has: always }))
    : []
  const isOfVoice = (language: string) =>
    engine.spoken.length > 0 && (engine.spoken.includes(language) || catalogue.targets.includes(language))
  const resources: Readonly<Record<string, { features: readonly Feature[]; has: (language: string) => boolean }>> = {
    translate_text: { features: [detection, tags, formality, glossary, ...style, memory], has: always },
    translate_document: { features: [detection, formality, glossary, ...style, memory], has: always },
    write: { features: [detection, ...written], has: always },
    glossary: { features: [], has: (language) => isGlossaryLanguage(language) && !language.includes('-') },
    style_rules: { features: [], has: (language) => styleLanguages.includes(language) },
    translation_memory: { features: [], has: isStyleLanguage },
    // sources are the recognised languages, targets whatever they are translated into
    voice: {
      features: engine.spoken.length > 0 ? [transcription, ...speech, formality, glossary] : [],
      has: isOfVoice,
    },
  }
  const all = [...new Set([...catalogue.sources, ...catalogue.targets])].sort()

  return {
    languageResources: () =>
      Object.entries(resources).map(([name, { features }]) => ({
        name,
        features: features.map((feature) => ({
          name: feature.name,
          ...(feature.side === 'target' ? {} : { needs_source_support: true }),
          ...(feature.side === 'source' ? {} : { needs_target_support: true }),
        })),
      })),
    languages({ resource }) {
      const asked = Object.hasOwn(resources, resource) ? resources[resource] : undefined
      if (!asked) throw badRequest('Missing or invalid argument: resource')
      return all.filter(asked.has).map((lang) => {
        const isSource = (resource === 'voice' ? engine.spoken : catalogue.sources).includes(lang)
        const isTarget = catalogue.targets.includes(lang)
        const features = asked.features.filter(
          ({ side, has }) => has(lang) && (side === 'both' || (side === 'source' ? isSource : isTarget)),
        )
        return {
          lang,
          name: nameOf(lang),
          usable_as_source: isSource,
          usable_as_target: isTarget,
          status: 'stable' as const,
          features: Object.fromEntries(features.map(({ name }) => [name, { status: 'stable' as const }])),
        }
      })
    },
    languagesV2: ({ type }) =>
      type === 'source'
        ? catalogue.sources.map((language) => ({ language: language.toUpperCase(), name: nameOf(language) }))
        : catalogue.targets
            // the provider lists their variants instead
            .filter((language) => language !== 'en' && language !== 'pt')
            .map((language) => ({
              language: language.toUpperCase(),
              name: nameOf(language),
              supports_formality: catalogue.hasFormality(language),
            })),
  }
}
