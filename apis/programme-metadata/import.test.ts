// Imports: what the API answers can be imported and is answered again, XMLTV and podcasts become programmes, and an
// interrupted import continues.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { eachStore } from '../../tests/harness/services.ts'
import { migrations } from './migrations/list.ts'
import { feedDefinitions } from './provider/definition/feeds.ts'
import { openProgrammes } from './test/world.ts'

const mixinsOf: Readonly<Record<string, string>> = {
  programmes:
    '&mixin=images&mixin=contributions&mixin=genre_groupings&mixin=related_links&mixin=is_embeddable&mixin=duration&mixin=ancestor_titles',
  groups: '&mixin=images&mixin=alternate_images&mixin=group_for&mixin=related_links',
  items: '&mixin=contributions&mixin=images',
  master_brands: '&mixin=images',
  promotions: '&mixin=related_links',
}
const sample = await openProgrammes()
/** Queries whose answers are imported, and asked again afterwards. */
const episodes = (
  await sample.pids('/programmes?entity_type=episode&availability=available&page_size=20&sort=title')
).slice(0, 20)
const exported = feedDefinitions
  .filter(({ path }) => !['pips', 'programme_details'].includes(path))
  .map(({ path }) => {
    const selections: Readonly<Record<string, string>> = {
      programmes: `pid=${episodes.join('&pid=')}`,
      versions: `descendants_of=${episodes.join('&descendants_of=')}`,
      availabilities: `descendants_of=${episodes.join('&descendants_of=')}`,
      broadcasts: 'sid=tb_two&schedule_day=2026-11-01',
      schedules: 'sid=tb_events',
      items: 'page_size=40',
      images: 'page_size=40',
    }
    const selection = selections[path] ?? ''
    return `/${path}?${/page_size/.test(selection) ? selection : `page_size=300&${selection}`}${mixinsOf[path] ?? ''}`
  })

// the images of brands are inherited by what is below them
exported.unshift('/programmes?entity_type=brand&page_size=100&mixin=images')

interface Comparable {
  readonly pid?: string
}

/** Members that follow from records outside of the exported pages. */
const derived = new Set(['franchises', 'ancestor_titles', 'contributor_to', 'items_for'])

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name]) => !derived.has(name))
  return Object.fromEntries(members.map(([name, member]) => [name, comparable(member)]))
}

describe('the answers of the API', () => {
  for (const form of ['json', 'xml'] as const)
    test(`imported as ${form}, give the same answers again`, async () => {
      const world = await openProgrammes()
      for (const path of exported) {
        const headers = { accept: form === 'xml' ? 'application/xml' : 'application/json' }
        const { body } = await sample.ask<unknown>(path, { headers })
        const file = form === 'xml' ? String(body) : JSON.stringify(body)
        const counts = await world.importFile(file, { name: path, pieceBytes: 5000 })
        assert.equal(counts.refused, 0, path)
      }
      assert.equal((await world.ask('/services')).headers['x-gateway-sample'], undefined)
      for (const path of exported) {
        const [expected, imported] = [await sample.page(path), await world.page(path)]
        const items = (page: typeof expected) =>
          new Map(
            (page.results.items ?? []).map((item: Comparable) => [item.pid ?? JSON.stringify(item), comparable(item)]),
          )
        const [before, after] = [items(expected), items(imported)]
        assert.ok(before.size > 0, path)
        for (const [pid, item] of before) if (pid.length < 20) assert.deepEqual(after.get(pid), item, `${path} ${pid}`)
      }
    })
})

