// `ffmpeg` as the voice codecs, if it is installed: one process per file or stream, which reads its input and writes
// its output, opens nothing else, and has limits of memory, files and time without output.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Log } from '#define'
import { badRequest, engineFailed } from '../../errors.ts'
import type { AudioCodecs, DecodeOptions, OpusContainer } from '../../voice/codecs.ts'
import type { Codec, Container } from '../../voice/compressed-format.ts'
import { sampleRate } from '../../voice/speech.ts'
import { createPartReader, headerParts } from './parts.ts'

interface FfmpegOptions {
  readonly log: Pick<Log, 'warn'>
  readonly program?: string
  /** Time that the program may hold input without writing output. */
  readonly patienceMs?: number
}

const defaultProgram = '/usr/bin/ffmpeg'
/** Address space in KiB; the libraries alone take some 300 MB. */
const memoryKb = 1_000_000
const secondBytes = sampleRate * 2
const samples = ['-f', 's16le', '-ar', `${sampleRate}`, '-ac', '1']

/** Formats that ffmpeg may read, by container: none of them opens another file. */
const demuxers: Readonly<Record<Container, string>> = {
  auto: 'flac,mp3,ogg,matroska',
  flac: 'flac',
  mpeg: 'mp3',
  ogg: 'ogg',
  webm: 'matroska',
  matroska: 'matroska',
}
const decoders: Readonly<Record<Codec, string>> = { flac: 'flac', mp3: 'mp3,mp3float', opus: 'opus' }
const muxers: Readonly<Record<OpusContainer, readonly string[]>> = {
  webm: ['-f', 'webm', '-live', '1', '-cluster_time_limit', '200'],
  ogg: ['-f', 'ogg', '-page_duration', '200000'],
  packets: ['-f', 'ogg', '-page_duration', '20000'],
}

const undecodable = 'The audio could not be decoded: it is damaged, or not of the type that was named.'

/** Creates the codecs; returns undefined if ffmpeg is not installed. */
export function createFfmpeg(options: FfmpegOptions): AudioCodecs | undefined {
  const { log, program = defaultProgram, patienceMs = 20_000 } = options
  if (![program, '/bin/sh'].every((path) => existsSync(path))) return undefined
  const start = (args: readonly string[], signal: AbortSignal) => startFfmpeg(program, args, signal)
  return {
    async *decode(chunks, decoding) {
      const child = start(decodingArguments(decoding), decoding.signal)
      const exited = exitOf(child)
      let complaints = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        complaints = (complaints + text).slice(0, 2000)
      })
      let failure: unknown
      pipeline(chunks, child.stdin).catch((error: unknown) => {
        if (!isClosedPipe(error)) failure = error
      })
      let bytes = 0
      try {
        for await (const block of blocksOf(child, patienceMs)) {
          bytes += block.length
          if (bytes > (decoding.mostMs / 1000) * secondBytes) throw badRequest(decoding.tooLong)
          yield block
        }
        const { code, isOurs } = await exited
        decoding.signal.throwIfAborted()
        if (failure) throw failure
        // for a Matroska file that ends early there is only a message
        const isDamaged = code !== 0 || complaints.includes('File ended prematurely')
        if (isOurs || (isDamaged && (decoding.isWhole || bytes === 0))) {
          log.warn('audio was not decoded', { code, complaints })
          throw badRequest(undecodable)
        }
      } finally {
        child.kill('SIGKILL')
      }
    },
    openOpusEncoder(container, signal) {
      const opus = ['-c:a', 'libopus', '-b:a', '32k', '-application', 'voip', ...muxers[container]]
      const input = ['-probesize', '32', '-analyzeduration', '0', ...samples, '-i', 'pipe:0']
      const child = start([...input, ...opus, '-flush_packets', '1'], signal)
      const exited = exitOf(child)
      const reader = createPartReader(container)
      const parts: Buffer[] = []
      const first = Promise.withResolvers<void>()
      let wanted = headerParts[container]
      child.stderr.resume()
      child.stdin.on('error', () => {
        // the end of the program reports the error
      })
      child.stdout.on('data', (bytes: Buffer) => {
        const ready = reader.read(bytes)
        parts.push(...ready)
        wanted -= ready.length
        if (wanted <= 0) first.resolve()
      })
      const failed = (code: number | null) => {
        signal.throwIfAborted()
        log.warn('speech was not encoded', { code })
        throw engineFailed('The speech could not be encoded. Try again later.')
      }
      const ended = exited.then(({ code }) => (code === 0 ? undefined : failed(code)))
      ended.catch(() => {})
      /** Returns the parts that are ready after the step; ends the program if the step takes too long. */
      const partsAfter = async (step: Promise<unknown>) => {
        const watching = setTimeout(() => child.kill('SIGKILL'), patienceMs)
        try {
          await Promise.race([step, ended])
          return parts.splice(0)
        } finally {
          clearTimeout(watching)
        }
      }
      return {
        headers: headerParts[container],
        write(speech) {
          const taken = child.stdin.write(speech) ? undefined : once(child.stdin, 'drain')
          return partsAfter(Promise.all([taken, first.promise]))
        },
        end() {
          child.stdin.end()
          return partsAfter(ended)
        },
      }
    },
  }
}

