// Asks the program `hunspell` about words: one process per question, with limits of memory, time and output.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { present } from '#define/present'

/** The program's opinion of a word. */
export interface Opinion {
  readonly isRight: boolean
  /** The likeliest first; empty for a right word. */
  readonly suggestions: readonly string[]
}
interface Question {
  readonly program: string
  /** Paths of dictionaries without extensions; a word is right if any of them has it. */
  readonly dictionaries: readonly string[]
  readonly words: readonly string[]
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Address space in KiB: the largest dictionaries take some 100 MB. */
const memoryKb = 1_000_000
const maxOutputBytes = 8_000_000
/** The program truncates longer words. */
const maxWordLength = 64

/** Returns opinions by word. Rejects if the program fails or times out, or the signal is aborted. */
export async function askHunspell(question: Question): Promise<ReadonlyMap<string, Opinion>> {
  const words = [...new Set(question.words)].filter((word) => word.length <= maxWordLength)
  // `^` before a word keeps the program from reading it as a command
  const lines = await run(question, words.map((word) => `^${word}\n`).join(''))
  const answers = lines.split('\n\n')
  if (answers.length !== words.length + 1) throw new Error('hunspell did not answer each word')
  return new Map(words.map((word, at) => [word, opinionIn(present(answers[at]))]))
}

/**
 * Parses the output of `ispell -a`: a line for each part of a word, then an empty line. A word that the dictionary does
 * not treat as a whole is not judged.
 */
function opinionIn(answer: string): Opinion {
  const [line = '', ...others] = answer.split('\n')
  const isRight = others.length > 0 || !/^[&#]/.test(line)
  const suggestions = isRight || line.startsWith('#') ? '' : line.slice(line.indexOf(': ') + 2)
  return { isRight, suggestions: suggestions === '' ? [] : suggestions.split(', ') }
}

async function run({ program, dictionaries, timeoutMs, signal }: Question, input: string): Promise<string> {
  const script = `ulimit -v ${memoryKb}; exec "$0" -a -i utf-8 -d "$1"`
  const child = spawn('/bin/sh', ['-c', script, program, dictionaries.join(',')], {
    cwd: '/',
    env: { LC_ALL: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    signal,
  })
  const exited = once(child, 'exit')
  exited.catch(() => {})
  // an abort and a failed start end the program, which is handled below
  child.on('error', () => {})
  child.stdin.on('error', () => {
    // the end of the program reports the error
  })
  child.stdin.end(input)
  let output = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    output += chunk
    if (output.length > maxOutputBytes) child.kill('SIGKILL')
  }
  const [code] = await exited
  signal.throwIfAborted()
  if (code !== 0) throw new Error(`hunspell ended with ${code}`)
  // the first line names the program
  return output.slice(output.indexOf('\n') + 1)
}
