// Every filter and sort of every feed against a naive reading of all records, in generated combinations.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../tests/harness/seed.ts'
import type { FeedDefinition, FilterDefinition } from './provider/definition/feed-definition.ts'
import { feedDefinitions } from './provider/definition/feeds.ts'
import type { Programme } from './provider/records.ts'
import { idOf, naiveFeeds, type Query } from './test/naive-feeds.ts'
import { genreIds, mediaSetNames, partners, randomRecords, storeRecords, words } from './test/random-records.ts'
import { openProgrammes, type Page } from './test/world.ts'

const now = Date.parse('2026-11-20T12:00:00Z') / 1000
const records = randomRecords(7, now)
const world = await openProgrammes({ now: '2026-11-20T12:00:00Z' })
await storeRecords(world.kit.db, records)
const naive = naiveFeeds(records, now)

const pidsOf = (rows: readonly { readonly pid: string }[]) => rows.map(({ pid }) => pid)
const programmePids = pidsOf(records.programmes)
const containers = programmePids.slice(0, 60)
const times = Array.from({ length: 20 }, (_, at) =>
  new Date((now + (at - 10) * 43_200) * 1000).toISOString().replace('.000', ''),
)
const days = times.map((time) => time.slice(0, 10))
const searches = words.flatMap((word) => {
  const plain = word.toLowerCase()
  return [plain, `title:${plain}`, `synopsis:${plain}`, `${plain} NOT road`, `${plain} OR salt`, `${plain} clock`]
})

/** Values that may match, by filter; of a closed set, all of them. */
const pools: Readonly<Record<string, readonly string[]>> = {
  pid: [],
  q: searches,
  children_of: containers,
  descendants_of: containers,
  master_brand: ['one', 'two', 'none'],
  mid: ['one', 'two', 'none'],
  service_master_brand: ['one', 'two', 'none'],
  sid: ['one_a', 'two_a', 'web', 'none'],
  genre: [...genreIds, '100003', '200032', '100005'],
  format: ['PT001', 'PT007'],
  people: pidsOf(records.people),
  group: pidsOf(records.groups),
  member: programmePids,
  for_programme: programmePids,
  for_descendants_of: containers,
  item: pidsOf(records.items),
  version: pidsOf(records.versions),
  programme: programmePids.slice(50),
  segment_event: records.versions.flatMap(({ playEvents = [] }) => pidsOf(playEvents)),
  is_image_for: programmePids,
  is_alternate_image_for: programmePids,
  promoted_for: ['one_a', 'web'],
  promoted_by: ['one', 'two'],
  context: pidsOf(records.groups),
  initial_letter: ['h', 'c', 't', 'l', 'e', '9', '0-9'],
  initial_letter_start: ['c', 'l'],
  initial_letter_end: ['l', 'r'],
  initial_letter_strict: ['t', 'h', 'é', '9'],
  tag_name: ['calm', 'north'],
  tag_scheme: ['mood', 'place'],
  media_set: mediaSetNames,
  partner_pid: [...partners, '*', 's0000024'],
  partner_id: ['s0000024', '*'],
  id: ['id-1', 'id-2', 'id-3', 'id-4'],
  authority: ['pips', 'other'],
  id_type: ['bid', 'isrc'],
}

function valuesOf(name: string, filter: FilterDefinition, feed: FeedDefinition): readonly string[] {
  if (name === 'pid') return naive.find(feed.path, [['partner_pid', '*']]).map(idOf)
  const byType: Readonly<Record<string, readonly string[]>> = {
    datetime: times,
    date: days,
    boolean: ['true', 'false'],
  }
  const durations = filter.orType ? ['P1D', 'P5D', 'P20D'] : []
  return [...(filter.options ?? pools[name] ?? byType[filter.type] ?? []), ...durations]
}

const chosen = feedDefinitions.filter(({ path }) => !['availabilities', 'pips', 'programme_details'].includes(path))

/** One to four filters with values, and what their rules require. */
const queries = fc.constantFrom(...chosen).chain((feed) => {
  const names = Object.keys(feed.filters).filter((name) => !['page', 'page_size'].includes(name))
  return fc.subarray(names, { minLength: 1, maxLength: 4 }).chain((subset) => {
    const free = subset.filter((name) => {
      const { prohibits = [] } = feed.filters[name] ?? {}
      return !prohibits.some((other) => subset.indexOf(other) >= 0 && subset.indexOf(other) < subset.indexOf(name))
    })
    const needed = free.flatMap((name) => feed.filters[name]?.dependsOn ?? [])
    const values = [...new Set([...free, ...needed])].map((name) => {
      const filter = feed.filters[name] as FilterDefinition // one of the names of the feed
      const pool = valuesOf(name, filter, feed)
      const pair = fc.constantFrom(...pool).map((value): readonly [string, string] => [name, value])
      return fc.array(pair, { minLength: 1, maxLength: filter.multiple ? 2 : 1 })
    })
    return fc.tuple(...values).map((pairs): [FeedDefinition, Query] => [feed, pairs.flat()])
  })
})

const pathOf = (feed: string, query: Query, page = 1) =>
  `/${feed}?${[...query, ['page_size', '300'], ['page', String(page)]].map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')}`

