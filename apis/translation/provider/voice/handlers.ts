// Serves voice streams: a session is requested and then continues over a WebSocket. Without a speech engine each call
// reports so. Translations are spoken if a voice for their language is installed.
import { type Call, type HandlersFor, refuse, reply } from '#define'
import type { Converse } from '#define/sockets'
import type { endpoints } from '../../endpoints.ts'
import { badRequest, forbidden } from '../errors.ts'
import { baseOf } from '../language-code.ts'
import { requireReportingTag } from '../text/fields.ts'
import { engineHeaders } from '../text/handlers.ts'
import { charactersIn, type Usage } from '../usage/usage.ts'
import { createConversation } from './conversation.ts'
import type { Recognisers } from './recognisers.ts'
import { createSpokenTarget } from './spoken-target.ts'
import { createReadStreamRequest, type StreamRequestDeps } from './stream-request.ts'
import { type IssuedToken, type Stream, type StreamRequest, type StreamStore, streamMs } from './streams.ts'
import { openMediaWriter } from './target-media.ts'

type VoiceHandlers = HandlersFor<typeof endpoints, 'reconnectVoice' | 'openVoice'>

interface VoiceDeps extends StreamRequestDeps {
  readonly recognisers: Recognisers
  readonly streams: StreamStore
  readonly usage: Usage
}

const allInUse =
  'All speech engines, or half of them by this account, are in use. End a session or request a new one later.'
const connectPath = '/v3/voice/realtime/connect'

interface VoiceProvider {
  readonly handlers: VoiceHandlers
  /** Begins the session of a token. */
  connectVoice(input: { readonly token: string }, call: Call): Promise<Converse>
}

export function createVoice(deps: VoiceDeps): VoiceProvider {
  const { engines, recognisers, speakers, codecs, streams } = deps
  /** Ends the current connection of a stream when another arrives; resolves once its engine is free. */
  const connected = new Map<string, () => Promise<void>>()
  const engineFor = (language: string) => engines.find(({ languages }) => languages.includes(language))
  const speakerFor = (target: string) => speakers.find(({ languages }) => languages.includes(baseOf(target)))
  const readRequest = createReadStreamRequest(deps)
  const requireEngine = () => {
    if (engines.length === 0) throw forbidden('Voice is not available: no speech engine is installed here.')
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
        const request = await readRequest(body, call)
        const issued = await streams.create(request, call)
        return reply(answer(issued, call), { headers: engineHeaders(enginesOf(request, deps)) })
      },
      async reconnectVoice({ token }, call) {
        requireEngine()
        return answer(await streams.renew(token, call), call)
      },
    },
    async connectVoice({ token }, call) {
      requireEngine()
      const stream = await streams.claim(token, call)
      const { source: language, terms } = stream.request
      const { id } = stream
      await connected.get(id)?.()
      const engine = engineFor(language)
      const recogniser = engine && (await recognisers.open({ account: stream.account, engine, language, terms }))
      if (!recogniser) throw refuse(429, { message: allInUse })
      const replaced = new AbortController()
      const stopped = AbortSignal.any([call.signal, replaced.signal])
      const replace = () => {
        replaced.abort()
        return recogniser.ended
      }
      connected.set(id, replace)
      // also if the caller leaves before the session has begun
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
        translate: (text, target) => translateHeard(stream, { text, target, signal: stopped }, deps),
        async left(heardMs, isEnded) {
          if (connected.get(id) === replace) connected.delete(id)
          await streams.addHeard(id, heardMs)
          if (isEnded) await streams.end(id)
        },
      })
    },
  }
}

/** Translates recognised text, billed to the key of the stream. */
async function translateHeard(
  stream: Stream,
  { text, target, signal }: { readonly text: string; readonly target: string; readonly signal: AbortSignal },
  { translator, catalogue, findAssets, usage }: VoiceDeps,
): Promise<string> {
  const { account, key } = stream
  const { source, glossary } = stream.request
  const payer = { account, key }
  await usage.require(payer, charactersIn(text))
  const formality = catalogue.hasFormality(target) ? stream.request.formality : undefined
  const languages = { source, target, formality }
  const withTerms = glossary === undefined ? undefined : findAssets({ glossary_id: glossary }, languages, payer)
  const assets = (await withTerms?.catch(() => undefined)) ?? { terms: undefined, memory: undefined, instructions: [] }
  const request = { ...languages, ...assets, tags: undefined, context: undefined, account, signal }
  const translated = await translator.translate(text, { ...request, splitting: 'none' })
  await usage.add(payer, 'translate', charactersIn(text))
  return translated.text
}

/** The engines that recognise, speak and translate. */
function enginesOf({ source, targets, spoken }: StreamRequest, { engines, speakers, translator }: VoiceDeps) {
  const heard = engines.filter(({ languages }) => languages.includes(source)).slice(0, 1)
  const said = speakers.filter(({ languages }) => spoken && languages.includes(baseOf(spoken.language))).slice(0, 1)
  const others = targets.filter((target) => baseOf(target) !== source)
  return [
    ...[...heard, ...said].map(({ label }) => ({ label, isSample: false, isRough: false })),
    ...others.map((target) => translator.engineFor(source, target)),
  ]
}
