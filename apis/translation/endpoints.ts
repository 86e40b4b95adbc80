// All endpoints, in the order of the provider's documentation; those marked `beyond` come last in their topic.
import { documents } from './endpoints/documents.ts'
import { glossaries } from './endpoints/glossaries.ts'
import { glossariesV2 } from './endpoints/glossaries-v2.ts'
import { languages } from './endpoints/languages.ts'
import { spokenTerms } from './endpoints/spoken-terms.ts'
import { styleRules } from './endpoints/style-rules.ts'
import { text } from './endpoints/text.ts'
import { translationMemories } from './endpoints/translation-memories.ts'
import { usage } from './endpoints/usage.ts'
import { voice, voiceSockets } from './endpoints/voice.ts'
import { writing } from './endpoints/writing.ts'

export const endpoints = {
  ...text,
  ...documents,
  ...glossaries,
  ...glossariesV2,
  ...writing,
  ...usage,
  ...spokenTerms,
  ...languages,
  ...translationMemories,
  ...styleRules,
  ...voice,
}

export const sockets = voiceSockets
