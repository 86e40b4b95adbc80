// Spelling by the program `hunspell`, if it is installed: with the dictionaries of the system, and with the operator's
// in `spelling/` of the folder of models, which take precedence.
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '#define'
import { createTurns } from '#provider/run'
import { engineFailed, tooBusy } from '../../errors.ts'
import { baseOf } from '../../language-code.ts'
import type { TextCaller } from '../text-caller.ts'
import { correctSpelling } from './correct-text.ts'
import { askHunspell } from './program.ts'

interface Dictionary {
  /** BCP 47 in lower case: a base language or a variant. */
  readonly language: string
  /** The path of both files without extensions. */
  readonly path: string
  /** The word list, which variants may share through links. */
  readonly file: string
}
interface Spelt {
  readonly text: string
  readonly label: string
}
export interface Spelling {
  /**
   * Returns the corrected text and the names of the dictionaries; undefined without a dictionary for the BCP 47
   * language. Rejects with 503 if the program fails or times out, or too many texts wait.
   */
  correct(text: string, language: string, caller: TextCaller): Promise<Spelt | undefined>
  /** The installed dictionaries. */
  readonly dictionaries: readonly Dictionary[]
}
export interface SpellingOptions {
  readonly modelsFolder: string
  readonly log: Pick<Log, 'warn'>
  /** True unless the operator has turned spelling off. */
  readonly isOn?: boolean
  readonly program?: string
  /** Folders of the system's dictionaries. */
  readonly systemFolders?: readonly string[]
  /** Timeout of a text. */
  readonly timeoutMs?: number
}

const defaultProgram = '/usr/bin/hunspell'
const defaultFolders = ['/usr/share/hunspell', '/usr/share/myspell/dicts']
const maxDictionaries = 200

export function createSpelling({
  modelsFolder,
  log,
  isOn = true,
  program = defaultProgram,
  systemFolders = defaultFolders,
  timeoutMs = 15_000,
}: SpellingOptions): Spelling {
  const isThere = isOn && [program, '/bin/sh'].every((path) => existsSync(path))
  const dictionaries = isThere ? dictionariesIn([join(modelsFolder, 'spelling'), ...systemFolders]) : []
  const waiting = { waiting: 200, waitingPerOwner: 20 }
  const turns = createTurns({ running: 2, runningPerOwner: 1, ...waiting, makeBusyError: tooBusy })
  return {
    dictionaries,
    async correct(text, language, { account, signal }) {
      const chosen = dictionariesFor(dictionaries, language)
      if (chosen.length === 0) return undefined
      const paths = chosen.map(({ path }) => path)
      const label = `spelling ${chosen.map((one) => one.language).join(' ')}`
      const options = { hasCapitalNouns: ['de', 'lb'].includes(baseOf(language.toLowerCase())) }
      const work = () =>
        correctSpelling(
          text,
          (words) => askHunspell({ program, dictionaries: paths, words, timeoutMs, signal }),
          options,
        )
      try {
        return { text: await turns.run(account, work, signal), label }
      } catch (err) {
        signal.throwIfAborted()
        if (!(err instanceof Error)) throw err
        log.warn('spelling was not corrected', { err, dictionaries: paths })
        throw engineFailed('The text could not be corrected. Try again later.')
      }
    },
  }
}

/** The dictionaries, one per language; earlier folders take precedence. */
function dictionariesIn(folders: readonly string[]): Dictionary[] {
  const byLanguage = new Map<string, Dictionary>()
  for (const folder of folders)
    for (const name of namesIn(folder)) {
      const path = join(folder, name)
      const language = name.toLowerCase().replace('_', '-')
      if (!byLanguage.has(language)) byLanguage.set(language, { language, path, file: realpathSync(`${path}.dic`) })
    }
  return [...byLanguage.values()].slice(0, maxDictionaries)
}

/** Names of pairs of `.aff` and `.dic` files. */
function namesIn(folder: string): string[] {
  let files: string[]
  try {
    files = readdirSync(folder).sort()
  } catch {
    return []
  }
  return files
    .flatMap((file) => /^([a-z]{2,3}(?:[-_][a-z0-9]{2,8})?)\.aff$/i.exec(file)?.[1] ?? [])
    .filter((name) => files.includes(`${name}.dic`))
}

/** The dictionary of the variant, otherwise of the base; without a variant, all files of the language. */
function dictionariesFor(present: readonly Dictionary[], language: string): Dictionary[] {
  const wanted = language.toLowerCase()
  const exact = present.filter((one) => one.language === wanted)
  if (exact.length > 0) return exact
  const base = baseOf(language)
  if (wanted !== base) return present.filter((one) => one.language === base)
  // several variants may share files
  const byFile = Map.groupBy(
    present.filter((one) => baseOf(one.language) === base),
    ({ file }) => file,
  )
  return [...byFile.values()].flatMap(([first]) => first ?? [])
}