function decodingArguments({ format, isWhole }: DecodeOptions): string[] {
  const { container, codec = container === 'webm' ? 'opus' : undefined } = format
  const codecs = codec ? decoders[codec] : Object.values(decoders).join(',')
  return [
    // a file with an undecodable part is refused
    ...(isWhole ? ['-xerror', '-err_detect', 'crccheck+bitstream+buffer+explode'] : []),
    ...[
      '-probesize',
      '65536',
      '-analyzeduration',
      '0',
      '-format_whitelist',
      demuxers[container],
      '-codec_whitelist',
      codecs,
    ],
    ...['-i', 'pipe:0', '-map', '0:a:0', ...samples],
  ]
}

function startFfmpeg(program: string, args: readonly string[], signal: AbortSignal): ChildProcessWithoutNullStreams {
  const script = `ulimit -v ${memoryKb}; ulimit -f 0; exec "$0" "$@"`
  const common = ['-hide_banner', '-nostats', '-loglevel', 'error', '-threads', '1', '-protocol_whitelist', 'pipe']
  const child = spawn('/bin/sh', ['-c', script, program, ...common, ...args, 'pipe:1'], {
    cwd: '/',
    env: { LC_ALL: 'C.UTF-8' },
    signal,
    killSignal: 'SIGKILL',
  })
  if (child.pid !== undefined) return child
  // without file descriptors there is neither a process nor a pipe
  child.on('error', () => {})
  throw engineFailed('ffmpeg cannot be started. Try again later.')
}

interface Exit {
  readonly code: number | null
  /** True if we ended the program for holding its input too long. */
  readonly isOurs: boolean
}

function exitOf(child: ChildProcessWithoutNullStreams): Promise<Exit> {
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, isOurs: child.signalCode === 'SIGKILL' }))
    child.on('error', () => resolve({ code: null, isOurs: false }))
  })
}

/** Yields the output in blocks of a second. Ends the program if it holds its input too long. */
async function* blocksOf(child: ChildProcessWithoutNullStreams, patienceMs: number): AsyncGenerator<Buffer> {
  const output = child.stdout[Symbol.asyncIterator]()
  let block: Buffer[] = []
  let bytes = 0
  for (;;) {
    const watching = setInterval(() => {
      if (child.stdin.writableLength > 0 || child.stdin.writableEnded) child.kill('SIGKILL')
    }, patienceMs)
    const { done, value }: IteratorResult<Buffer> = await output.next().finally(() => clearInterval(watching))
    if (!done) {
      block.push(value)
      bytes += value.length
    }
    if (bytes >= secondBytes || (done && bytes > 0)) {
      yield Buffer.concat(block)
      block = []
      bytes = 0
    }
    if (done) return
  }
}

/** True for the error of writing to a program that has ended before its input. */
const isClosedPipe = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(error.code))
