// One example call per endpoint, by topic. Ids, names and texts are invented; nothing here is a response of the
// provider.
import type { Examples } from '#define'
import { documentExamples } from './examples/documents.ts'
import { glossaryExamples, glossaryV2Examples } from './examples/glossaries.ts'
import { languageExamples, spokenTermExamples } from './examples/languages.ts'
import { styleRuleExamples } from './examples/style-rules.ts'
import { textExamples, usageExamples, writingExamples } from './examples/text.ts'
import { translationMemoryExamples } from './examples/translation-memories.ts'
import { voiceExamples } from './examples/voice.ts'

export const examples: Examples = {
  ...textExamples,
  ...documentExamples,
  ...glossaryExamples,
  ...glossaryV2Examples,
  ...writingExamples,
  ...usageExamples,
  ...spokenTermExamples,
  ...languageExamples,
  ...translationMemoryExamples,
  ...styleRuleExamples,
  ...voiceExamples,
}
