// Voice streams: a session is asked for and carried on over a WebSocket. Without a speech engine each call says that
// there is none. Translations are spoken where a voice for their language is installed.
import { type Call, type HandlersFor, refuse, reply, type SocketHandler } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { badRequest, forbidden, notSupported } from '../errors.ts'
import { baseOf } from '../language-code.ts'
import { type Catalogue, hasFormality } from '../languages/catalogue.ts'
import type { FindTerms } from '../spoken/handlers.ts'
import type { FindAssets } from '../text/assets.ts'
import { requireReportingTag } from '../text/fields.ts'
import { engineHeaders } from '../text/handlers.ts'
import type { Translator } from '../text/translator.ts'
import { charactersIn, type Usage } from '../usage/usage.ts'
import { mediaFormatIn } from './audio.ts'
import type { AudioCodecs } from './codecs.ts'
import { createConversation } from './conversation.ts'
import type { Speaker, SpeechEngine } from './speech.ts'
import { createSpokenTarget } from './spoken-target.ts'
import {
  type IssuedToken,
  type SpokenRequest,
  type Stream,
  type StreamRequest,
  type StreamStore,
  streamMs,
} from './streams.ts'
import { openMediaWriter, targetTypeIn } from './target-media.ts'

type VoiceHandlers = HandlersFor<typeof endpoints, 'reconnectVoice' | 'openVoice'>
type OpenFields = Parameters<VoiceHandlers['openVoice']>[0]['body']

export interface VoiceDeps {
  /** Those that are installed. */
  readonly engines: readonly SpeechEngine[]
  readonly speakers: readonly Speaker[]
  readonly codecs: AudioCodecs | undefined
  readonly streams: StreamStore
  readonly translator: Translator
  readonly catalogue: Catalogue
  readonly findAssets: FindAssets
  readonly findTerms: FindTerms
  readonly usage: Usage
}

const mostTargets = 5
const connectPath = '/v3/voice/realtime/connect'

export function createVoice(deps: VoiceDeps): { handlers: VoiceHandlers; connectVoice: SocketHandler } {
  const { engines, speakers, codecs, streams, translator, catalogue, findAssets, findTerms, usage } = deps
  /** Ends the connection that a stream has, when it gets another. */
  const connected = new Map<string, () => void>()
  const engineFor = (language: string) => engines.find(({ languages }) => languages.includes(language))
  const speakerFor = (target: string) => speakers.find(({ languages }) => languages.includes(baseOf(target)))
  const requireEngine = () => {
    if (engines.length === 0) throw forbidden('Voice is not available: no speech engine is installed here.')
  }

  function sourceIn(code: string | null | undefined): string {
    const source = code ? baseOf(code).toLowerCase() : engines[0]?.languages[0]
    if (source === undefined || !engineFor(source)) throw notSupported('source_language')
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
      ...{ format, source, targets, spoken, glossary: glossary || undefined },
      audio: mediaFormatIn(body.source_media_content_type, codecs !== undefined),
      formality: formalityIn(body.formality),
      terms: terms ? await findTerms(call.account, terms, source) : [],
    }
  }

  /** The language is translated into as well where it is not among the others. */
  function spokenIn(body: OpenFields): SpokenRequest | undefined {
    const { target_media_languages: [code, ...others] = [], target_media_voice: voice = 'female' } = body
    if (code === undefined) return undefined
    if (others.length > 0) throw badRequest('At most one of target_media_languages.')
    const language = targetIn(code)
    if (!speakerFor(language))
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

  /** It serves the targets for which it has a dictionary; throws where it has none of them. */
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

  async function translate(stream: Stream, signal: AbortSignal, text: string, target: string): Promise<string> {
    const { account, key, request } = stream
    const { source, glossary } = request
    const payer = { account, key }
    await usage.require(payer, charactersIn(text))
    const formality = hasFormality(target) ? request.formality : undefined
    const languages = { source, target, formality }
    const withTerms = glossary === undefined ? undefined : findAssets({ glossary_id: glossary }, languages, payer)
    const assets = (await withTerms?.catch(() => undefined)) ?? {
      terms: undefined,
      memory: undefined,
      instructions: [],
    }
    const translated = await translator.translate(text, {
      ...{ ...languages, ...assets, splitting: 'none', tags: undefined, context: undefined, account, signal },
    })
    await usage.add(payer, 'translate', charactersIn(text))
    return translated.text
  }

  /** Who hears and who translates. */
  function enginesOf({ source, targets, spoken }: StreamRequest) {
    const speaker = spoken && speakerFor(spoken.language)
    const labels = [engineFor(source)?.label ?? '', ...(speaker ? [speaker.label] : [])]
    const others = targets.filter((target) => baseOf(target) !== source)
    return [
      ...labels.map((label) => ({ label, isSample: false })),
      ...others.map((target) => translator.engineFor(source, target)),
    ]
  }

  const answer = ({ id, token }: IssuedToken, { request }: Call) => ({
    streaming_url: request.baseUrl.replace(/^http/, 'ws') + connectPath,
    token,
    session_id: id,
  })

  return {
    handlers: {
      async openVoice({ 'X-DeepL-Reporting-Tag': reportingTag, body }, call) {
        requireReportingTag(reportingTag)
        requireEngine()
        const request = await requestIn(body, call)
        const issued = await streams.create(request, call)
        return reply(answer(issued, call), { headers: engineHeaders(enginesOf(request)) })
      },
      async reconnectVoice({ token }, call) {
        requireEngine()
        return answer(await streams.renew(token, call), call)
      },
    },
    async connectVoice({ token }: { readonly token: string }, call) {
      requireEngine()
      const stream = await streams.claim(token, call)
      const { source: language, terms } = stream.request
      const recogniser = engineFor(language)?.open({ language, terms })
      if (!recogniser) throw refuse(429, { message: 'All speech engines are in use. Request a new session later.' })
      const { id } = stream
      connected.get(id)?.()
      const replaced = new AbortController()
      const stopped = AbortSignal.any([call.signal, replaced.signal])
      const replace = () => replaced.abort()
      connected.set(id, replace)
      // also where the caller leaves before the session has begun
      stopped.addEventListener('abort', () => recogniser.close(), { once: true })
      return createConversation(stream, recogniser, {
        stopped,
        decode(chunks, format, signal) {
          if (!codecs) throw badRequest('The format of the audio can no longer be decoded here.')
          const tooLong = 'A voice session has at most an hour of audio.'
          return codecs.decode(chunks, { format, mostMs: streamMs, tooLong, isWhole: false, signal })
        },
        openSpoken(send, signal) {
          const { spoken } = stream.request
          const speaker = spoken && speakerFor(spoken.language)
          if (!spoken || !speaker) return undefined
          const writer = openMediaWriter(spoken.contentType, codecs, signal)
          return createSpokenTarget({ ...spoken, speaker, writer, send, signal })
        },
        translate: (text, target) => translate(stream, stopped, text, target),
        async left(heardMs, isEnded) {
          if (connected.get(id) === replace) connected.delete(id)
          await streams.addHeard(id, heardMs)
          if (isEnded) await streams.end(id)
        },
      })
    },
  }
}

/** Targets without a formality ignore it: one choice holds for all targets of a stream. */
function formalityIn(formality: string | undefined): StreamRequest['formality'] {
  if (formality === undefined || formality === 'default') return undefined
  if (formality === 'formal' || formality === 'more') return 'formal'
  if (formality === 'informal' || formality === 'less') return 'informal'
  throw notSupported('formality')
}
