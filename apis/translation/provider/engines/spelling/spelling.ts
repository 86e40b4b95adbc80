// Spelling by dictionaries: those that the operator has added, and pairs of Hunspell files in `spelling/` of the folder
// of models, which come first. They are read on a thread of their own with the first text of their language.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '#define'
import { type EngineCard, engineFile, isInstalled, readEngineCard } from '#provider'
import { engineFailed } from '../../errors.ts'
import { baseOf } from '../../language-code.ts'
import { createTextThread, type TextCaller } from '../text-thread.ts'

export interface SpellingFiles {
  /** BCP 47 in lower case: a base language, or a variant. */
  readonly language: string
  readonly rules: string
  readonly words: string
  /** Undefined for files of the operator, which have no known hash. */
  readonly card: EngineCard | undefined
}
export interface SpellingTask {
  readonly text: string
  readonly hasCapitalNouns: boolean
  readonly dictionaries: readonly SpellingFiles[]
}
/** What the thread answers; without a text where no dictionary could be read. */
export interface SpellingAnswer {
  readonly text: string | undefined
  readonly problems: readonly string[]
}
export interface Spelt {
  readonly text: string
  readonly label: string
}
export interface Spelling {
  /**
   * The corrected text and the names of the dictionaries; undefined where there is none that can be read. `language` is
   * BCP 47. Rejects with 503 when the thread fails or takes too long, or too many texts wait.
   */
  correct(text: string, language: string, caller: TextCaller): Promise<Spelt | undefined>
  close(): Promise<void>
}

/** What is added as `spelling-<name>`, with the language that it has. */
const offered: readonly (readonly [string, string])[] = [
  ...([
    ['en-gb', 'en-gb'],
    ['en-us', 'en-us'],
    ['es', 'es'],
    ['fr', 'fr'],
  ] as const),
  ...([
    ['nl', 'nl'],
    ['pl', 'pl'],
    ['pt', 'pt-br'],
  ] as const),
]
/** Of both files of a pair. */
const mostBytes = 24_000_000
const mostPairs = 100

/** `timeoutMs`: how long a text may take, the reading of its dictionaries included. */
export function createSpelling(
  folders: { readonly enginesFolder: string; readonly modelsFolder: string },
  log: Pick<Log, 'warn'>,
  { timeoutMs = 15_000 }: { readonly timeoutMs?: number } = {},
): Spelling {
  const present = spellingIn(folders)
  const told = new Set<string>()
  const thread = createTextThread<SpellingTask>({
    ...{ entry: new URL('./thread-program.ts', import.meta.url), name: 'spelling', workerData: undefined },
    ...{ heapMb: 768, timeoutMs, waitMs: 30_000, idleMs: 600_000 },
    onFailure(_task, err) {
      log.warn('spelling was not corrected', { err })
      return engineFailed('The text could not be corrected. Try again later.')
    },
  })
  return {
    async correct(text, language, caller) {
      const dictionaries = dictionariesFor(present, language)
      if (dictionaries.length === 0) return undefined
      const answer: SpellingAnswer = JSON.parse(
        await thread.run({ text, dictionaries, hasCapitalNouns: hasCapitalNouns(language) }, caller),
      )
      for (const problem of answer.problems)
        if (!told.has(problem)) {
          told.add(problem)
          log.warn('a spelling dictionary cannot be used', { problem })
        }
      if (answer.text === undefined) return undefined
      return { text: answer.text, label: `spelling ${dictionaries.map((one) => one.language).join(' ')}` }
    },
    close: thread.close,
  }
}

/** Those that are there; of a language that the operator has a pair for, that pair. */
export function spellingIn(folders: {
  readonly enginesFolder: string
  readonly modelsFolder: string
}): readonly SpellingFiles[] {
  const own = pairsIn(join(folders.modelsFolder, 'spelling'))
  const added = offered.flatMap(([name, language]): SpellingFiles[] => {
    const card = readEngineCard(new URL(`../../../engines/spelling-${name}/`, import.meta.url))
    if (!isInstalled(folders.enginesFolder, card) || own.some((one) => one.language === language)) return []
    const [rules = '', words = ''] = Object.keys(card.files)
    const path = (file: string) => engineFile(folders.enginesFolder, card, file)
    return [{ language, rules: path(rules), words: path(words), card }]
  })
  return [...own, ...added]
}

/** That of the variant or else of the base; where no variant is asked for, all of the language. */
export function dictionariesFor(present: readonly SpellingFiles[], language: string): SpellingFiles[] {
  const wanted = language.toLowerCase()
  const base = baseOf(language)
  if (wanted === base) return present.filter((one) => baseOf(one.language) === base)
  const exact = present.filter((one) => one.language === wanted)
  return exact.length > 0 ? exact : present.filter((one) => one.language === base)
}

/** Whether the language writes nouns with a capital. */
export const hasCapitalNouns = (language: string): boolean => ['de', 'lb'].includes(baseOf(language.toLowerCase()))

function pairsIn(folder: string): SpellingFiles[] {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    return []
  }
  return names
    .flatMap((name) => {
      const stem = /^([a-z]{2,3}(?:[-_][a-z0-9]{2,8})?)\.aff$/i.exec(name)?.[1]
      if (stem === undefined || !names.includes(`${stem}.dic`)) return []
      const [rules, words] = [join(folder, name), join(folder, `${stem}.dic`)]
      const bytes = [rules, words].reduce(
        (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
        0,
      )
      const language = stem.toLowerCase().replace('_', '-')
      return bytes <= mostBytes ? [{ language, rules, words, card: undefined }] : []
    })
    .slice(0, mostPairs)
}