/** The ids of all pages. */
async function idsOf(feed: string, query: Query): Promise<{ total: number; ids: string[] }> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const { status, body } = await world.ask<Page>(pathOf(feed, query, page))
    assert.equal(status, 200, `${pathOf(feed, query)} ${JSON.stringify(body)}`)
    const { results, pagination } = body.nitro
    ids.push(...(results.items ?? []).map(idOf))
    if (!pagination?.next) return { total: results.total, ids }
  }
}

test('every filter of every feed finds what a naive filter over all records finds, alone', async () => {
  let matched = 0
  for (const feed of chosen)
    for (const [name, filter] of Object.entries(feed.filters)) {
      if (['page', 'page_size'].includes(name)) continue
      for (const value of valuesOf(name, filter, feed).slice(0, 12)) {
        const { dependsOn } = filter
        const query: Query = [[name, value], ...(dependsOn === undefined ? [] : [[dependsOn, 'available'] as const])]
        const expected = naive.find(feed.path, query).map(idOf)
        const { total, ids } = await idsOf(feed.path, query)
        assert.deepEqual([total, ids.toSorted()], [expected.length, expected], pathOf(feed.path, query))
        if (expected.length > 0) matched++
      }
    }
  assert.ok(matched > 300, `only ${matched} queries found anything`)
})

test('every combination of filters finds what a naive filter over all records finds', async () => {
  await fc.assert(
    fc.asyncProperty(queries, async ([feed, query]) => {
      const expected = naive.find(feed.path, query).map(idOf)
      const { total, ids } = await idsOf(feed.path, query)
      assert.deepEqual([total, ids.toSorted()], [expected.length, expected], pathOf(feed.path, query))
    }),
    { numRuns: sampled(1500) },
  )
})

/** Sorts by key and then pid; descending is the reverse; without a key last, by pid. */
function sorted(rows: readonly Programme[], keyOf: (row: Programme) => string | number | undefined, isDown: boolean) {
  const keyed = rows.filter((row) => keyOf(row) !== undefined)
  keyed.sort((one, other) => {
    const [a = '', b = ''] = [keyOf(one), keyOf(other)]
    return a === b ? (one.pid < other.pid ? -1 : 1) : a < b ? -1 : 1
  })
  if (isDown) keyed.reverse()
  return [...keyed, ...rows.filter((row) => keyOf(row) === undefined)].map(({ pid }) => pid)
}

const keys: Readonly<Record<string, (row: Programme) => string | number | undefined>> = {
  pid: ({ pid }) => pid,
  position: ({ position }) => position,
  release_date: ({ release }) => release,
  strict_title: ({ title }) => title,
  title: ({ title }) => (title === undefined ? undefined : naive.filing(title)),
  scheduled_start: ({ pid }) => {
    const starts = records.versions
      .filter(({ of }) => of === pid)
      .flatMap(({ availabilities }) => availabilities.map(({ start = 0 }) => start))
    return starts.length === 0 ? undefined : Math.min(...starts)
  },
}

test('every order of programmes is that of a plain sort, in both directions', async () => {
  const rows = naive.find('programmes', [['entity_type', 'episode']]) as unknown as Programme[]
  const [programmes] = feedDefinitions
  for (const [sort, keyOf] of Object.entries(keys))
    for (const direction of programmes?.sorts[sort]?.directions ?? []) {
      const query: Query = [
        ['entity_type', 'episode'],
        ['sort', sort],
        ['sort_direction', direction],
      ]
      assert.deepEqual(
        (await idsOf('programmes', query)).ids,
        sorted(rows, keyOf, direction === 'descending'),
        `${sort} ${direction}`,
      )
    }
})

test('the tree puts parents before what is below them, without anything between, roots by pid', async () => {
  for (const direction of ['ascending', 'descending']) {
    const { ids } = await idsOf('programmes', [
      ['sort', 'tree'],
      ['sort_direction', direction],
      ['embargoed', 'include'],
      ['partner_pid', '*'],
    ])
    const parentOf = new Map(records.programmes.map(({ pid, parent }) => [pid, parent]))
    const open: string[] = []
    const roots: string[] = []
    for (const pid of ids) {
      const parent = parentOf.get(pid)
      while (open.length > 0 && open.at(-1) !== parent) open.pop()
      assert.equal(open.at(-1), parent, `${pid} is not below its parent`)
      if (parent === undefined) roots.push(pid)
      open.push(pid)
    }
    assert.deepEqual(roots, direction === 'ascending' ? roots.toSorted() : roots.toSorted().reverse())
  }
})

