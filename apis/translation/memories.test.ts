// Translation memories on each database: TMX in and out, segments by page, and similar segments in translations.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { sampled } from '../../tests/harness/seed.ts'
import { eachStore } from '../../tests/harness/services.ts'
import { similarity } from './provider/memories/similarity.ts'
import { readTmx } from './provider/memories/tmx.ts'
import { openWorld, type World } from './test/world.ts'

const unit = (source: string, target: string, language = 'de') =>
  `<tu><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="${language}"><seg>${target}</seg></tuv></tu>`
const tmx = (...units: string[]) =>
  `<?xml version="1.0"?><!DOCTYPE tmx SYSTEM "tmx14.dtd"><tmx version="1.4"><header srclang="en"/><body>${units.join('')}</body></tmx>`

async function* inPieces(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
}

async function begun(world: World, bytes: number, account?: string) {
  const source_file = { file_name: 'words.tmx', content_length: bytes, content_type: 'application/xml' }
  const { status, body } = await world.post('/v3/translation_memories/import', { source_file }, account)
  assert.equal(status, 202)
  const address = new URL(String(body.upload_url))
  return { job: String(body.job_id), path: address.pathname.replace('/v1/proxy/translation', '') }
}

async function imported(world: World, text: string) {
  const { job, path } = await begun(world, Buffer.byteLength(text))
  // the address needs no account
  const answer = await world.ask(path, { method: 'PUT', body: inPieces(text), account: '' })
  return {
    job,
    path,
    status: answer.status,
    id: String(answer.body.translation_memory_id),
    message: answer.body.message,
  }
}

test('highlighted words of a segment are read in their place, native codes are not', async () => {
  const source =
    'Press <hi type="x">the <hi>red</hi></hi> button<ph x="1">&lt;br&gt;</ph>, <bpt i="1">&lt;b&gt;</bpt>now<ept i="1">&lt;/b&gt;</ept>.'
  const read = readTmx(inPieces(tmx(unit(source, '<hi>Den</hi> Knopf <hi>jetzt</hi>'))))
  const { value } = await read.next()
  assert.deepEqual(value, {
    ...{ language: 'en', source: 'Press the red button, now.', targets: { de: 'Den Knopf jetzt' } },
  })
})

