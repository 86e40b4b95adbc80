// Serves translations of texts.

import { type Call, type HandlersFor, reply } from '#define'
import { present } from '#define/present'
import { createPacer, sampleHeaders } from '#provider'
import type { endpoints } from '../../endpoints.ts'
import type { Engine } from '../engines/engine.ts'
import { badRequest, notSpecified, tooLarge } from '../errors.ts'
import { baseOf } from '../language-code.ts'
import type { Catalogue } from '../languages/catalogue.ts'
import { charactersIn, type Usage } from '../usage/usage.ts'
import type { FindAssets } from './assets.ts'
import { instructionsIn, languagesIn, modelTypeIn, requireReportingTag, splittingIn, tagsIn } from './fields.ts'
import type { TranslatedText, Translator } from './translator.ts'

interface TextDeps {
  readonly translator: Translator
  readonly catalogue: Catalogue
  readonly findAssets: FindAssets
  readonly usage: Usage
}

const maxTexts = 50
const maxCharacters = 128 * 1024
const instructedTargets = ['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'zh']

export function createTextHandlers(deps: TextDeps): HandlersFor<typeof endpoints, 'translate'> {
  const { translator, catalogue, findAssets, usage } = deps
  return {
    async translate({ body, 'X-DeepL-Reporting-Tag': reportingTag }, call: Call) {
      requireReportingTag(reportingTag)
      const { text: texts } = body
      if (texts.length === 0) throw notSpecified('text')
      if (texts.length > maxTexts) throw badRequest(`Too many texts: at most ${maxTexts} are allowed.`)
      const languages = languagesIn(body, catalogue)
      const tags = tagsIn(body)
      const modelType = modelTypeIn(body)
      const custom = instructionsIn(body.custom_instructions)
      if (custom.length > 0 && !instructedTargets.includes(baseOf(languages.target)))
        throw badRequest(`Target language '${languages.target}' doesn't support custom_instructions.`)
      const counts = texts.map(charactersIn)
      const characters = counts.reduce((sum, count) => sum + count, 0)
      if (characters > maxCharacters) throw tooLarge('The request exceeds the size limit.')
      await usage.require(call, characters)

      const { instructions, ...assets } = await findAssets(body, languages, call)
      const request = {
        ...languages,
        ...assets,
        instructions: [...instructions, ...custom],
        splitting: splittingIn(body, tags),
        tags,
        context: body.context,
        account: call.account,
        signal: call.signal,
      }
      const translated: TranslatedText[] = []
      const pause = createPacer()
      for (const text of texts) {
        translated.push(await translator.translate(text, request))
        await pause()
      }
      await usage.add(call, 'translate', characters)
      const translations = translated.map(({ text, source }, index) => ({
        detected_source_language: source.toUpperCase(),
        text,
        ...(body.show_billed_characters ? { billed_characters: present(counts[index]) } : {}),
        ...(modelType === undefined ? {} : { model_type_used: modelType }),
        ...(tags ? { tag_handling_version: tags.version } : {}),
      }))
      return reply({ translations }, { headers: engineHeaders(translated.map(({ engine }) => engine)) })
    },
  }
}

/** Headers that name the engines that answered, and mark results of the sample and rough ones. */
export function engineHeaders(
  engines: readonly (Pick<Engine, 'label' | 'isSample' | 'isRough'> | undefined)[],
): Record<string, string> {
  const present = [...new Set(engines.filter((engine) => engine !== undefined))]
  if (present.length === 0) return {}
  return {
    'x-gateway-engine': present.map(({ label }) => label).join(', '),
    ...sampleHeaders(present.some(({ isSample }) => isSample)),
    ...(present.some(({ isRough }) => isRough) ? { 'x-gateway-quality': 'rough' } : {}),
  }
}