test('the orders by promotion, by position in a group and by relevance are as described', async () => {
  const { ids } = await idsOf('programmes', [
    ['sort', 'promotion'],
    ['promoted_for', 'web'],
  ])
  const rank = (pid: string) =>
    Math.min(
      ...records.promotions
        .filter(
          ({ of, promotedFor, start = 0, end = Infinity }) =>
            of?.pid === pid && promotedFor === 'web' && start <= now && now < end,
        )
        .map(({ priority = 1e9 }) => priority),
    )
  assert.ok(ids.length > 1)
  assert.deepEqual(
    ids.map(rank),
    ids.map(rank).toSorted((a, b) => a - b),
  )
  for (const group of records.groups) {
    const found = (
      await idsOf('programmes', [
        ['group', group.pid],
        ['sort', 'group_position'],
        ['embargoed', 'include'],
        ['partner_pid', '*'],
      ])
    ).ids
    assert.deepEqual(
      found,
      group.members.filter((pid) => programmePids.includes(pid)),
    )
    const images = (
      await idsOf('images', [
        ['group', group.pid],
        ['sort', 'group_position'],
        ['embargoed', 'include'],
        ['partner_pid', '*'],
      ])
    ).ids
    assert.deepEqual(
      images,
      group.members.filter((pid) => pid.startsWith('i')),
    )
  }
  const byRelevance = (
    await idsOf('programmes', [
      ['q', 'harbour'],
      ['sort', 'relevance'],
    ])
  ).ids
  const inTitle = byRelevance.map((pid) =>
    /harbour/.test(records.programmes.find((row) => row.pid === pid)?.title ?? ''),
  )
  assert.ok(inTitle.includes(true) && inTitle.includes(false))
  assert.equal(inTitle.lastIndexOf(true) < inTitle.indexOf(false), true)
})

test('transmissions are in the order of their start, and availability in that of its own', async () => {
  const startOf = new Map(records.broadcasts.map(({ pid, start }) => [pid, start]))
  for (const feed of ['broadcasts', 'schedules']) {
    const up = (await idsOf(feed, [['sort', 'start_date']])).ids
    const starts = up.map((pid) => startOf.get(pid) ?? 0)
    assert.deepEqual(
      starts,
      starts.toSorted((a, b) => a - b),
    )
    assert.deepEqual(
      (
        await idsOf(feed, [
          ['sort', 'start_date'],
          ['sort_direction', 'descending'],
        ])
      ).ids,
      up.toReversed(),
    )
  }
  const { total, items } = (await world.page('/availabilities?page_size=300')).results
  const shown = records.versions
    .filter(({ isEmbargoed }) => !isEmbargoed)
    .flatMap(({ availabilities }) => availabilities)
  assert.equal(total, shown.length)
  const starts = (items ?? []).map((item) => String(Reflect.get(Object(item.scheduled_time), 'start')))
  assert.deepEqual(starts, starts.toSorted().reverse())
})

test('availability is found by state, media set, territory and ancestor', async () => {
  const count = async (query: string) => (await world.page(`/availabilities?page_size=0&${query}`)).results.total
  const shown = records.versions.filter(({ isEmbargoed }) => !isEmbargoed)
  const all = shown.flatMap((version) => version.availabilities.map((availability) => ({ version, availability })))
  const isNow = ({ start = 0, end = Infinity, isRevoked }: (typeof all)[number]['availability']) =>
    !isRevoked && start <= now && now < end
  assert.equal(await count('availability=available'), all.filter(({ availability }) => isNow(availability)).length)
  assert.equal(
    await count('media_set=pc&territory=uk'),
    all.filter(({ availability }) =>
      availability.mediaSets.some(({ name, territories }) => name === 'pc' && territories.includes('uk')),
    ).length,
  )
  const [ancestor = ''] = containers
  const below = new Set(
    naive
      .find('programmes', [
        ['descendants_of', ancestor],
        ['partner_pid', '*'],
        ['embargoed', 'include'],
      ])
      .map(idOf),
  )
  assert.equal(await count(`descendants_of=${ancestor}`), all.filter(({ version }) => below.has(version.of)).length)
})

test('pages join to the whole, their links carry every parameter but the key, and no page lies beyond the last', async () => {
  const path =
    '/programmes?entity_type=episode&entity_type=clip&q=the%20OR%20%22low%22&sort=title&page_size=7&api_key=secret'
  const whole = await idsOf('programmes', [
    ['entity_type', 'episode'],
    ['entity_type', 'clip'],
    ['q', 'the OR "low"'],
    ['sort', 'title'],
  ])
  const ids: string[] = []
  let page = await world.page(path)
  let pages = 1
  for (; ; pages++) {
    ids.push(...(page.results.items ?? []).map(idOf))
    const { next, previous } = page.pagination ?? {}
    assert.equal(previous === undefined, page.results.page === 1)
    if (!next) break
    assert.match(next.href, /^\/nitro\/api\/programmes\?/)
    for (const pair of next.href.split('?')[1]?.split('&') ?? []) assert.match(pair, /^[^=]+=[^=]+$/)
    assert.doesNotMatch(next.href, /secret|api_key/)
    page = await world.page(next.href.slice('/nitro/api'.length))
  }
  assert.deepEqual([ids, pages], [whole.ids, Math.ceil(whole.total / 7)])
  const beyond = await world.page(`${path}&page=900`)
  assert.deepEqual([beyond.results.items, beyond.pagination?.next], [undefined, undefined])
  const [count] = [await world.page('/programmes?page_size=0')]
  assert.deepEqual([count?.results.items, count?.pagination?.next], [undefined, undefined])
})
