// A pipeline of Apertium's programs that stays open for many sentences, each terminated by a NUL byte on input and
// output (SOURCES 5.2). The programs run in a separate process group with a memory limit; a sentence that takes too
// long ends them, and the next one restarts them.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import type { Log } from '#define'
import { engineFailed } from '../../errors.ts'
import { programFolders } from './modes.ts'
import { type ModePart, partOf } from './parts.ts'

export interface Pipeline {
  /** Translates a sentence in Apertium's stream format; rejects with 503 if the programs fail. */
  translate(sentence: string): Promise<string>
  /** Ends the programs. */
  close(): void
}
interface PipelineOptions {
  /** The file of the mode. */
  readonly mode: string
  /** The part of the mode to run; all by default. */
  readonly part?: ModePart
  readonly log: Pick<Log, 'warn'>
  /** Timeout of a sentence, including the loading of the dictionaries. */
  readonly timeoutMs?: number
  /** Idle time after which the programs end. */
  readonly idleMs?: number
}

/** Address space of each program, in KiB: the largest dictionaries take some 200 MB. */
const memoryKb = 2_000_000
/** Limit of the output for one sentence, in characters. */
const maxAnswer = 1_000_000
const environment = { PATH: programFolders.join(':'), LC_ALL: 'C.UTF-8' }
const run = promisify(execFile)

interface Waiting {
  resolve(answer: string): void
  reject(error: unknown): void
}

export function createPipeline({
  mode,
  part = 'all',
  log,
  timeoutMs = 20_000,
  idleMs = 300_000,
}: PipelineOptions): Pipeline {
  let starting: Promise<ChildProcess> | undefined
  let group: ChildProcess | undefined
  let waiting: Waiting[] = []
  let received = ''
  let timer: NodeJS.Timeout | undefined

  async function start(): Promise<ChildProcess> {
    // prints the commands of the mode with null flush and word-bound blanks
    const { stdout } = await run('apertium-wblank-mode', ['-z', mode], {
      env: environment,
      timeout: timeoutMs,
    })
    const commands = partOf(stdout, part)
    if (commands === undefined) throw new Error(`the mode has no programs for ${part}`)
    // the first argument requests marks on unknown words
    const script = `ulimit -v ${memoryKb}; ${commands}`
    const child = spawn('/bin/sh', ['-c', script, 'sh', '-g', ''], {
      cwd: '/',
      env: environment,
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const fail = () => {
      if (group === child) end(new Error('the programs of Apertium ended'))
    }
    child.on('error', fail).on('exit', fail)
    // without file descriptors there is neither a process nor a pipe
    if (child.pid === undefined) throw new Error('the programs of Apertium cannot be started')
    child.stdin.on('error', fail)
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (group === child) receive(chunk)
    })
    group = child
    return child
  }

  function receive(chunk: string): void {
    received += chunk
    for (let at = received.indexOf('\0'); at >= 0 && waiting.length > 0; at = received.indexOf('\0')) {
      waiting.shift()?.resolve(received.slice(0, at))
      received = received.slice(at + 1)
    }
    if (received.length > maxAnswer) end(new Error('Apertium answered too much'))
    else watch()
  }

  /** Starts the timer of the current sentence, or of the idle time. */
  function watch(): void {
    clearTimeout(timer)
    const isBusy = waiting.length > 0
    timer = setTimeout(() => end(new Error('Apertium took too long')), isBusy ? timeoutMs : idleMs)
    if (!isBusy) timer.unref()
  }

  function end(error: Error): void {
    clearTimeout(timer)
    const child = group
    const refused = waiting
    group = undefined
    starting = undefined
    waiting = []
    received = ''
    if (child?.pid !== undefined) killGroup(child.pid)
    for (const { reject } of refused) reject(failure(error))
  }

  function failure(error: unknown): unknown {
    log.warn('Apertium did not translate', { mode, err: error })
    return engineFailed('Apertium did not translate the text. Try again later.')
  }

  return {
    async translate(sentence) {
      starting ??= start()
      const child = await starting.catch((error: unknown) => {
        starting = undefined
        throw failure(error)
      })
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        child.stdin?.write(`${sentence}\0`)
        watch()
      })
    },
    close: () => end(new Error('the gateway ends')),
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // the process has already ended
  }
}
