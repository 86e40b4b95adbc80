// What runs on the thread of spelling: one text after another, by dictionaries of which a few stay read.
import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { readVerified } from '#provider'
import { correctSpelling } from './correct-text.ts'
import { readDictionary, type SpellingDictionary } from './dictionary.ts'
import type { SpellingAnswer, SpellingFiles, SpellingTask } from './spelling.ts'

/** The largest takes some 130 MB. */
const mostKept = 3
type Read = { readonly dictionary: SpellingDictionary } | { readonly problem: string }
const kept = new Map<string, Read>()

parentPort?.on('message', (task: SpellingTask) => {
  void correct(task).then((answer) => parentPort?.postMessage(JSON.stringify(answer)))
})

async function correct({ text, dictionaries, hasCapitalNouns }: SpellingTask): Promise<SpellingAnswer> {
  const read: Read[] = []
  for (const files of dictionaries) read.push(await dictionaryOf(files))
  const usable = read.flatMap((one) => ('dictionary' in one ? [one.dictionary] : []))
  const problems = read.flatMap((one) => ('problem' in one ? [one.problem] : []))
  return { text: usable.length === 0 ? undefined : correctSpelling(text, usable, { hasCapitalNouns }), problems }
}

async function dictionaryOf(files: SpellingFiles): Promise<Read> {
  const known = kept.get(files.rules)
  kept.delete(files.rules)
  const one = known ?? (await read(files))
  kept.set(files.rules, one)
  // the one that has not been used for longest
  for (const path of kept.keys()) if (kept.size > mostKept) kept.delete(path)
  return one
}

async function read({ rules, words, card }: SpellingFiles): Promise<Read> {
  try {
    const hashes = card ? Object.values(card.files) : []
    const bytes = (path: string, at: number) => (card ? readVerified(path, hashes[at] ?? '') : readFile(path))
    return { dictionary: readDictionary(await bytes(rules, 0), await bytes(words, 1)) }
  } catch (error) {
    return { problem: `${words}: ${error instanceof Error ? error.message : String(error)}` }
  }
}
