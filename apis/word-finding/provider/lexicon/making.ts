// Builds the lexicon in a separate process and receives its file, so that the memory of the build is freed with that
// process.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { lengthOfFile } from './file.ts'

export const mostFileBytes = 256 * 1024 * 1024
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
    const file = createFile()
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

/** Collects a file that arrives in chunks; its buffer is allocated once the header shows its length. */
function createFile() {
  let bytes = new Uint8Array(0)
  let beginning = Buffer.alloc(0)
  let at = 0
  return {
    /** Adds a chunk; returns true if the bytes so far can be the start of a file. */
    add(piece: Uint8Array): boolean {
      if (bytes.length === 0) {
        beginning = Buffer.concat([beginning, piece])
        const length = lengthOfFile(beginning)
        if (length === undefined) return beginning.length < 1024
        if (length > mostFileBytes || beginning.length > length) return false
        bytes = new Uint8Array(length)
        bytes.set(beginning)
        at = beginning.length
        return true
      }
      if (at + piece.length > bytes.length) return false
      bytes.set(piece, at)
      at += piece.length
      return true
    },
    done: (): Uint8Array<ArrayBuffer> | undefined => (bytes.length > 0 && at === bytes.length ? bytes : undefined),
  }
}
