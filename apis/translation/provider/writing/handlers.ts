// Rewrites and corrects texts: with the operator's model if there is one; otherwise English with Harper if it was
// added, spelling with the available dictionaries, and everything with the built-in corrections. Only models have
// styles and tones.
import { type Call, type HandlersFor, reply } from '#define'
import { sampleHeaders } from '#provider'
import type { endpoints } from '../../endpoints.ts'
import type { Engine } from '../engines/engine.ts'
import type { EnglishCorrections } from '../engines/harper/harper.ts'
import type { Spelling } from '../engines/hunspell/spelling.ts'
import { badRequest, notSpecified, notSupported } from '../errors.ts'
import { baseOf } from '../language-code.ts'
import type { Catalogue } from '../languages/catalogue.ts'
import type { Detect } from '../languages/detect.ts'
import { charactersIn, type Usage } from '../usage/usage.ts'
import { correct } from './corrections.ts'

interface WritingDeps {
  readonly engines: readonly Engine[]
  readonly catalogue: Catalogue
  readonly detect: Detect
  readonly usage: Usage
  /** Corrections by Harper; undefined if it was not added. */
  readonly english: EnglishCorrections | undefined
  readonly spelling: Spelling
}
interface WritingFields {
  readonly text: readonly string[]
  readonly target_lang?: string | undefined
  readonly writing_style?: string | undefined
  readonly tone?: string | undefined
}

interface Corrected {
  readonly text: string
  readonly label: string | undefined
}

const styles = ['academic', 'business', 'casual', 'simple']
const tones = ['confident', 'diplomatic', 'enthusiastic', 'friendly']
const maxTexts = 50

export function createWritingHandlers(deps: WritingDeps): HandlersFor<typeof endpoints, 'rephrase' | 'correct'> {
  const { engines, catalogue, detect, usage, english, spelling } = deps
  const writer = engines.find(({ improve }) => improve !== undefined)

  /**
   * The corrected text, and the engines that corrected it beside the built-in rules, which write the words of a
   * variant.
   */
  async function corrected(text: string, language: string, call: Call): Promise<Corrected> {
    if (english && baseOf(language) === 'en') {
      const variant = language === 'en-GB' || language === 'en-US' ? language : undefined
      return { text: correct(await english.correct({ text, variant }, call), language), label: 'harper' }
    }
    const spelt = await spelling.correct(text, language, call)
    return { text: correct(spelt?.text ?? text, language), label: spelt?.label }
  }

  async function improve(fields: WritingFields, task: string, call: Call) {
    usage.requirePro()
    const { text: texts, target_lang } = fields
    if (texts.length === 0) throw notSpecified('text')
    if (texts.length > maxTexts) throw badRequest(`Too many texts: at most ${maxTexts} are allowed.`)
    const wanted = target_lang === undefined || target_lang === '' ? undefined : catalogue.target(target_lang)
    const manner = mannerIn(fields, { isPossible: writer !== undefined, language: wanted ?? target_lang })
    if (wanted === undefined && target_lang) throw notSupported('target_lang')
    const characters = texts.reduce((sum, text) => sum + charactersIn(text), 0)
    await usage.require(call, characters)

    const used = new Set<string>(writer ? [writer.label] : [])
    const improvements: { text: string; target_language: string; detected_source_language: string }[] = []
    for (const text of texts) {
      const detected = await detect(text)
      const target = wanted ?? detected
      if (baseOf(target) !== detected)
        throw badRequest(`The text is in ${detected}; target_lang must be the same language or a variant of it.`)
      const options = {
        source: detected,
        target,
        formality: undefined,
        context: undefined,
        instructions: [task, ...manner],
        account: call.account,
        signal: call.signal,
      }
      const [written] = (await writer?.improve?.([text], options)) ?? []
      const own = written === undefined ? await corrected(text, target, call) : undefined
      if (own) used.add(own.label ?? 'sample corrections')
      const improved = written ?? own?.text
      improvements.push({ text: improved ?? text, target_language: target, detected_source_language: detected })
    }
    await usage.add(call, 'write', characters)
    const headers = { 'x-gateway-engine': [...used].join(', '), ...sampleHeaders(used.has('sample corrections')) }
    return reply({ improvements }, { headers })
  }

  return {
    rephrase: ({ body }, call) => improve(body, 'Rewrite it so that it reads well.', call),
    correct: ({ body }, call) => improve(body, 'Correct spelling and grammar, and change nothing else.', call),
  }
}

/**
 * The instructions of style and tone. Unsupported `prefer_` values are ignored; all other unsupported values are
 * refused.
 */
function mannerIn(
  { writing_style, tone }: WritingFields,
  { isPossible, language }: { readonly isPossible: boolean; readonly language: string | undefined },
): string[] {
  const style = choiceIn(writing_style, styles, 'writing_style')
  const mood = choiceIn(tone, tones, 'tone')
  if (style && mood) throw badRequest('Both writing_style and tone defined. Only one can be defined in a request.')
  const chosen = style ?? mood
  if (!chosen) return []
  if (!isPossible && !chosen.isPreferred)
    throw badRequest(
      `Language ${language ?? 'of the text'} does not support setting a ${style ? 'writing style' : 'tone'}.`,
    )
  return isPossible ? [`Use a ${chosen.name} ${style ? 'style' : 'tone'}.`] : []
}

function choiceIn(value: string | undefined, choices: readonly string[], field: string) {
  if (value === undefined || value === '' || value === 'default') return undefined
  const isPreferred = value.startsWith('prefer_')
  const name = isPreferred ? value.slice('prefer_'.length) : value
  if (!choices.includes(name)) throw notSupported(field)
  return { name, isPreferred }
}
