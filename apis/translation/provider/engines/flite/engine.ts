// Flite as a voice, where it is installed: a program of its own that says one text at a time in English, with bounds on
// memory, on time and on what it writes (SOURCES 6.7).
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Log } from '#define'
import { engineFailed } from '../../errors.ts'
import { type Speaker, sampleRate } from '../../voice/speech.ts'
import { waveIn } from '../../voice/wave.ts'

const defaultProgram = '/usr/bin/flite'
/** Of 16 kHz, as engines use. */
const voices = { female: 'slt', male: 'rms' }
/** Address space, in KiB. */
const memoryKb = 500_000
const patienceMs = 60_000
/** Of one text: half an hour of samples. */
const mostBytes = 60_000_000
const run = promisify(execFile)

export interface FliteOptions {
  readonly log: Pick<Log, 'warn'>
  /** Where it may write its files while it speaks. */
  readonly folder: string
  readonly program?: string
}

/** Undefined where it is not installed. */
export function createFlite({ log, folder, program = defaultProgram }: FliteOptions): Speaker | undefined {
  if (![program, '/bin/bash'].every((path) => existsSync(path))) return undefined
  return {
    label: 'flite',
    languages: ['en'],
    async speak(text, signal, voice = 'female') {
      const own = await mkdtemp(join(folder, 'translation-flite-'))
      const [input, output] = [join(own, 'text'), join(own, 'speech.wav')]
      try {
        await writeFile(input, text)
        const script = `ulimit -v ${memoryKb}; ulimit -f ${mostBytes / 1024}; exec "$0" -voice ${voices[voice]} -f "$1" -o "$2"`
        await run('/bin/bash', ['-c', script, program, input, output], {
          ...{ cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' }, timeout: patienceMs, signal },
          killSignal: 'SIGKILL',
        })
        return samplesIn(await readFile(output), (await stat(output)).size)
      } catch (error) {
        signal.throwIfAborted()
        log.warn('Flite did not speak', { err: error })
        throw engineFailed('The speech engine did not say the text. Try again later.')
      } finally {
        await rm(own, { recursive: true, force: true })
      }
    },
  }
}

function samplesIn(file: Buffer, size: number): Buffer {
  const { format, channels, start, end } = waveIn(file, size)
  if (format.encoding !== 's16le' || format.rate !== sampleRate || channels !== 1)
    throw new Error('the voice has another format')
  return file.subarray(start, end)
}
