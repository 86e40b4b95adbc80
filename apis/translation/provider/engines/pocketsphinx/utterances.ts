// Parses the output of PocketSphinx: a line with the words of an utterance, then a line for each word with its times in
// seconds, the last of which is the end of the sentence (SOURCES 6.1).
import type { Heard } from '../../voice/speech.ts'

const wordLine = /^(\S+) (\d+\.\d+) (\d+\.\d+) \d+\.\d+$/
/** Limit of characters of an utterance; the program ends one at each pause. */
const maxPending = 100_000

/** Creates a reader that takes the output in chunks and returns complete utterances. */
export function createUtteranceReader(): (chunk: string) => Heard[] {
  let rest = ''
  let text: string | undefined
  let startMs: number | undefined
  return (chunk) => {
    rest += chunk
    if (rest.length > maxPending) throw new Error('PocketSphinx wrote too much')
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    const done: Heard[] = []
    for (const line of lines) {
      const [, word, from, to] = wordLine.exec(line) ?? []
      if (word === undefined) {
        text = line.trim()
        startMs = undefined
      } else if (word === '</s>') {
        if (text) done.push({ text, startMs: startMs ?? ms(from), endMs: ms(from), isFinal: true })
        text = undefined
      } else if (!word.startsWith('<')) startMs ??= ms(from)
      void to
    }
    return done
  }
}

const ms = (seconds: string | undefined) => Math.round(Number(seconds ?? 0) * 1000)
