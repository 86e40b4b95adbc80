// A speech engine for tests that hears what a script says once so much audio has arrived.
import type { Heard, Recogniser, SpeechEngine } from '../provider/voice/speech.ts'
import { sampleRate } from '../provider/voice/speech.ts'

interface ScriptedSpeech extends SpeechEngine {
  /** Words of the next recogniser: each as soon as its end has arrived, the rest at the end. */
  script: Heard[]
  /** Makes the next recogniser fail after so many milliseconds of audio. */
  failsAtMs: number | undefined
  readonly opened: { readonly language: string; readonly terms: readonly string[] }[]
  /** All samples that any recogniser was given. */
  readonly samples: Buffer[]
  running: number
}

export function scriptedSpeech(most = 3): ScriptedSpeech {
  const engine: ScriptedSpeech = {
    label: 'scripted',
    languages: ['en'],
    most,
    script: [],
    failsAtMs: undefined,
    opened: [],
    samples: [],
    running: 0,
    open(options) {
      if (engine.running >= most) return undefined
      engine.running++
      engine.opened.push(options)
      return recogniser(engine, () => {
        engine.running--
      })
    },
  }
  return engine
}

function recogniser(engine: ScriptedSpeech, ended: () => void): Recogniser {
  const waiting = [...engine.script]
  const { failsAtMs } = engine
  let arrivedMs = 0
  let isOver = false
  let isEnded = false
  let wake = () => {}
  const { promise: whenEnded, resolve: end } = Promise.withResolvers<void>()
  const change = () => wake()
  return {
    async write(samples) {
      engine.samples.push(samples)
      arrivedMs += (samples.length / 2 / sampleRate) * 1000
      change()
    },
    end() {
      isOver = true
      change()
    },
    close() {
      if (!isEnded) ended()
      isEnded = true
      end()
      isOver = true
      waiting.length = 0
      change()
    },
    ended: whenEnded,
    heard: (async function* () {
      for (;;) {
        if (failsAtMs !== undefined && arrivedMs >= failsAtMs) throw new Error('the engine has failed')
        const [next] = waiting
        if (next && (isOver || next.endMs <= arrivedMs)) {
          waiting.shift()
          yield next
        } else if (isOver) return
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    })(),
  }
}
