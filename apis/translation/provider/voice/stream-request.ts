// Reads the request of a voice stream: languages, formats, glossary, terms and the voice of a translation.
import type { Call, HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { badRequest, forbidden, notSupported } from '../errors.ts'
import { baseOf } from '../language-code.ts'
import type { Catalogue } from '../languages/catalogue.ts'
import type { FindTerms } from '../spoken/handlers.ts'
import type { FindAssets } from '../text/assets.ts'
import type { Translator } from '../text/translator.ts'
import { mediaFormatIn } from './audio.ts'
import type { AudioCodecs } from './codecs.ts'
import type { Speaker, SpeechEngine } from './speech.ts'
import type { SpokenRequest, StreamRequest } from './streams.ts'
import { targetTypeIn } from './target-media.ts'

type OpenFields = Parameters<HandlersFor<typeof endpoints, 'openVoice'>['openVoice']>[0]['body']

export interface StreamRequestDeps {
  /** The installed engines. */
  readonly engines: readonly SpeechEngine[]
  readonly speakers: readonly Speaker[]
  readonly codecs: AudioCodecs | undefined
  readonly translator: Translator
  readonly catalogue: Catalogue
  readonly findAssets: FindAssets
  readonly findTerms: FindTerms
}

const mostTargets = 5

/** Creates the reader, which throws 400, 403 or 404 for unavailable options. */
export function createReadStreamRequest(
  deps: StreamRequestDeps,
): (body: OpenFields, call: Call) => Promise<StreamRequest> {
  const { engines, speakers, codecs, translator, catalogue, findAssets, findTerms } = deps

  function sourceIn(code: string | null | undefined): string {
    const source = code ? baseOf(code).toLowerCase() : engines[0]?.languages[0]
    if (source === undefined || !engines.some(({ languages }) => languages.includes(source)))
      throw notSupported('source_language')
    return source
  }

  async function requestIn(body: OpenFields, call: Call): Promise<StreamRequest> {
    const { message_format: format = 'json', target_languages = [] } = body
    if (format !== 'json' && format !== 'msgpack') throw notSupported('message_format')
    if (!['auto', 'fixed', undefined].includes(body.source_language_mode)) throw notSupported('source_language_mode')
    const source = sourceIn(body.source_language)
    const spoken = spokenIn(body)
    const targets = [...new Set([...target_languages.map(targetIn), ...(spoken ? [spoken.language] : [])])]
    if (target_languages.length > mostTargets || targets.length > mostTargets)
      throw badRequest(`At most ${mostTargets} target_languages.`)
    for (const target of targets) if (baseOf(target) !== source) translator.engineFor(source, target)
    const { glossary_id: glossary, spoken_terms_id: terms } = body
    if (glossary) await requireGlossary(glossary, { source, targets, call })
    return {
      format,
      source,
      targets,
      spoken,
      glossary: glossary || undefined,
      audio: mediaFormatIn(body.source_media_content_type, codecs !== undefined),
      formality: formalityIn(body.formality),
      terms: terms ? await findTerms(call.account, terms, source) : [],
    }
  }

  /** The requested speech; its language becomes a target if it is not one already. */
  function spokenIn(body: OpenFields): SpokenRequest | undefined {
    const { target_media_languages: [code, ...others] = [], target_media_voice: voice = 'female' } = body
    if (code === undefined) return undefined
    if (others.length > 0) throw badRequest('At most one of target_media_languages.')
    const language = targetIn(code)
    if (!speakers.some(({ languages }) => languages.includes(baseOf(language))))
      throw forbidden(
        `Translated speech in ${code} is not available: nothing here speaks it. Leave out target_media_languages.`,
      )
    if (voice !== 'female' && voice !== 'male') throw notSupported('target_media_voice')
    return { language, voice, contentType: targetTypeIn(body.target_media_content_type, codecs !== undefined) }
  }

  function targetIn(code: string): string {
    const target = catalogue.target(code)
    if (target === undefined) throw notSupported('target_languages')
    return target
  }

  /** Requires a dictionary for at least one target; the glossary serves those that have one. */
  async function requireGlossary(
    glossary_id: string,
    { source, targets, call }: { readonly source: string; readonly targets: readonly string[]; readonly call: Call },
  ): Promise<void> {
    let first: unknown
    for (const target of targets) {
      try {
        await findAssets({ glossary_id }, { source, target, formality: undefined }, call)
        return
      } catch (error) {
        first ??= error
      }
    }
    if (first) throw first
  }

  return requestIn
}

/** The formality of all targets of a stream; targets without one ignore it. */
function formalityIn(formality: string | undefined): StreamRequest['formality'] {
  if (formality === undefined || formality === 'default') return undefined
  if (formality === 'formal' || formality === 'more') return 'formal'
  if (formality === 'informal' || formality === 'less') return 'informal'
  throw notSupported('formality')
}
