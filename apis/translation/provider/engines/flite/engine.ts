// Flite as a voice, if it is installed (SOURCES 6.7).
import type { Log } from '#define'
import { openFlite, type FliteOptions as ProgramOptions } from '#provider'
import { engineFailed } from '../../errors.ts'
import { type Speaker, sampleRate } from '../../voice/speech.ts'
import { waveIn } from '../../voice/wave.ts'

interface FliteOptions extends ProgramOptions {
  readonly log: Pick<Log, 'warn'>
}

/** Creates the voice; returns undefined if Flite is not installed. */
export function createFlite({ log, ...options }: FliteOptions): Speaker | undefined {
  const flite = openFlite(options)
  if (!flite) return undefined
  return {
    label: 'flite',
    languages: ['en'],
    async speak(text, signal, voice = 'female') {
      try {
        return samplesIn(await flite(text, { voice, signal }))
      } catch (error) {
        signal.throwIfAborted()
        log.warn('Flite did not speak', { err: error })
        throw engineFailed('The speech engine did not say the text. Try again later.')
      }
    },
  }
}

function samplesIn(file: Buffer): Buffer {
  const { format, channels, start, end } = waveIn(file, file.length)
  if (format.encoding !== 's16le' || format.rate !== sampleRate || channels !== 1)
    throw new Error('the voice has another format')
  return file.subarray(start, end)
}
