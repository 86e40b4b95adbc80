// Flite, if it is installed: a program that speaks one text at a time in English
// (https://github.com/festvox/flite, manual page of Debian's package `flite`).
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isProgram, runProgram } from '../run/program.ts'

export interface FliteOptions {
  /** Folder for temporary files. */
  readonly folder: string
  readonly program?: string
}
interface Utterance {
  readonly voice: keyof typeof voices
  /** 1 by default; 2 takes half the time. */
  readonly speed?: number
  readonly signal?: AbortSignal | undefined
}
/** Resolves with a WAV file of 16-bit samples of one channel at 16 kHz. */
export type Flite = (text: string, utterance: Utterance) => Promise<Buffer>

const defaultProgram = '/usr/bin/flite'
const voices = { female: 'slt', male: 'rms' }
/** Limit for one text: half an hour of samples. */
const maxBytes = 60_000_000

/** Returns undefined if Flite is not installed. */
export function openFlite({ folder, program = defaultProgram }: FliteOptions): Flite | undefined {
  if (!isProgram(program)) return undefined
  return async (text, { voice, speed = 1, signal }) => {
    const own = await mkdtemp(join(folder, 'flite-'))
    const [input, output] = [join(own, 'text'), join(own, 'speech.wav')]
    try {
      await writeFile(input, text)
      const stretch = speed === 1 ? [] : ['--setf', `duration_stretch=${1 / speed}`]
      const args = ['-voice', voices[voice], '-f', input, '-o', output, ...stretch]
      await runProgram({ program, args, memoryMb: 500, maxBytes, timeoutMs: 60_000, signal })
      return await readFile(output)
    } finally {
      await rm(own, { recursive: true, force: true })
    }
  }
}
