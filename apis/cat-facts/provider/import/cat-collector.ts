// Gathers the facts and breeds of an import file and checks each one. Nothing is stored unless the whole file is right: a
// wrong record refuses the file and is named by its line.
import { fail } from '#define'
import type { Breed, CatRecords } from '../cats/cat-data.ts'

const problemLimit = 5
const recordsPerReport = 1000
const factLength = 2000
const wordsLength = 200

export interface Collector {
  /** Takes one record, a fact or a breed as an object; `where` names its line. Throws like `refuseRecord`. */
  add(where: string, record: unknown): void
  /** Notes what is wrong with a record; throws `import.invalid` when there is too much. */
  refuseRecord(where: string, problem: string): void
  /** Everything in the order of the file. Throws `import.invalid` when a record was refused or there is none. */
  finish(): CatRecords
  counts(): Record<string, number>
}

/** At most `most` facts and as many breeds. */
export function createCollector(most: number, progress: (counts: Record<string, number>) => void): Collector {
  const facts: string[] = []
  const breeds: Breed[] = []
  const problems: string[] = []

  const refuseRecord = (where: string, problem: string): void => {
    problems.push(`${where}: ${problem}`)
    if (problems.length >= problemLimit) throw refused([...problems, 'and perhaps more'])
  }
  const counts = () => ({ facts: facts.length, breeds: breeds.length })

  return {
    refuseRecord,
    counts,
    add(where, record) {
      const read = readRecord(record)
      if (typeof read === 'string') return refuseRecord(where, read)
      if ('fact' in read) facts.push(read.fact)
      else breeds.push(read)
      if (Math.max(facts.length, breeds.length) > most) throw refused([`${where}: more than ${most} records of a kind`])
      if ((facts.length + breeds.length) % recordsPerReport === 0) progress(counts())
    },
    finish() {
      if (problems.length > 0) throw refused(problems)
      if (facts.length + breeds.length === 0) throw refused(['it holds neither facts nor breeds'])
      return { facts, breeds }
    },
  }
}

/** Says why the file as a whole is refused. */
export function refused(problems: readonly string[]): Error {
  return fail('import.invalid', { reason: problems.join('; ') })
}

/** A piece of the file as it may stand in a message: short, and with nothing that could break a log line. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}

/** A fact, a breed, or what is wrong. Other members, such as the length of a fact, are left out. */
function readRecord(record: unknown): { fact: string } | Breed | string {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return 'is not an object'
  if (Object.hasOwn(record, 'fact')) {
    const fact = words(record, 'fact', factLength)
    if (fact === '') return 'the fact is empty'
    return fact === undefined ? `the fact is not a text of at most ${factLength} characters` : { fact }
  }
  if (Object.hasOwn(record, 'breed')) return readBreed(record)
  return 'has neither a fact nor a breed'
}

function readBreed(record: object): Breed | string {
  const [breed, country, origin, coat, pattern] = ['breed', 'country', 'origin', 'coat', 'pattern'].map((name) =>
    words(record, name, wordsLength),
  )
  if (breed === '') return 'the breed has no name'
  if (
    breed === undefined ||
    country === undefined ||
    origin === undefined ||
    coat === undefined ||
    pattern === undefined
  )
    return `breed, country, origin, coat and pattern must be texts of at most ${wordsLength} characters`
  return { breed, country, origin, coat, pattern }
}

/** A text with single blanks, empty when there is none; undefined when it is no text or too long. */
function words(record: object, name: string, longest: number): string | undefined {
  const value: unknown = Object.hasOwn(record, name) ? Reflect.get(record, name) : ''
  if (value === null) return ''
  if (typeof value !== 'string' || value.length > longest * 2) return undefined
  const plain = value.toWellFormed().replaceAll('\0', '').trim().replace(/\s+/g, ' ')
  return [...plain].length <= longest ? plain : undefined
}
