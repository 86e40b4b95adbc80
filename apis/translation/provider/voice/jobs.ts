// Connects voice jobs with the available engines.
import type { Log, ProviderKit } from '#define'
import type { Tables } from '../../tables.ts'
import { forbidden, notSupported } from '../errors.ts'
import { baseOf } from '../language-code.ts'
import type { Catalogue } from '../languages/catalogue.ts'
import type { PayingKeys } from '../paying-key.ts'
import { engineHeaders } from '../text/handlers.ts'
import type { Translator } from '../text/translator.ts'
import { charactersIn, type Usage } from '../usage/usage.ts'
import type { AudioCodecs } from './codecs.ts'
import { createVoiceJobHandlers } from './job-handlers.ts'
import { createVoiceJobStore } from './job-store.ts'
import { createVoiceJobWork } from './job-work.ts'
import type { Recognisers } from './recognisers.ts'
import type { Speaker, SpeechEngine } from './speech.ts'

interface VoiceJobsDeps extends Pick<ProviderKit<Tables>, 'db' | 'dialect' | 'now' | 'random' | 'cacheFolder'> {
  readonly log: Pick<Log, 'error' | 'info'>
  /** The installed speech engines. */
  readonly engines: readonly SpeechEngine[]
  readonly recognisers: Recognisers
  readonly speakers: readonly Speaker[]
  readonly codecs: AudioCodecs | undefined
  readonly translator: Translator
  readonly catalogue: Catalogue
  readonly usage: Usage
  readonly payingKeys: PayingKeys
}

export function createVoiceJobs(deps: VoiceJobsDeps) {
  const { engines, speakers, codecs, translator, catalogue, usage, payingKeys, now, log } = deps
  const store = createVoiceJobStore(deps)
  const engineFor = (language: string) => engines.find(({ languages }) => languages.includes(language))
  const speakerFor = (language: string) => speakers.find(({ languages }) => languages.includes(language))
  const work = createVoiceJobWork({
    store,
    payingKeys,
    engineFor,
    recognisers: deps.recognisers,
    speakerFor,
    codecs,
    now,
    log,
    async translate({ account, key, source }, text, target, signal) {
      const payer = { account, key }
      await usage.require(payer, charactersIn(text))
      const { text: translated } = await translator.translate(text, {
        source,
        target,
        formality: undefined,
        context: undefined,
        instructions: [],
        account,
        signal,
        splitting: 'none',
        tags: undefined,
        terms: undefined,
        memory: undefined,
      })
      await usage.add(payer, 'translate', charactersIn(text))
      return translated
    },
  })
  const handlers = createVoiceJobHandlers({
    store,
    work,
    keyWorks: payingKeys.works,
    speakerFor,
    hasDecoders: codecs !== undefined,
    now,
    requireEngine() {
      if (engines.length === 0) throw forbidden('Voice is not available: no speech engine is installed here.')
    },
    sourceIn(code) {
      const source = code ? baseOf(code).toLowerCase() : engines[0]?.languages[0]
      if (source === undefined || !engineFor(source)) throw notSupported('source_language')
      return source
    },
    targetIn(code, source) {
      const target = catalogue.target(code)
      if (target === undefined) throw notSupported('targets.language')
      if (baseOf(target) !== source) translator.engineFor(source, target)
      return target
    },
    headersFor(source, targets) {
      const others = targets.filter(({ language }) => baseOf(language) !== source)
      const translating = others.map(({ language }) => translator.engineFor(source, language))
      const speaking = targets
        .filter(({ type }) => type.startsWith('audio/'))
        .flatMap(({ language }) => speakerFor(baseOf(language)) ?? [])
      const labels = [engineFor(source), ...speaking].flatMap((one) => (one ? [one.label] : []))
      return engineHeaders([...labels.map((label) => ({ label, isSample: false, isRough: false })), ...translating])
    },
  })
  return { handlers, removeOld: store.removeOld, isAtWork: work.isAtWork, close: work.close }
}