const xmltv = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tv SYSTEM "xmltv.dtd">
<tv generator-info-name="test">
  <channel id="one.example"><display-name>One</display-name><icon src="https://images.example/one.png"/></channel>
  <programme start="20261102190000 +0000" stop="20261102200000 +0000" channel="one.example">
    <title>The &amp; Clock</title><sub-title>Low Tide</sub-title><desc>A keeper counts.</desc>
    <credits><actor role="Keeper">Ada Farrow</actor><director>Bram Pell</director></credits>
    <date>2026</date><category>Drama</category><category>Film</category>
    <episode-num system="xmltv_ns">1.4.0/1</episode-num>
  </programme>
  <programme start="202611022100 +0100" stop="20261102213000 +0100" channel="one.example">
    <title>News</title><previously-shown/>
  </programme>
  <programme start="20261102220000" channel="one.example"><title>No End</title></programme>
</tv>`

test('XMLTV becomes services, brands, series, episodes, versions and broadcasts', async () => {
  const world = await openProgrammes()
  const counts = await world.importFile(xmltv, { name: 'guide.xml' })
  assert.deepEqual([counts.entries, counts.refused, counts.broadcasts], [4, 1, 2])
  assert.match(world.logged.join('\n'), /"line":14,.*no stop and no length, and no programme of its channel follows/)
  const { results } = await world.page('/broadcasts?sid=one.example&mixin=titles')
  const [first, second] = results.items ?? []
  assert.deepEqual(first?.published_time, {
    start: '2026-11-02T19:00:00Z',
    end: '2026-11-02T20:00:00Z',
    duration: 'PT1H',
  })
  assert.deepEqual(
    [second?.is_repeat, Reflect.get(Object(second?.published_time), 'start')],
    [true, '2026-11-02T20:00:00Z'],
  )
  const titles = Object(first?.ancestor_titles)
  assert.deepEqual(
    [...titles].map(({ ancestor_type, title }) => [ancestor_type, title]),
    [
      ['brand', 'The & Clock'],
      ['series', 'Series 2'],
      ['episode', 'Low Tide'],
    ],
  )
  const [episode] =
    (await world.page('/programmes?q=title:tide&mixin=contributions&genre=100003&format=PT007')).results.items ?? []
  assert.equal(Reflect.get(Object(episode?.episode_of), 'position'), 5)
  const [person = ''] = await world.pids('/people?q=farrow')
  assert.equal((await world.pids(`/programmes?people=${person}`)).length, 1)
  assert.deepEqual(await world.pids('/services?q=One'), [''])
})

test('a programme without a stop ends with its length, or when the next one of its channel starts', async () => {
  const world = await openProgrammes()
  const showing = (channel: string, start: string, more = '') =>
    `<programme start="${start}" channel="${channel}"><title>P${start}</title>${more}</programme>`
  const guide = `<tv>${[
    showing('one', '20261102180000 CET'),
    showing('two', '20261102180000', '<length units="minutes">90</length>'),
    showing('one', '20261102173000 +00:00'),
    showing('one', '20261102181500'),
    showing('one', '20261102181500'),
  ].join('')}</tv>`
  const counts = await world.importFile(guide, { name: 'guide.xml' })
  // of two at one time neither has an end that can be known
  assert.deepEqual([counts.entries, counts.refused, counts.broadcasts], [5, 2, 3])
  const times = async (sid: string) =>
    ((await world.page(`/broadcasts?sid=${sid}`)).results.items ?? []).map(
      ({ published_time }) => Object(published_time).duration,
    )
  assert.deepEqual(await times('one'), ['PT30M', 'PT45M'])
  assert.deepEqual(await times('two'), ['PT1H30M'])
})

test('an episode without a date stands without one, and one with another text for it is left out', async () => {
  const world = await openProgrammes()
  const item = (guid: string, date: string) => `<item><title>T ${guid}</title><guid>${guid}</guid>${date}</item>`
  const feed = `<rss><channel><title>Cast</title>${[
    item('a', '<pubDate>Mon, 02 Nov 2026 08:00:00 CEST</pubDate>'),
    item('b', '<pubDate></pubDate>'),
    item('c', ''),
    item('d', '<pubDate>next week</pubDate>'),
    item('e', '<dc:date xmlns:dc="http://purl.org/dc/elements/1.1/">2026-11-01T08:00:00+01:00</dc:date>'),
  ].join('')}</channel></rss>`
  await world.importFile(feed, { name: 'cast.xml' })
  const page = await world.page('/programmes?entity_type=episode')
  const dates = Object.fromEntries(
    (page.results.items ?? []).map(({ title, release_date }) => [title, Object(release_date).value ?? release_date]),
  )
  assert.deepEqual(Object.keys(dates).sort(), ['T a', 'T b', 'T c', 'T e'])
  assert.deepEqual([dates['T a'], dates['T b'], dates['T e']], ['2026-11-02', undefined, '2026-11-01'])
  const available = await world.page('/programmes?availability=available&entity_type=episode')
  assert.deepEqual((available.results.items ?? []).map(({ title }) => title).sort(), ['T a', 'T e'])
})

const podcast = `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
  <title>Harbour Cast</title><description>&lt;p&gt;Talk about tides.&lt;/p&gt;</description>
  <itunes:image href="https://images.example/cast.jpg"/>
  <item><title>High Water</title><guid>a-1</guid><pubDate>Mon, 02 Nov 2026 08:00:00 GMT</pubDate>
    <enclosure url="https://media.example/1.mp3" type="audio/mpeg" length="1"/><itunes:duration>1:02:03</itunes:duration></item>
  <item><title>Slack Water</title><guid>a-2</guid><pubDate>Tue, 03 Nov 2026 08:00:00 GMT</pubDate></item>
