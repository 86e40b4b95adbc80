// Programs that speech is better with, where the operator has installed them: Flite says English, ffmpeg writes
// compressed files (SOURCES 3.7). `config/model-routing.json` turns each off.
import { type Flite, openFlite } from '#provider'
import { createTurns, isProgram, runProgram } from '#provider/run'
import { ModelError } from '../../../wire/model-error.ts'
import { sampleRate } from './recording.ts'

export const compressedFormats = ['mp3', 'opus', 'aac', 'flac'] as const
export type CompressedFormat = (typeof compressedFormats)[number]
export interface SpeechEngines {
  readonly flite: Flite | undefined
  /** Compresses samples of 16 bits in one channel at `sampleRate`. Rejects with ModelError 'unavailable'. */
  readonly encode:
    | ((samples: Buffer, format: CompressedFormat, signal: AbortSignal | undefined) => Promise<Buffer>)
    | undefined
  /** Runs work of these programs when it is the account's turn. */
  inTurn<T>(owner: string, work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>
}
interface EngineOptions {
  /** Folder in which programs may write their files. */
  readonly cacheFolder: string
  /** The operator's file. */
  readonly config: unknown
  readonly ffmpeg?: string
}

const outputs: Readonly<Record<CompressedFormat, readonly string[]>> = {
  // the tag is ours, and a pipe has no place to go back to for the header of Xing
  mp3: ['-c:a', 'libmp3lame', '-b:a', '48k', '-id3v2_version', '0', '-write_xing', '0', '-f', 'mp3'],
  opus: ['-c:a', 'libopus', '-b:a', '32k', '-application', 'voip', '-f', 'ogg'],
  aac: ['-c:a', 'aac', '-b:a', '48k', '-f', 'adts'],
  flac: ['-c:a', 'flac', '-f', 'flac'],
}

export function openSpeechEngines(options: EngineOptions): SpeechEngines {
  const { cacheFolder, config, ffmpeg = '/usr/bin/ffmpeg' } = options
  const settings = readSpeechSettings(config)
  const turns = createTurns({
    running: 2,
    runningPerOwner: 1,
    waiting: 100,
    waitingPerOwner: 10,
    makeBusyError: () => unavailable('Too many texts wait to be spoken. Try again later.'),
  })
  return {
    flite: settings.flite ? openFlite({ folder: cacheFolder }) : undefined,
    encode: settings.ffmpeg && isProgram(ffmpeg) ? encodeBy(ffmpeg) : undefined,
    inTurn: (owner, work, signal) => turns.run(owner, work, signal),
  }
}

/** Reads the operator's file. Throws a sentence about its first mistake. */
export function readSpeechSettings(config: unknown): { readonly flite: boolean; readonly ffmpeg: boolean } {
  const { flite = true, ffmpeg = true }: Record<'flite' | 'ffmpeg', unknown> = Object(config ?? {})
  if (typeof flite !== 'boolean') throw new Error('config/model-routing.json takes true or false as flite')
  if (typeof ffmpeg !== 'boolean') throw new Error('config/model-routing.json takes true or false as ffmpeg')
  return { flite, ffmpeg }
}

const encodeBy =
  (program: string): NonNullable<SpeechEngines['encode']> =>
  async (samples, format, signal) => {
    const input = ['-f', 's16le', '-ar', `${sampleRate}`, '-ac', '1', '-i', 'pipe:0']
    const quiet = ['-hide_banner', '-nostats', '-loglevel', 'error', '-threads', '1', '-protocol_whitelist', 'pipe']
    const args = [...quiet, ...input, ...outputs[format], 'pipe:1']
    const bounds = { memoryMb: 1000, maxBytes: 64 * 1024 * 1024, timeoutMs: 60_000 }
    try {
      return await runProgram({ program, args, input: samples, ...bounds, signal })
    } catch (error) {
      signal?.throwIfAborted()
      const message = `ffmpeg did not write ${format} here. Ask for wav, or try again later.`
      throw new ModelError('unavailable', message, { param: 'response_format', cause: error })
    }
  }

export const unavailable = (message: string) => new ModelError('unavailable', message, { param: 'input' })
