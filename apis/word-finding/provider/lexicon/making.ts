// Builds the lexicon in a separate process and receives its file, so that the memory of the build is freed with that
// process.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createReceivedFile } from './received-file.ts'

/**
 * Memory limits of the process; the build takes about a quarter of the first. A small young generation keeps the peak
 * low.
 */
const heap = ['--max-old-space-size=512', '--max-semi-space-size=2']
const mostMakingMs = 300_000
const mostSaid = 2000

/** Returns the bytes of a new file. Rejects if the process fails, takes too long, or writes something else. */
export function makeFile(
  script = fileURLToPath(new URL('../building/make.ts', import.meta.url)),
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const maker = spawn(process.execPath, [...heap, script], {
      // our environment can hold secrets that the build does not need
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: mostMakingMs,
      killSignal: 'SIGKILL',
    })
    maker.once('error', reject)
    // without file descriptors, neither process nor pipe exists
    if (maker.pid === undefined) return
    const file = createReceivedFile()
    let output = ''
    maker.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-mostSaid)
    })
    maker.stdout.on('data', (piece: Buffer) => {
      if (!file.add(piece)) maker.kill('SIGKILL')
    })
    maker.once('close', (code, signal) => {
      const built = code === 0 ? file.done() : undefined
      if (built) resolve(built)
      else reject(new Error(`no lexicon was built (${signal ?? code}): ${output.trim()}`))
    })
  })
}
