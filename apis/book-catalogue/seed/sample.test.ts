// The sample is whole: every work has an author that is listed, a plausible year, and nothing twice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleFrom } from '../provider/records.ts'
import { normalIsbn } from '../provider/words.ts'
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
    for (const isbn of work.isbn ?? []) assert.equal(normalIsbn(isbn), isbn, name)
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
