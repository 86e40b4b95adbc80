// The sample: facts about well-known works and their authors (titles, names, years, subjects), written by us. Read from
// the TSV files in this folder if the store is empty; independent of the database.
import { readFile } from 'node:fs/promises'
import { type AuthorRecord, type EditionRecord, type Records, sampleFrom, type WorkRecord } from '../model/records.ts'

/** Reads the sample. Keys are numbered by the order of the lines. */
export async function readSample(): Promise<Records> {
  const authors = new Map<number, AuthorRecord>()
  const idsByName = new Map<string, number>()
  for (const [at, [name = '', birth, death]] of (await rowsOf('authors.tsv')).entries()) {
    const id = sampleFrom + at + 1
    idsByName.set(name, id)
    authors.set(id, { name, ...(birth ? { birth } : {}), ...(death ? { death } : {}) })
  }
  const works = new Map<number, WorkRecord>()
  const editions = new Map<number, { workId: number; record: EditionRecord }>()
  for (const [at, row] of (await rowsOf('works.tsv')).entries()) {
    const [title = '', names, year, language, subjects, places, people, isbn] = row
    const workId = sampleFrom + at + 1
    works.set(workId, {
      title,
      authors: listOf(names).flatMap((name) => idsByName.get(name) ?? []),
      ...(year ? { year: Number(year) } : {}),
      ...(language ? { languages: [language] } : {}),
      ...some('subjects', subjects),
      ...some('places', places),
      ...some('people', people),
    })
    // our ISBNs are of English editions; an edition has the number of its work
    if (isbn) editions.set(workId, { workId, record: { title, isbn: [isbn], languages: ['eng'] } })
  }
  return { works, authors, editions }
}

function listOf(text: string | undefined): string[] {
  return text ? text.split(';') : []
}

function some(name: string, text: string | undefined): Record<string, string[]> {
  return text ? { [name]: listOf(text) } : {}
}

/** Reads the rows of a file without the first, which names the columns. */
async function rowsOf(name: string): Promise<string[][]> {
  const text = await readFile(new URL(name, import.meta.url), 'utf8')
  const lines = text.split('\n').slice(1)
  return lines.filter((line) => line !== '').map((line) => line.split('\t'))
}
