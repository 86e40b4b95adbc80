// The sample is whole: every work has an author that is listed, a plausible year, and nothing twice.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { normalIsbn } from '#provider'
import { sampleFrom } from '../model/records.ts'
import { readSample } from './sample.ts'

test('every work has a title, authors that are listed, a language, subjects, and a year it can have', async () => {
  const { works, authors } = await readSample()
  assert.ok(works.size >= 1500 && authors.size >= 500)
  const seen = new Set<string>()
  for (const [id, work] of works) {
    const name = `${work.title} of ${work.authors?.map((author) => authors.get(author)?.name).join()}`
    assert.ok(id > sampleFrom && work.title && work.title.trim() === work.title, name)
    assert.ok(work.authors?.length, name)
    assert.match(work.languages?.join() ?? '', /^[a-z]{3}$/, name)
    assert.ok(work.subjects?.length && new Set(work.subjects).size === work.subjects.length, name)
    for (const author of work.authors) {
      const born = Number(/^\d{4}/.exec(authors.get(author)?.birth ?? '')?.[0] ?? 0)
      if (work.year !== undefined) assert.ok(work.year >= Math.max(1450, born + 14) && work.year <= 2025, name)
    }
    assert.ok(!seen.has(name), `twice: ${name}`)
    seen.add(name)
  }
})

test('authors are listed once, died after they were born, and have works', async () => {
  const { works, authors } = await readSample()
  const used = new Set([...works.values()].flatMap((work) => work.authors ?? []))
  const names = [...authors.values()].map((author) => author.name)
  assert.equal(new Set(names).size, names.length)
  for (const [id, { name, birth = '', death = '' }] of authors) {
    assert.ok(used.has(id), name)
    const [born, died] = [birth, death].map((text) => (/^\d{4}/.test(text) ? Number.parseInt(text, 10) : undefined))
    if (born !== undefined && died !== undefined) assert.ok(died - born >= 15 && died - born <= 110, name)
  }
})

/** A year that is written as certain. */
const certain = (text: string | undefined) => (/^\d{4}$/.test(text ?? '') ? Number(text) : undefined)

test('no work is older than its authors, and only those known to be posthumous are younger', async () => {
  const { works, authors } = await readSample()
  const late: string[] = []
  for (const { title = '', year, authors: ids = [] } of works.values()) {
    const writers = ids.map((id) => authors.get(id))
    const deaths = writers.map((one) => certain(one?.death))
    for (const one of writers) assert.ok((year ?? 9999) > (certain(one?.birth) ?? 0) + 13, title)
    const isLate = year !== undefined && deaths.every((death) => death !== undefined && year > death)
    if (isLate) late.push(`${writers.map((one) => one?.name).join(';')}: ${title}`)
  }
  const rows = readFileSync(new URL('../test/posthumous.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
  const known = rows.flatMap((row) => {
    const [author, titles = ''] = row.split('\t')
    return titles.split(';').map((title) => `${author}: ${title}`)
  })
  assert.deepEqual(late.sort(), known.sort())
})

test('an ISBN is valid and of the edition of one work, which has a year', async () => {
  const { works, editions } = await readSample()
  const isbns = [...editions.values()].flatMap(({ record }) => record.isbn ?? [])
  assert.ok(isbns.length >= 80)
  assert.equal(new Set(isbns).size, isbns.length)
  for (const isbn of isbns) assert.equal(normalIsbn(isbn), isbn)
  for (const [id, { workId, record }] of editions) {
    const work = works.get(workId)
    assert.ok(id > sampleFrom && work?.year !== undefined, String(id))
    assert.equal(work.title, record.title)
  }
})
