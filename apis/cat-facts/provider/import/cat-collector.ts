// Collects and checks the facts and breeds of an import file.
import type { ImportCounts } from '#define/imports'
import { cleanString, type ImportProblems, invalidImport } from '#provider/import'
import type { Breed, CatRecords } from '../cats/cat-data.ts'
import { maxRecords } from '../cats/store.ts'

const recordsPerReport = 1000
const maxFactLength = 2000
const maxWordsLength = 200

interface CatCollector {
  /** Adds one record, a fact or a breed as an object; `where` is its line, for messages. */
  add(where: string, record: unknown): void
  /**
   * Returns all records in the order of the file. Throws `import.invalid` if a record is invalid or the file has none.
   */
  finish(): CatRecords
}

export function createCatCollector(problems: ImportProblems, progress: (counts: ImportCounts) => void): CatCollector {
  const facts: string[] = []
  const breeds: Breed[] = []
  return {
    add(where, record) {
      const read = readRecord(record)
      if (typeof read === 'string') return problems.add(where, read)
      if ('fact' in read) facts.push(read.fact)
      else breeds.push(read)
      if (Math.max(facts.length, breeds.length) > maxRecords)
        throw invalidImport(`${where}: more than ${maxRecords} records of a kind`)
      if ((facts.length + breeds.length) % recordsPerReport === 0)
        progress({ facts: facts.length, breeds: breeds.length })
    },
    finish() {
      problems.throwIfAny()
      if (facts.length + breeds.length === 0) throw invalidImport('it holds neither facts nor breeds')
      return { facts, breeds }
    },
  }
}

/** Returns a fact, a breed, or a problem. Other members, such as the length of a fact, are dropped. */
function readRecord(record: unknown): { fact: string } | Breed | string {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return 'is not an object'
  if (Object.hasOwn(record, 'fact')) {
    const fact = readWords(record, 'fact', maxFactLength)
    if (fact === '') return 'the fact is empty'
    return fact === undefined ? `the fact is not text of at most ${maxFactLength} characters` : { fact }
  }
  if (Object.hasOwn(record, 'breed')) return readBreed(record)
  return 'has neither a fact nor a breed'
}

function readBreed(record: object): Breed | string {
  const [breed, country, origin, coat, pattern] = ['breed', 'country', 'origin', 'coat', 'pattern'].map((name) =>
    readWords(record, name, maxWordsLength),
  )
  if (breed === '') return 'the breed has no name'
  if (
    breed === undefined ||
    country === undefined ||
    origin === undefined ||
    coat === undefined ||
    pattern === undefined
  )
    return `breed, country, origin, coat and pattern must be text of at most ${maxWordsLength} characters`
  return { breed, country, origin, coat, pattern }
}

/**
 * Returns a string with single spaces, empty if the member is missing or null; undefined for another type or a longer
 * one.
 */
function readWords(record: object, name: string, maxLength: number): string | undefined {
  const value = new Map<string, unknown>(Object.entries(record)).get(name)
  return value === undefined || value === null ? '' : cleanString(value, maxLength)?.replace(/\s+/g, ' ')
}