</channel></rss>`

test('a podcast becomes a brand whose episodes can be played from their publication on', async () => {
  const world = await openProgrammes()
  await world.importFile(podcast, { name: 'cast.xml' })
  const [brand] = (await world.page('/programmes?tleo=true&mixin=images')).results.items ?? []
  assert.deepEqual(
    [brand?.title, brand?.synopses],
    ['Harbour Cast', { short: 'Talk about tides.', long: 'Talk about tides.' }],
  )
  const titles = async () =>
    ((await world.page('/programmes?availability=available&entity_type=episode')).results.items ?? []).map(
      ({ title }) => title,
    )
  assert.deepEqual(await titles(), ['High Water'])
  world.clock.advance(86_400_000)
  assert.deepEqual((await titles()).sort(), ['High Water', 'Slack Water'])
  const [version] = (await world.page('/programmes?q=title:high&mixin=duration')).results.items ?? []
  assert.equal(Reflect.get(Object(version?.version), 'duration'), 'PT1H2M3S')
})

const pageOf = (items: readonly object[]) => JSON.stringify({ nitro: { results: { items } } })
const brand = (number: number) => ({
  item_type: 'brand',
  pid: `b${String(number).padStart(7, '0')}`,
  title: `Brand ${number}`,
})

await eachStore('programme imports', (database) => {
  test('an interrupted import continues, a repeated one changes nothing, and gzip is read', async () => {
    const store = database.store
    await store.migrate(
      'programme-metadata',
      Object.entries(migrations).map(([name, { up }]) => ({ name, up })),
    )
    const world = await openProgrammes({ database: store, migrated: true })
    const items = Array.from({ length: 500 }, (_, number) => brand(number))
    const whole = items.map((item) => JSON.stringify(item)).join('\n')
    const cut = `${whole.slice(0, whole.length / 2)}\n{"item_type"`
    await assert.rejects(world.importFile(cut, { name: 'brands', pieceBytes: 1000 }), /truncated|not/)
    const partial = (await world.page('/programmes?page_size=0')).results.total
    assert.ok(partial > 0 && partial < 500, `${partial} are stored`)
    const counts = await world.importFile(whole, { name: 'brands', pieceBytes: 1000 })
    assert.deepEqual([counts.entries, counts.skipped, counts.records], [500, partial, 500])
    assert.equal((await world.page('/programmes?page_size=0')).results.total, 500)
    const again = await world.importFile(gzipSync(whole), { name: 'brands.gz' })
    assert.deepEqual([again.skipped, again.records], [0, 500])
    const another = await openProgrammes({ database: store, migrated: true })
    assert.deepEqual(await another.pids('/programmes?page_size=2'), ['b0000499', 'b0000498'])
  })

  test('availability joins its version whichever is imported first, and mentions replace nothing', async () => {
    const store = database.store
    const world = await openProgrammes({ database: store, migrated: true })
    const episode = { item_type: 'episode', pid: 'm0000001', title: 'Tide' }
    const availability = {
      item_type: 'availability',
      availability_type: 'ondemand',
      scheduled_time: { start: '2026-11-01T00:00:00Z', end: '2026-12-01T00:00:00Z' },
      media_set: ['pc'],
      availability_of: [
        { result_type: 'version', pid: 'm0000009' },
        { result_type: 'episode', pid: 'm0000001' },
      ],
    }
    const version = {
      item_type: 'version',
      pid: 'm0000009',
      duration: 'PT30M',
      types: { type: [{ id: 'Signed' }] },
      version_of: { pid: 'm0000001', result_type: 'episode' },
    }
    const child = {
      item_type: 'clip',
      pid: 'p0000002',
      ancestor_titles: [{ ancestor_type: 'episode', pid: 'm0000001', title: 'Other' }],
    }
    await world.importFile(pageOf([episode, availability]), { name: 'one' })
    await world.importFile(pageOf([version, child]), { name: 'two' })
    assert.deepEqual(
      await world.pids('/programmes?availability=available&media_set=pc&signed=exclusive&duration=medium'),
      ['m0000001'],
    )
    const [{ title } = { title: undefined }] = (await world.page('/programmes?pid=m0000001')).results.items ?? []
    assert.equal(title, 'Tide')
  })
})

test('what is wrong is left out with its line, and a file of nothing but problems is refused', async () => {
  const world = await openProgrammes()
  const counts = await world.importFile(`${JSON.stringify(brand(1))}\n{"item_type":"brand"}\n{"item_type":"toaster"}`)
  assert.deepEqual([counts.entries, counts.refused], [3, 2])
  assert.match(world.logged.join('\n'), /"line":2,"problem":"it has no pid"/)
  const refusals: readonly (readonly [file: string, message: RegExp])[] = [
    ['{"item_type":"toaster"}', /line 1: it has no item_type/],
    ['<tv></tv>', /it holds no item/],
    ['<tv><programme>', /truncated|well-formed/],
    ['<tv><channel id="a">&evil;</channel></tv>', /line 1: it is not well-formed/],
    [`<!DOCTYPE tv [<!ENTITY a "b">]><tv><channel id="&a;"/></tv>`, /well-formed/],
    [`<tv>${'<a>'.repeat(100)}</tv>`, /levels/],
    ['PK\u0003\u0004', /./],
    [Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]).toString('latin1'), /./],
  ]
  for (const [file, message] of refusals) await assert.rejects(world.importFile(file), message, file.slice(0, 30))
})

test('hostile values become neither ids nor links', async () => {
  const world = await openProgrammes()
  const hostile = {
    item_type: 'episode',
    pid: 'm0000001',
    episode_of: { pid: '"><script>' },
    master_brand: { mid: 'a&b=c' },
    title: 'x\u0000y',
  }
  await world.importFile(pageOf([hostile, { item_type: 'brand', pid: '../b' }]))
  const [item] = (await world.page('/programmes')).results.items ?? []
  assert.deepEqual([item?.title, item?.episode_of, item?.master_brand], ['xy', undefined, undefined])
})

test('a cycle of parents is opened', async () => {
  const world = await openProgrammes()
  const series = (pid: string, parent: string) => ({
    item_type: 'series',
    pid,
    series_of: { pid: parent, result_type: 'series' },
  })
  await world.importFile(pageOf([series('b0000001', 'b0000002'), series('b0000002', 'b0000001')]))
  assert.equal((await world.page('/programmes?mixin=ancestor_titles&descendants_of=b0000001')).results.page, 1)
})
