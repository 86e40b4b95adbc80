// Subjects (SOURCES 3) over the sample, on each database: their works, types, limits, spelling and details.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { type Doc, type World, worldOn } from './test/world.ts'

await eachStore('book subjects', (database) => {
  let world: World
  before(async () => {
    world = await worldOn(database.store)
  })
  const ask = (path: string) => world.answered(path)
  const refused = (path: string) => world.refused(path)

  test('a subject answers with its works in the shape of the subjects endpoint', async () => {
    const { body } = await ask('/subjects/whaling.json')
    const { works, ...page } = body
    assert.deepEqual(page, {
      key: '/subjects/whaling',
      name: 'whaling',
      subject_type: 'subject',
      solr_query: 'subject_key:"whaling"',
      work_count: 1,
    })
    const { key, authors, ...work } = works?.[0] ?? {}
    assert.match(String(key), /^\/works\/OL99\d{7}W$/)
    assert.match(JSON.stringify(authors), /^\[\{"key":"\/authors\/OL99\d{7}A","name":"Herman Melville"\}\]$/)
    assert.deepEqual(work, {
      title: 'Moby-Dick',
      edition_count: 1,
      cover_id: null,
      cover_edition_key: null,
      subject: ['American fiction', 'Sea stories', 'Whaling', 'Whales'],
      ia_collection: [],
      printdisabled: false,
      lending_edition: '',
      lending_identifier: '',
      first_publish_year: 1851,
      ia: null,
      public_scan: false,
      has_fulltext: false,
    })
  })

  test('subjects have four types, twelve works by default and 1000 at most, and are empty when unknown', async () => {
    const types = { 'place:london': 'place', 'person:sherlock_holmes': 'person', 'time:never': 'time', love: 'subject' }
    for (const [key, type] of Object.entries(types))
      assert.equal((await ask(`/subjects/${key}.json`)).body.subject_type, type)
    assert.equal((await ask('/subjects/science_fiction.json')).body.works?.length, 12)
    assert.equal((await ask('/subjects/science_fiction.json?limit=3&offset=5')).body.works?.length, 3)
    const { body } = await ask('/subjects/no_such_subject.json')
    assert.deepEqual([body.work_count, body.works, body.name], [0, [], 'no such subject'])
    assert.equal((await refused('/subjects/love.json?limit=1001')).type, 'less_than_equal')
    assert.equal((await refused('/subjects/love.json?published_in=old')).type, 'value_error')
  })

  test('a subject in mixed case is answered like the one in lower case', async () => {
    for (const [mixed, lower] of [
      ['Sea_Stories', 'sea_stories'],
      ['place:R%C3%89UNION', 'place:r%C3%A9union'],
    ] as const) {
      const [one, other] = [await ask(`/subjects/${mixed}.json?limit=1`), await ask(`/subjects/${lower}.json?limit=1`)]
      assert.deepEqual([one.status, one.body], [200, other.body])
    }
    assert.ok(Number((await ask('/subjects/Sea_Stories.json')).body.work_count) > 10)
  })

  test('works of a subject are filtered by year and by whether they can be read', async () => {
    const subjectWith = async (more: string) => (await ask(`/subjects/sea_stories.json?limit=100&sort=old${more}`)).body
    const years =
      (await subjectWith('&published_in=1840-1850')).works?.map((work) => Number(work.first_publish_year)) ?? []
    assert.ok(years.length > 3 && years.every((year) => year >= 1840 && year <= 1850))
    assert.equal((await subjectWith('&published_in=1851')).work_count, 1)
    for (const name of ['has_fulltext', 'ebooks']) {
      const body = await subjectWith(`&${name}=true`)
      assert.deepEqual([body.work_count, body.ebook_count, body.works], [0, 0, []])
    }
    assert.equal((await subjectWith('&has_fulltext=false')).ebook_count, undefined)
  })

  test('details count what the works of a subject have in common, without the subject itself', async () => {
    const { body } = await ask('/subjects/sea_stories.json?details=true&limit=1000')
    assert.equal(body.name, 'Sea stories')
    assert.equal(body.ebook_count, 0)
    const lists = ['authors', 'subjects', 'places', 'people', 'times', 'publishers', 'languages', 'publishing_history']
    for (const name of lists) assert.ok(Array.isArray(body[name]), name)
    const subjects: Doc[] = Array.isArray(body.subjects) ? body.subjects : []
    assert.ok(subjects.length <= 25)
    assert.ok(!subjects.some(({ name }) => name === 'Sea stories'))
    const counts = subjects.map(({ count }) => Number(count))
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => b - a),
    )
    const fiction = subjects.find(({ key }) => key === '/subjects/american_fiction')
    const works = body.works ?? []
    const own = works.filter((work) => Array.isArray(work.subject) && work.subject.includes('American fiction'))
    assert.equal(fiction?.count, own.length)
    const melville = Array.isArray(body.authors) ? Object(body.authors[0]) : {}
    assert.equal(melville.name, 'Herman Melville')
    const years = Array.isArray(body.publishing_history) ? body.publishing_history : []
    assert.deepEqual(
      years.find(([year]) => year === 1851),
      [1851, 1],
    )
    const total = years.reduce((sum, [, count]) => sum + count, 0)
    assert.equal(total, works.filter((work) => work.first_publish_year !== null).length)
  })
})
