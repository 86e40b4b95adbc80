// Limits on what an account stores hold with the insert, whoever inserts at the same moment, on each database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { createMemoryStore } from './provider/memories/store.ts'
import { createStreamStore } from './provider/voice/streams.ts'
import { openWorld, type World } from './test/world.ts'

await eachStore('limits of translation', (database) => {
  const processes = async () =>
    [
      await openWorld({ database: database.store, migrated: true }),
      await openWorld({ database: await database.another(), migrated: true }),
    ] as const
  /** The outcome of as many creations that two processes begin at once. */
  async function atOnce<T>(count: number, make: (world: World, at: number) => Promise<T>) {
    const worlds = await processes()
    const making = Array.from({ length: count }, (_, at) => make(worlds[at % 2 === 0 ? 0 : 1], at))
    return Promise.allSettled(making)
  }
  const isMade = ({ status }: { readonly status: string }) => status === 'fulfilled'

  test('the tables are made', async () => {
    await openWorld({ database: database.store })
  })

  test('a glossary has a thousand dictionaries', async () => {
    const [{ kit, post, ask }] = await processes()
    const dictionaries = [{ source_lang: 'en', target_lang: 'de', entries: 'gate\tPforte' }]
    const { body } = await post('/v3/glossaries', { name: 'Many', dictionaries })
    const row = { glossary_id: String(body.glossary_id), source: 'xx', entries: '', entry_count: 0, version: 1 }
    const stored = Array.from({ length: 997 }, (_, at) => ({ ...row, target: `t${at}` }))
    for (let at = 0; at < stored.length; at += 100)
      await kit.db
        .insertInto('translation_dictionaries')
        .values(stored.slice(at, at + 100))
        .execute()
    const targets = ['fr', 'es', 'it', 'nl', 'pl', 'pt', 'sv', 'da']
    const path = `/v3/glossaries/${row.glossary_id}/dictionaries`
    const put = (world: World, target: string | undefined) =>
      world.ask(path, { method: 'PUT', body: { source_lang: 'en', target_lang: target, entries: 'a\tb' } })
    const answers = await atOnce(targets.length, async (world, at) => {
      const { status, body } = await put(world, targets[at])
      if (status !== 200) throw new Error(String(body.message))
    })
    assert.equal(answers.filter(isMade).length, 2)
    const shown = await ask(`/v3/glossaries/${row.glossary_id}`)
    assert.equal(Object(shown.body).dictionaries.length, 1000)
  })

  test('an account has a thousand memories', async () => {
    const [{ kit }] = await processes()
    const row = { account: 'acc_m', name: 'm', source: 'en', targets: '[]', segment_count: 0 }
    const stored = Array.from({ length: 998 }, (_, at) => ({ ...row, id: `m${at}`, created_at: 0, updated_at: 0 }))
    for (let at = 0; at < stored.length; at += 100)
      await kit.db
        .insertInto('translation_memories')
        .values(stored.slice(at, at + 100))
        .execute()
    const memory = { account: 'acc_m', name: 'New', source: 'en' }
    const made = await atOnce(10, ({ kit }) => createMemoryStore(kit).begin().publish(memory))
    assert.equal(made.filter(isMade).length, 2)
  })

  test('an account has three imports of memories under way', async () => {
    const [world] = await processes()
    const text =
      '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>a</seg></tuv><tuv xml:lang="de"><seg>b</seg></tuv></tu></body></tmx>'
    const source_file = { file_name: 'a.tmx', content_length: text.length, content_type: 'application/xml' }
    const paths: string[] = []
    for (let at = 0; at < 8; at += 1) {
      const { body } = await world.post('/v3/translation_memories/import', { source_file })
      paths.push(new URL(String(body.upload_url)).pathname.replace('/v1/proxy/translation', ''))
    }
    const held = Promise.withResolvers<void>()
    setTimeout(held.resolve, 5000).unref()
    async function* file() {
      await held.promise
      yield Buffer.from(text)
    }
    let refused = 0
    const answers = await atOnce(paths.length, async (from, at) => {
      const { status } = await from.ask(paths[at] ?? '', { method: 'PUT', body: file(), account: '' })
      // the others send their file once the rest has been refused; where none is, after five seconds
      if (status === 400 && ++refused === 5) held.resolve()
      return status
    })
    const statuses = answers.map((one) => (one.status === 'fulfilled' ? one.value : 0))
    assert.deepEqual(statuses.toSorted(), [200, 200, 200, 400, 400, 400, 400, 400])
  })

  test('an account has a hundred voice sessions', async () => {
    const [{ kit }] = await processes()
    const request = {
      ...{
        format: 'json' as const,
        audio: { encoding: 's16le' as const, rate: 16_000, frameBytes: 2 },
        source: 'en',
        targets: ['de'],
      },
      ...{ formality: undefined, glossary: undefined, terms: [] },
    }
    const made = await atOnce(130, ({ kit }, at) => {
      const issuePass = async () => `pass_${at}_${kit.random.int(0, 2 ** 31 - 1)}`
      return createStreamStore({ ...kit, issuePass }).create(request, { account: 'acc_v', key: 'key_v' })
    })
    assert.equal(made.filter(isMade).length, 100)
    const tokens = await kit.db.selectFrom('translation_voice_tokens').selectAll().execute()
    assert.equal(tokens.length, 100)
  })
})
