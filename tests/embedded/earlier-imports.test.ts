// What an earlier version imported is there after the migration that gives rows the number of their import, and a new
// import adds to it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Api } from '#define'
import type { Provider } from '#define/reflect'
import { openWorld } from '#provider/test'
import { migrationList, openStore } from '#store'
import { eachStore } from '../harness/services.ts'

const location = { id: 7, name: 'Old Mill', type: '', dimension: '', created: '2017-11-04T18:48:46.250Z' }
const activity = {
  activity: 'Old walk',
  availability: 0,
  type: 'cooking',
  participants: 1,
  price: 0,
  accessibility: 'Minor challenges',
  duration: 'hours',
  kidFriendly: true,
  link: '',
  key: '1000007',
}

interface Case {
  /** Statements that leave what the earlier version would have. */
  readonly stored: readonly string[]
  readonly path: string
  readonly name?: string
  /** Imported with the present version. */
  readonly file: string
}
const cases: Record<string, Case> = {
  'cat-facts': {
    stored: [`insert into cat_facts_records (kind, place, data) values ('fact', 0, '"Old."')`],
    path: '/facts',
    file: '{"fact":"Old."}\n{"fact":"New."}',
  },
  'activity-suggestions': {
    stored: [`insert into activity_suggestions_records (place, data) values (0, '${JSON.stringify(activity)}')`],
    path: '/filter',
    file: JSON.stringify({ ...activity, activity: 'New walk', key: '1000008' }),
  },
  characters: {
    stored: [`insert into characters_records (kind, id, data) values ('location', 7, '${JSON.stringify(location)}')`],
    path: '/location',
    file: JSON.stringify({ ...location, id: 8, name: 'New Mill', url: 'https://x.example.org/api/location/8' }),
  },
  'exchange-rates': {
    stored: [`insert into exchange_rates_days (day, rates, sample) values ('2024-11-04', '{"USD":1.5}', 0)`],
    path: '/2024-11-04..2024-11-05',
    file: 'Date,USD\n2024-11-05,2.5\n',
  },
  'author-sentences': {
    stored: [
      `insert into author_sentences_books (id, place, author, name, year, sentences) values ('abcd', 0, '', 'Old', '1900', 1)`,
      `insert into author_sentences_sentences (place, id, text) values (0, 'abcdef01', 'It was old.')`,
    ],
    path: '/sentences?limit=10',
    name: 'New (1901).txt',
    file: 'It was new.',
  },
}

await eachStore('earlier imports', (database) => {
  for (const [slug, { stored, path, name = 'upload', file }] of Object.entries(cases))
    test(`${slug} keeps what an earlier version imported`, async (t) => {
      const load = async (path: string) =>
        (await import(new URL(`../../apis/${slug}/${path}`, import.meta.url).href)).default
      const api: Api = await load('api.ts')
      const provider: Provider<unknown> = await load('provider.ts')
      const store = await openStore(await database.empty())
      t.after(() => store.close())
      const all = migrationList(provider.migrations)
      await store.migrate(slug, all.slice(0, 1))
      for (const statement of stored) await sql.raw(statement).execute(store.db)
      await sql`update ${sql.table(`${slug.replaceAll('-', '_')}_state`)} set revision = 3`.execute(store.db)
      await store.migrate(slug, all)
      const world = await openWorld(api, provider, { database: store, migrated: true })
      const found = async () => JSON.stringify((await world.ask(path)).body)
      assert.match(await found(), /[Oo]ld|"2024-11-04"/)
      const counts = await world.importFile(file, { name })
      assert.equal(counts.added, 1)
      const both = await found()
      assert.match(both, /[Oo]ld|"2024-11-04"/)
      assert.match(both, /[Nn]ew|"2024-11-05"/)
    })
})
