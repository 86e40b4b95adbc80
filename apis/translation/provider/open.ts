// Opens the provider: creates its engines and stores once and connects them.
import { type Call, type Handlers, isReply, type ProviderKit, Refusal, refuse, reply } from '#define'
import { endpoints } from '../endpoints.ts'
import { readLexicon } from '../seed/lexicon.ts'
import type { Tables } from '../tables.ts'
import { createDocumentHandlers } from './documents/handlers.ts'
import { createDocumentStore } from './documents/store.ts'
import { createDocumentWork } from './documents/work.ts'
import { createApertiumEngines } from './engines/apertium/engine.ts'
import type { Engine } from './engines/engine.ts'
import { createFfmpeg } from './engines/ffmpeg/ffmpeg.ts'
import { createFirefoxEngines } from './engines/firefox/engine.ts'
import { createFlite } from './engines/flite/engine.ts'
import { createEnglishCorrections } from './engines/harper/harper.ts'
import { createSpelling } from './engines/hunspell/spelling.ts'
import { createModelEngine } from './engines/model.ts'
import { createPocketSphinx } from './engines/pocketsphinx/engine.ts'
import { createSampleEngine } from './engines/sample.ts'
import { createGlossaryHandlers } from './glossaries/handlers.ts'
import { createGlossaryHandlersV2 } from './glossaries/handlers-v2.ts'
import { createGlossaryStore } from './glossaries/store.ts'
import { createTermsFor } from './glossaries/terms.ts'
import { createWordForms } from './glossaries/word-forms.ts'
import { createCatalogue } from './languages/catalogue.ts'
import { createDetector } from './languages/detect.ts'
import { createLanguageHandlers } from './languages/handlers.ts'
import { createMemoryHandlers } from './memories/handlers.ts'
import { removeOldJobs } from './memories/job-rows.ts'
import { createJobHandlers } from './memories/jobs.ts'
import { createMemoryLookup } from './memories/lookup.ts'
import { createMemoryStore } from './memories/store.ts'
import { createPayingKeys } from './paying-key.ts'
import { readSettings, type Settings } from './settings.ts'
import { createSpokenHandlers } from './spoken/handlers.ts'
import { createStyleHandlers } from './styles/handlers.ts'
import { createStyleStore } from './styles/store.ts'
import { createFindAssets } from './text/assets.ts'
import { createTextHandlers } from './text/handlers.ts'
import { createTranslator } from './text/translator.ts'
import { createUsage } from './usage/usage.ts'
import { createVoice } from './voice/handlers.ts'
import { createVoiceJobs } from './voice/jobs.ts'
import { createRecognisers } from './voice/recognisers.ts'
import type { Speaker, SpeechEngine } from './voice/speech.ts'
import { createStreamStore } from './voice/streams.ts'
import { createWritingHandlers } from './writing/handlers.ts'

const dayMs = 24 * 3_600_000

export interface SpeechEngines {
  readonly hearing?: readonly SpeechEngine[]
  readonly speaking?: readonly Speaker[]
}