await eachStore('translation memories', (database) => {
  test('the tables are made', async () => {
    await openWorld({ database: database.store })
  })
  const open = () => openWorld({ database: database.store, migrated: true })

  test('a TMX file becomes a memory with its languages, and comes back as TMX', async () => {
    const world = await open()
    const { job, id } = await imported(
      world,
      tmx(
        unit('Good &amp; bad', 'Gut &lt; schlecht'),
        unit('Hello', 'Bonjour', 'FR-ca'),
        '<tu><tuv xml:lang="en"><seg>alone</seg></tuv></tu>',
      ),
    )
    const { results } = Object((await world.ask(`/v3/translation_memories/jobs/${job}`)).body)
    assert.deepEqual(results, [{ status: 'completed', translation_memory_id: id, skipped_segment_count: 1 }])
    const { body } = await world.ask(`/v3/translation_memories/${id}`)
    assert.deepEqual(
      [body.name, body.source_language, body.target_languages, body.segment_count],
      ['words.tmx', 'en', ['de', 'fr-CA'], 2],
    )
    const first = await world.ask(`/v3/translation_memories/${id}/export`, { method: 'POST' })
    const again = await world.ask(`/v3/translation_memories/${id}/export`, { method: 'POST' })
    assert.deepEqual([first.status, again.status, again.body.job_id], [202, 200, first.body.job_id])
    const file = await world.ask<AsyncIterable<Buffer>>(`/v3/translation_memories/jobs/${first.body.job_id}/file`, {
      account: '',
    })
    let text = ''
    for await (const chunk of file.body) text += chunk
    assert.match(text, /<seg>Good &amp; bad<\/seg><\/tuv><tuv xml:lang="de"><seg>Gut &lt; schlecht<\/seg>/)
    const copy = await imported(world, text)
    assert.equal(copy.status, 200)
    const segments = async (memory: string) =>
      Object((await world.ask(`/v3/translation_memories/${memory}/segments`)).body).segments.map(
        (one: { source_text: string }) => one.source_text,
      )
    assert.deepEqual(await segments(copy.id), await segments(id))
  })

  const large = tmx(
    ...Array.from({ length: 700 }, (_, number) => unit(`Sentence ${number} ${'x'.repeat(1500)}`, 'Satz')),
  )
  const stateOf = async (world: World, job: string) =>
    Object((await world.ask(`/v3/translation_memories/jobs/${job}`)).body).results[0]
  async function settled(world: World, job: string) {
    for (;;) {
      const state = await stateOf(world, job)
      if (state.status !== 'processing') return state
      await pause(20)
    }
  }

  test('a large file is imported after its upload has been answered', async () => {
    const world = await open()
    const { job, path } = await begun(world, Buffer.byteLength(large))
    const { status, body } = await world.ask(path, { method: 'PUT', body: inPieces(large), account: '' })
    assert.deepEqual([status, body], [200, { job_id: job, status: 'processing' }])
    const { translation_memory_id: id, ...state } = await settled(world, job)
    assert.deepEqual(state, { status: 'completed', skipped_segment_count: 0 })
    assert.equal((await world.ask(`/v3/translation_memories/${id}`)).body.segment_count, 700)
  })

  test('imports of a stopped process begin again, whole and once', async () => {
    const world = await open()
    const account = 'acc_stopped'
    const jobs: string[] = []
    const send = async (to: World) => {
      const { job, path } = await begun(to, Buffer.byteLength(large), account)
      return { job, answer: await to.ask(path, { method: 'PUT', body: inPieces(large), account: '' }) }
    }
    for (let count = 0; count < 3; count += 1) jobs.push((await send(world)).job)
    await world.close()
    const next = await open()
    // the last of them had no time to end
    const left = await next.kit.db
      .selectFrom('translation_jobs')
      .select('id')
      .where('account', '=', account)
      .where('status', '=', 'processing')
      .execute()
    assert.ok(left.length > 0)
    next.clock.advance(61_000)
    const ask = async (job: string) =>
      Object((await next.ask(`/v3/translation_memories/jobs/${job}`, { account })).body).results[0]
    for (const job of jobs) await ask(job)
    for (const job of jobs) {
      let state = await ask(job)
      while (state.status === 'processing') {
        await pause(20)
        state = await ask(job)
      }
      assert.equal(state.status, 'completed')
      const memory = await next.ask(`/v3/translation_memories/${state.translation_memory_id}`, { account })
      assert.equal(memory.body.segment_count, 700)
    }
    const { count } = await next.kit.db
      .selectFrom('translation_segments')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('source_text', 'like', 'Sentence 17 %')
      .executeTakeFirstOrThrow()
    // one of the test above, and one of each of these
    assert.equal(Number(count), 4)
  })

  test('an import that was begun by a process that is gone fails, and is not tried again', async () => {
    const world = await open()
    const account = 'acc_begun'
    const { job } = await begun(world, Buffer.byteLength(large), account)
    const memory_id = '00000000-0000-4000-8000-000000000001'
    await world.kit.db
      .updateTable('translation_jobs')
      .set({ status: 'processing', memory_id })
      .where('id', '=', job)
      .execute()
    writeFileSync(`${world.kit.cacheFolder}/translation-import-${job}.tmx`, large)
    world.clock.advance(61_000)
    const { body } = await world.ask(`/v3/translation_memories/jobs/${job}`, { account })
    assert.match(JSON.stringify(Object(body).results), /"failed".*interrupted/)
    assert.ok(!existsSync(`${world.kit.cacheFolder}/translation-import-${job}.tmx`))
  })

  test('an account has three imports at a time, and may send the file of a fourth later', async () => {
    const world = await open()
    const account = 'acc_busy'
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) ids.push((await begun(world, 10, account)).job)
    const set = (status: string) =>
      world.kit.db.updateTable('translation_jobs').set({ status }).where('id', 'in', ids).execute()
    await set('processing')
    const text = tmx(unit('One', 'Eins'))
    const { path } = await begun(world, Buffer.byteLength(text), account)
    const send = () => world.ask(path, { method: 'PUT', body: inPieces(text), account: '' })
    const refused = await send()
    assert.equal(refused.status, 400)
    assert.match(String(refused.body.message), /At most 3 imports/)
    await set('completed')
    assert.equal((await send()).status, 200)
  })

  test('an import whose file is lost fails with what to do, and can be begun again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-imports-'))
    const world = await openWorld({ database: database.store, migrated: true, kit: { cacheFolder: folder } })
    const { job, path } = await begun(world, Buffer.byteLength(large))
    await world.ask(path, { method: 'PUT', body: inPieces(large), account: '' })
    await world.close()
    rmSync(folder, { recursive: true })
    const next = await open()
    next.clock.advance(61_000)
    const state = await stateOf(next, job)
    assert.deepEqual(
      [state.status, state.error],
      ['failed', { message: 'The import was interrupted. Begin another and send the file again.' }],
    )
  })

  test('pages of segments are complete for every filter, and a cursor belongs to its filter', async () => {
    const world = await open()
    const units = Array.from({ length: 1203 }, (_, number) =>
      unit(`Sentence ${number}`, number % 100 === 0 ? 'Treffer' : 'Satz'),
    )
    const { id } = await imported(world, tmx(...units))
    const found: string[] = []
    const path = `/v3/translation_memories/${id}/segments?page_size=5&filter_text=TREFFER`
    let cursor = ''
    for (let pages = 0; pages < 10; pages += 1) {
      const { body } = await world.ask(path + cursor)
      assert.equal(body.segment_count, 1203)
      found.push(...Object(body).segments.map((one: { source_text: string }) => one.source_text))
      if (body.next_page_cursor === undefined) break
      cursor = `&page_cursor=${body.next_page_cursor}`
    }
    assert.deepEqual(
      found,
      Array.from({ length: 13 }, (_, number) => `Sentence ${number * 100}`),
    )
    assert.deepEqual((await world.ask(`${path}&filter_case_sensitive=true`)).body.segments, [])
    assert.equal((await world.ask(`/v3/translation_memories/${id}/segments?filter_text=Satz${cursor}`)).status, 400)
  })

  test('the most similar segment above the threshold replaces what the engine would say', async () => {
    const world = await open()
    const { id } = await imported(
      world,
      tmx(
        unit('Hallo Welt!', 'Servus!'),
        unit('Hallo Welten!', 'Servus alle!'),
        unit('The cat sleeps.', 'Die Miez schläft.'),
      ),
    )
    const ask = async (text: string, translation_memory_threshold?: number) =>
      (await world.translate(text, { translation_memory_id: id, translation_memory_threshold }))[0]?.text
    assert.equal(await ask('Hallo Welt!', 100), 'Servus!')
    assert.equal(await ask('Halloo Welt!'), 'Servus!')
    assert.notEqual(await ask('Halloo Welt!', 100), 'Servus!')
    assert.equal(await ask('The cat sleeps. The dog eats.'), 'Die Miez schläft. Der Hund isst.')
    assert.equal((await world.refused({ translation_memory_id: id, target_lang: 'FR' }))[0], 404)
    assert.equal((await world.refused({ translation_memory_id: id, source_lang: 'ES' }))[0], 404)
  })

  test('an account sees its own memories and jobs only, and a removed memory is gone with its segments', async () => {
    const world = await open()
    const { id, job } = await imported(world, tmx(unit('a', 'b')))
    const other = { account: 'acc_other' }
    assert.equal((await world.ask(`/v3/translation_memories/${id}`, other)).status, 404)
    assert.equal((await world.ask(`/v3/translation_memories/jobs/${job}`, other)).status, 404)
    assert.equal((await world.ask(`/v3/translation_memories/${id}`, { method: 'DELETE', ...other })).status, 404)
    assert.equal((await world.ask(`/v3/translation_memories/${id}`, { method: 'DELETE' })).status, 204)
    assert.equal((await world.ask(`/v3/translation_memories/${id}/segments`)).status, 404)
    const left = await world.kit.db.selectFrom('translation_segments').selectAll().where('memory_id', '=', id).execute()
    assert.deepEqual(left, [])
  })

  test('files that are no TMX, that are hostile or longer than they said fail the job and leave nothing', async () => {
    const world = await open()
    const entities = `<?xml version="1.0"?><!DOCTYPE tmx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><tmx><body>${unit('&b;', 'x')}</body></tmx>`
    for (const text of [
      '',
      'no xml',
      '<tmx><body>',
      entities,
      tmx(),
      tmx('<tu>'.repeat(100)),
      tmx(unit('a'.repeat(250_000), 'b')),
    ]) {
      const { job, status } = await imported(world, text || ' ')
      assert.equal(status, 400, text.slice(0, 60))
      const { results } = Object((await world.ask(`/v3/translation_memories/jobs/${job}`)).body)
      assert.equal(results[0].status, 'failed')
    }
    const { path } = await begun(world, 10)
    assert.equal((await world.ask(path, { method: 'PUT', body: inPieces(tmx(unit('a', 'b'))) })).status, 400)
    const second = await imported(world, tmx(unit('a', 'b')))
    assert.equal((await world.ask(second.path, { method: 'PUT', body: inPieces(tmx(unit('c', 'd'))) })).status, 409)
    const late = await begun(world, 10)
    world.clock.advance(24 * 3_600_000 + 1)
    assert.equal((await world.ask(late.path, { method: 'PUT', body: inPieces('x') })).status, 404)
    world.clock.advance(24 * 3_600_000)
    await world.runJob('deleteOldFiles')
    assert.equal((await world.ask(`/v3/translation_memories/jobs/${late.job}`)).status, 404)
  })
})

/** Levenshtein distance as its definition says. */
function distance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [at, one] of a.entries()) {
    const next = [at + 1]
    for (const [column, other] of b.entries())
      next.push(
        Math.min((row[column] ?? 0) + (one === other ? 0 : 1), (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1),
      )
    row = next
  }
  return row[b.length] ?? 0
}

test('similarity is the share of characters without an edit, and 0 below the threshold', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '🌍'), minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(text, text, fc.integer({ min: 0, max: 100 }), (a, b, atLeast) => {
      const [first, second] = [[...a], [...b]]
      const longest = Math.max(first.length, second.length)
      const share = Math.floor((100 * (longest - distance(first, second))) / longest)
      const found = similarity(a, b, atLeast)
      if (share >= atLeast) assert.equal(found, a === b ? 100 : Math.min(99, share))
      else assert.ok(found <= atLeast)
    }),
    { numRuns: sampled(2000) },
  )
})
