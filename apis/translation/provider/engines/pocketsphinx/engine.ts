// PocketSphinx as a speech engine, where it is installed with a model: a program of its own, one process for each
// stream, with bounds on memory, on processes and on how long it may be silent (SOURCES 6.1).
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Log } from '#define'
import { engineFailed } from '../../errors.ts'
import type { Heard, Recogniser, SpeechEngine } from '../../voice/speech.ts'
import { createUtteranceReader } from './utterances.ts'

/** Where Debian and others install the program and its model for American English. */
const defaultPlaces = { program: '/usr/bin/pocketsphinx_continuous', model: '/usr/share/pocketsphinx/model/en-us' }

/** Each takes a core while somebody speaks. */
const mostProcesses = 4
/** Address space, in KiB: the model takes some 300 MB. */
const memoryKb = 1_500_000
/** How long the program may take over audio that it has not read, or to end. */
const patienceMs = 30_000

export interface PocketSphinxOptions {
  readonly program: string
  readonly model: string
  readonly mostProcesses?: number
  readonly patienceMs?: number
}

/** Undefined where it is not installed. It hears English, and makes no use of terms. */
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
  // writes each utterance with the times of its words; it opens its input by name, which a socket, as Node gives one to
  // its children, does not allow
  const script = `ulimit -v ${memoryKb}; exec "$0" -infile <(exec cat) -time yes -logfn /dev/null`
  const child = spawn('/bin/bash', ['-c', script, program], {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stderr.resume()
  child.stdin.on('error', () => {
    // shows as an end of the program
  })
  const kill = () => {
    if (child.pid !== undefined) killGroup(child.pid)
  }
  let isOver = false
  let watching: NodeJS.Timeout | undefined
  const exited = new Promise<number | null>((resolve) => {
    child.on('exit', resolve).on('error', () => resolve(null))
  })
  void exited.then(() => {
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
  }
}

/** The program and what feeds it. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // it has ended by itself
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
