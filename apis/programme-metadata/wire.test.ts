// The two forms of an answer: XML that is valid by our own schema, and JSON as the provider derives it from XML.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { feedDefinitions } from './provider/definition/feeds.ts'
import { itemElements, roots } from './provider/wire/elements.ts'
import { toJson } from './provider/wire/json-writer.ts'
import { toXml } from './provider/wire/xml-writer.ts'
import { openProgrammes } from './test/world.ts'

const world = await openProgrammes()
const schema = String((await world.ask<unknown>('/schema')).body)
const validator = XsdValidator.fromDoc(XmlDocument.fromString(schema))

/** The answer in XML, which must be valid. */
async function xmlOf(path: string, status = 200): Promise<string> {
  const response = await world.ask<unknown>(path, { headers: { accept: 'application/xml' } })
  const xml = String(response.body)
  assert.deepEqual(
    [path, response.status, response.headers['content-type']],
    [path, status, 'application/xml; charset=utf-8'],
  )
  const document = XmlDocument.fromString(xml)
  try {
    validator.validate(document)
  } catch (error) {
    assert.fail(`${path}: ${error instanceof Error ? error.message : error}\n${xml.slice(0, 2000)}`)
  } finally {
    document.dispose()
  }
  return xml
}

/** The query with which the items of a feed have most members, by path. */
const queries: Readonly<Record<string, readonly string[]>> = {
  programmes: [
    'availability=available&tleo=false&children_of=b000000c&descendants_of=b000000c',
    'availability=available&availability_type=ondemand&availability_type=simulcast&entity_type=episode&group=p7000002',
    'tleo=true&group=p7000003',
    'entity_type=clip&promoted_for=tb_one',
    'children_of=b000000c',
    'entity_type=brand&group=p7000003',
  ],
  programme_details: ['pid=b000000c', 'pid=m00ff770'],
  items: ['programme=m00ff770', 'page_size=50'],
  broadcasts: ['sid=tb_one_fellside&schedule_day=2026-11-01'],
  schedules: ['sid=tb_events', 'sid=tb_one_fellside&schedule_day=2026-11-01'],
  groups: ['embargoed=include'],
  availabilities: ['debug=true&availability=available', ''],
  pips: ['q=pid:s0000001', ''],
}

for (const feed of feedDefinitions)
  test(`XML of /${feed.path} is valid by our schema with every mixin and with all that go together`, async () => {
    for (const query of queries[feed.path] ?? ['']) {
      const path = `/${feed.path}?${/page_size|^$/.test(query) ? query : `page_size=40&${query}`}`
      await xmlOf(path)
      const allowed: string[] = []
      for (const name of Object.keys(feed.mixins)) {
        const extended = `${path}&mixin=${name}`
        if ((await world.ask(extended)).status !== 200) continue
        await xmlOf(extended)
        if (name !== 'genre_groups') allowed.push(`mixin=${name}`)
      }
      await xmlOf(`${path}&${allowed.join('&')}`)
    }
  })

test('XML of the definition, of raw entities and of errors is valid by our schema', async () => {
  await xmlOf('/')
  for (const path of [
    'brands/b000000c',
    'brands/b000000c/franchises/',
    'episodes/m00ff770',
    'episodes/m00ff770/ancestors/',
  ])
    await xmlOf(`/v1/${path}`)
  for (const path of ['episodes/m00ff770/formats/', 'episodes/m00ff770/genre_groups/', 'images/p4000000'])
    await xmlOf(`/v1/${path}`)
  for (const path of ['master_brands/tb_one', 'promotions/p8000000']) await xmlOf(`/v1/${path}`)
  await xmlOf('/v1/brands/b0nothing', 404)
  await xmlOf('/programmes?colour=red', 400)
})

test('the schema refuses what the feeds never send', () => {
  const wrong = '<nitro xmlns="http://www.bbc.co.uk/nitro/"><results><brand><title>x</title></brand></results></nitro>'
  const document = XmlDocument.fromString(wrong)
  assert.throws(() => validator.validate(document), /pid/)
  document.dispose()
})

const markup = fc.constantFrom('<', '>', '&', '"', "'", ']]>', '\r', '\n', '\u0000', '\u0007', '\ufffe')

test('any text survives XML: markup is escaped, and what XML cannot hold is left out', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(markup, fc.string({ unit: 'binary', maxLength: 1 })), maxLength: 40 }),
      (title) => {
        const partner = { item_type: 'partner', pid: 's0000001', name: title }
        const document = XmlDocument.fromString(toXml('nitro', { results: { items: [partner] } }))
        const text = document.get('//n:name', { n: 'http://www.bbc.co.uk/nitro/' })?.content ?? ''
        const allowed = title.toWellFormed().replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
        assert.equal(text, allowed)
        validator.validate(document)
        document.dispose()
      },
    ),
  )
})

test('a repeatable element that occurs once is a bare value in JSON, except where a list is always sent', () => {
  const contribution = { credit_role: { id: 'ACTOR', $: 'Actor' } }
  const one = toJson(itemElements.episode, {
    contributions: { contribution: [contribution] },
    ancestor_titles: [{ ancestor_type: 'brand', pid: 'b0000001' }],
    available_versions: { available: 1, version: [{ pid: 'm0000001', types: { type: ['Original'] } }] },
  })
  assert.deepEqual(one, {
    contributions: { contribution },
    ancestor_titles: [{ ancestor_type: 'brand', pid: 'b0000001' }],
    available_versions: { available: 1, version: { pid: 'm0000001', types: { type: ['Original'] } } },
  })
  const two = toJson(itemElements.episode, { contributions: { contribution: [contribution, contribution] } })
  assert.deepEqual(two, { contributions: { contribution: [contribution, contribution] } })
  assert.deepEqual(toJson(roots.nitro, { results: { page: 1, total: 0, items: [] } }), {
    results: { page: 1, total: 0 },
  })
})

test('XML is sent only where XML alone is named', async () => {
  for (const accept of ['application/json', '*/*', 'text/html,application/xml;q=0.9', 'application/json, text/xml'])
    assert.equal(typeof (await world.ask('/services?page_size=1', { headers: { accept } })).body, 'object')
  assert.match(await xmlOf('/services?page_size=1'), /^<\?xml version="1.0" encoding="UTF-8"\?><nitro xmlns=/)
})