/** Opens the provider; `added` adds engines to the installed ones. */
export function openTranslation(kit: ProviderKit<Tables>, added: SpeechEngines = {}) {
  const { now, random, log } = kit
  const settings = readSettings(kit.config)
  const lexicon = readLexicon()
  const detect = createDetector(lexicon)
  const forms = createWordForms(lexicon)
  const text = openTextEngines(kit, settings, createSampleEngine(lexicon, forms))
  const { engines } = text
  const speech = openSpeech(kit, settings, added)
  const english = createEnglishCorrections(kit.enginesFolder, log)
  const spelling = createSpelling({ modelsFolder: kit.modelsFolder, log, isOn: settings.hunspell })
  const catalogue = createCatalogue(engines)
  const translator = createTranslator({ engines, detect, forms })
  const usage = createUsage({ ...kit, settings })
  const glossaries = createGlossaryStore(kit)
  const styles = createStyleStore(kit)
  const memories = createMemoryStore(kit)
  const documents = createDocumentStore(kit)
  const findAssets = createFindAssets({
    termsFor: createTermsFor(glossaries),
    styles,
    memories: createMemoryLookup(memories),
  })
  const payingKeys = createPayingKeys(kit)
  const work = createDocumentWork({ store: documents, translator, findAssets, usage, payingKeys, now, log })
  const followsInstructions = engines.some((engine) => engine.followsInstructions)
  const spoken = createSpokenHandlers(kit)
  const streams = createStreamStore(kit)
  const voice = createVoice({
    ...speech.parts,
    streams,
    translator,
    catalogue,
    findAssets,
    usage,
    findTerms: spoken.findTerms,
  })
  const voiceJobs = createVoiceJobs({
    ...kit,
    ...speech.parts,
    translator,
    catalogue,
    usage,
    payingKeys,
  })
  const heard = [...new Set(speech.parts.engines.flatMap(({ languages }) => languages))]
  const said = speech.parts.speakers.flatMap(({ languages }) => languages)
  const memoryJobs = createJobHandlers({ ...kit, memories, payingKeys })
  const handlers: Handlers<typeof endpoints> = {
    ...createTextHandlers({ translator, catalogue, findAssets, usage }),
    ...createDocumentHandlers({ store: documents, work, catalogue, translator, findAssets, usage, now, random }),
    ...createGlossaryHandlers(glossaries),
    ...createGlossaryHandlersV2(glossaries),
    ...createWritingHandlers({ engines, catalogue, detect, usage, english, spelling }),
    ...usage.handlers,
    ...spoken.handlers,
    ...createLanguageHandlers(catalogue, { followsInstructions, spoken: heard, said }),
    ...createMemoryHandlers(memories),
    ...memoryJobs.handlers,
    ...createStyleHandlers(styles, random),
    ...voice.handlers,
    ...voiceJobs.handlers,
  }
  return {
    sockets: { connectVoice: voice.connectVoice },
    handlers: withTrace(handlers, () => random.bytes(16).toString('hex')),
    jobs: {
      async deleteOldFiles() {
        await documents.removeOlderThan(now() - dayMs)
        await streams.removeOlderThan(now() - dayMs)
        await voiceJobs.removeOld()
        await removeOldJobs(kit.db, memories, now() - dayMs)
      },
    },
    isAtWork: () => [work, memoryJobs, voiceJobs].some((queue) => queue.isAtWork()),
    async close() {
      await work.close()
      await memoryJobs.close()
      await voiceJobs.close()
      speech.close()
      await text.close()
      await english?.close()
    },
  }
}

/** Opens the engines of text; the first one that serves a pair answers, `last` in the end. */
function openTextEngines(kit: ProviderKit<Tables>, { apertium: isOn, model }: Settings, last: Engine) {
  const firefox = createFirefoxEngines(kit)
  const apertium = isOn ? createApertiumEngines(kit.log) : undefined
  return {
    engines: [
      ...firefox.engines,
      ...(model ? [createModelEngine(model, kit)] : []),
      ...(apertium?.engines ?? []),
      last,
    ],
    async close() {
      apertium?.close()
      await firefox.close()
    },
  }
}

/** Opens what hears, speaks and converts audio. */
function openSpeech(
  { now, log, cacheFolder }: ProviderKit<Tables>,
  settings: Settings,
  { hearing = [], speaking = [] }: SpeechEngines,
) {
  const pocketsphinx = settings.pocketsphinx ? createPocketSphinx(log) : undefined
  const flite = settings.flite ? createFlite({ log, folder: cacheFolder }) : undefined
  return {
    parts: {
      engines: [...hearing, ...(pocketsphinx ? [pocketsphinx] : [])],
      recognisers: createRecognisers(now),
      codecs: settings.ffmpeg ? createFfmpeg({ log }) : undefined,
      speakers: [...speaking, ...(flite ? [flite] : [])],
    },
    close: () => pocketsphinx?.close(),
  }
}

type AnyHandler = (input: never, call: Call) => unknown

/** Adds the header that the provider's support asks for to every response. */
function withTrace(handlers: Handlers<typeof endpoints>, newTrace: () => string): Handlers<typeof endpoints> {
  const statuses = new Map(
    Object.entries<{ readonly status?: number }>(endpoints).map(([id, { status }]) => [id, status]),
  )
  const traced = Object.entries<AnyHandler>(handlers).map(([id, handle]) => [
    id,
    async (input: never, call: Call): Promise<unknown> => {
      const trace = { 'x-trace-id': newTrace() }
      try {
        const answer = await handle(input, call)
        if (isReply(answer))
          return reply(answer.body, { status: answer.status, headers: { ...answer.headers, ...trace } })
        return reply(answer, { status: statuses.get(id) ?? 200, headers: trace })
      } catch (error) {
        if (error instanceof Refusal) throw refuse(error.status, error.body, { ...error.headers, ...trace })
        throw error
      }
    },
  ])
  return Object.fromEntries(traced) as Handlers<typeof endpoints> // the ids stay, each with the result of its handler
}
