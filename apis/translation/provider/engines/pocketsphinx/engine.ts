// PocketSphinx as a speech engine, if it is installed with a model: a separate program, one process per stream, with
// limits of memory, processes and time without output (SOURCES 6.1).
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Log } from '#define'
import { engineFailed } from '../../errors.ts'
import type { Heard, Recogniser, SpeechEngine } from '../../voice/speech.ts'
import { createUtteranceReader } from './utterances.ts'

/** Paths at which Debian and others install the program and its model for American English. */
const defaultPlaces = { program: '/usr/bin/pocketsphinx_continuous', model: '/usr/share/pocketsphinx/model/en-us' }

/** Limit of processes; each takes a core while somebody speaks. */
const mostProcesses = 4
/** Address space in KiB: the model takes some 300 MB. */
const memoryKb = 1_500_000
/** Timeout for reading pending audio, and for ending. */
const patienceMs = 30_000

interface PocketSphinxOptions {
  readonly program: string
  readonly model: string
  readonly mostProcesses?: number
  readonly patienceMs?: number
}

/** Creates the engine; returns undefined if PocketSphinx is not installed. It recognises English and ignores terms. */
export function createPocketSphinx(
  log: Pick<Log, 'warn'>,
  options: PocketSphinxOptions = defaultPlaces,
): (SpeechEngine & { close(): void }) | undefined {
  const { program, model } = options
  if (![program, model, '/bin/bash'].every((path) => existsSync(path))) return undefined
  const limit = options.mostProcesses ?? mostProcesses
  const running = new Set<Recogniser>()
  return {
    label: 'pocketsphinx en-us',
    languages: ['en'],
    most: limit,
    open() {
      if (running.size >= limit) return undefined
      const recogniser = recognise(options, { log, ended: () => void running.delete(recogniser) })
      running.add(recogniser)
      return recogniser
    },
    close() {
      for (const recogniser of running) recogniser.close()
    },
  }
}

interface Owner {
  readonly log: Pick<Log, 'warn'>
  readonly ended: () => void
}

function recognise(
  { program, patienceMs: patience = patienceMs }: PocketSphinxOptions,
  { log, ended }: Owner,
): Recogniser {
  // writes each utterance with the times of its words; the input is opened by name, which is impossible for a socket,
  // as Node passes to its children
  const script = `ulimit -v ${memoryKb}; exec "$0" -infile <(exec cat) -time yes -logfn /dev/null`
  // with a socket as its input, bash would take itself for a remote shell and read the operator's `.bashrc`
  const child = spawn('/bin/bash', ['--norc', '-c', script, program], {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((resolve) => {
    child.on('exit', resolve).on('error', () => resolve(null))
  })
  // without file descriptors there is neither a process nor a pipe
  if (child.pid === undefined) throw engineFailed('The speech engine cannot be started. Try again later.')
  child.stderr.resume()
  child.stdin.on('error', () => {
    // the end of the program reports the error
  })
  const kill = () => {
    if (child.pid !== undefined) killGroup(child.pid)
  }
  let isOver = false
  let watching: NodeJS.Timeout | undefined
  const whenEnded = exited.then(() => {
    kill()
    isOver = true
    clearTimeout(watching)
    ended()
  })
  const watch = () => {
    clearTimeout(watching)
    if (!isOver) watching = setTimeout(kill, patience)
  }
  return {
    async write(samples) {
      if (isOver) throw engineFailed('The speech engine has ended. Open a new session.')
      if (child.stdin.write(samples)) return
      watch()
      await Promise.race([once(child.stdin, 'drain').catch(() => undefined), exited])
      clearTimeout(watching)
    },
    end() {
      watch()
      child.stdin.end()
    },
    heard: heardBy(child, exited, log),
    close: kill,
    ended: whenEnded,
  }
}

/** Ends the program and the process that feeds it. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // the process has already ended
  }
}

async function* heardBy(
  child: ChildProcessWithoutNullStreams,
  exited: Promise<number | null>,
  log: Pick<Log, 'warn'>,
): AsyncGenerator<Heard> {
  const reader = createUtteranceReader()
  for await (const chunk of child.stdout.setEncoding('latin1')) yield* reader(String(chunk))
  const code = await exited
  if (code === 0) return
  log.warn('PocketSphinx did not end well', { code })
  throw engineFailed('The speech engine has failed. Open a new session.')
}
