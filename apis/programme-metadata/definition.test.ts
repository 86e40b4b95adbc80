// The definition of the feeds: equal in meaning to the provider's, to the declared parameters, and to what is accepted.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { endpoints } from './endpoints.ts'
import type { FeedDefinition } from './provider/definition/feed-definition.ts'
import { feedDefinitions } from './provider/definition/feeds.ts'
import { openProgrammes } from './test/world.ts'

const world = await openProgrammes()

type Row = readonly string[]
interface Described {
  readonly name: string
  readonly [member: string]: unknown
}

const facts = readFileSync(new URL('fixtures/feeds.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** A value of the definition, whose repeatable members may be bare values. */
function listOf(value: unknown): Described[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value as Described]
}
const member = (value: unknown, ...names: readonly string[]) =>
  names.reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), value)
const pairs = (value: Described, names: readonly string[]) =>
  names.filter((name) => value[name] !== undefined).map((name) => `${name}=${value[name]}`)
const optional = (name: string, values: readonly unknown[]) =>
  values.length === 0 ? [] : [`${name}=${values.join('|')}`]

/** The same lines as those of the fixture, from an answer of `/`. */
function factsOf(definition: unknown): string[] {
  const rows: Row[] = []
  for (const feed of listOf(member(definition, 'feeds', 'feed'))) {
    rows.push([feed.name, 'feed', String(feed.href), String(feed.release_status ?? '')])
    for (const filter of listOf(member(feed, 'filters', 'filter')))
      rows.push([feed.name, 'filter', filter.name, filterFacts(filter).join('; ')])
    for (const sort of listOf(member(feed, 'sorts', 'sort'))) {
      const directions = listOf(sort.sort_direction).map(
        (each) => `${each.value}${each.is_default === 'true' ? '*' : ''}`,
      )
      const isDefault = sort.is_default === 'true' ? ['default'] : []
      rows.push([feed.name, 'sort', sort.name, [...isDefault, `directions=${directions.sort().join('|')}`].join('; ')])
    }
    for (const mixin of listOf(member(feed, 'mixins', 'mixin')))
      rows.push([feed.name, 'mixin', mixin.name, mixinFacts(mixin).join('; ')])
    for (const each of listOf(member(feed, 'deprecations', 'deprecated'))) rows.push([feed.name, ...deprecated(each)])
  }
  for (const each of listOf(member(definition, 'feeds', 'deprecations', 'deprecated')))
    rows.push(['*', ...deprecated(each)])
  return rows.map((row) => row.join('\t'))
}

function filterFacts(filter: Described): string[] {
  return [
    `type=${filter.type}`,
    ...(filter.multiple_values === true ? ['multiple'] : []),
    ...(filter.required === true ? ['required'] : []),
    ...pairs(filter, ['min_value', 'max_value', 'default', 'depends_on', 'prefer', 'deprecated_since']),
    ...optional(
      'options',
      listOf(filter.option).map(({ value }) => value),
    ),
    ...optional(
      'prohibits',
      listOf(member(filter, 'prohibits', 'filter'))
        .map(({ name }) => name)
        .sort(),
    ),
  ]
}

function mixinFacts(mixin: Described): string[] {
  return [
    String(mixin.release_status),
    ...pairs(mixin, ['depends_on']),
    ...optional(
      'dependency_on',
      listOf(mixin.dependency_on).map(({ filter, value }) => `${filter}${value === undefined ? '' : `:${value}`}`),
    ),
    ...optional(
      'prohibits',
      listOf(member(mixin, 'prohibits', 'mixin')).map(({ name }) => name),
    ),
    ...optional(
      'affected_by',
      listOf(member(mixin, 'affected_by', 'filter')).map(({ name }) => name),
    ),
  ]
}

function deprecated(each: Described): string[] {
  const { name, type, deprecated_since: since, replaced_by: replacement } = each
  return ['deprecated', name, [type, since, ...(replacement === undefined ? [] : [replacement])].join('; ')]
}

test('the answer of / has every filter, sort, mixin and rule of the provider, and no other', async () => {
  const { body } = await world.ask('/')
  const described = factsOf(body)
  assert.ok(facts.length > 200)
  const missing = facts.filter((fact) => !described.includes(fact))
  const added = described.filter((fact) => !facts.includes(fact))
  assert.deepEqual({ missing, added }, { missing: [], added: [] })
})

const endpointOf = new Map<string, { readonly params: object }>(
  Object.values(endpoints).map((endpoint) => [endpoint.path, endpoint]),
)

test('every filter is a declared parameter of its endpoint, and every declared parameter is read', () => {
  for (const feed of feedDefinitions) {
    const declared = Object.keys(endpointOf.get(`/${feed.path}`)?.params ?? {})
    const read = [
      ...Object.keys(feed.filters),
      ...(Object.keys(feed.sorts).length > 0 ? ['sort', 'sort_direction'] : []),
      ...(Object.keys(feed.mixins).length > 0 ? ['mixin'] : []),
    ]
    assert.deepEqual(read.sort(), declared.sort(), feed.path)
  }
})

/** A valid value of a filter, with whatever its rules require. */
function validQuery(name: string, { filters }: FeedDefinition): string {
  const filter = filters[name]
  const values: Record<string, string> = { datetime: '2026-11-02T06:00:00Z', date: '2026-11-02', boolean: 'true' }
  const value = filter?.options?.[0] ?? values[filter?.type ?? ''] ?? (filter?.type === 'integer' ? '2' : 'b')
  const needed =
    filter?.dependsOn === undefined ? '' : `&${validQuery(filter.dependsOn, { filters } as FeedDefinition)}`
  return `${name}=${value}${needed}`
}

test('every filter, sort, direction and mixin that / names is accepted, and any other name is a 400', async () => {
  for (const feed of feedDefinitions) {
    const path = `/${feed.path}?page_size=1${feed.filters.pid?.required ? '&pid=b000000c' : ''}`
    for (const name of Object.keys(feed.filters))
      if (!path.includes(`${name}=`)) await world.page(`${path}&${validQuery(name, feed)}`)
    for (const [name, { directions, needs }] of Object.entries(feed.sorts))
      for (const direction of directions.length === 0 ? [''] : directions)
        await world.page(
          `${path}&sort=${name}${direction === '' ? '' : `&sort_direction=${direction}`}${needs === undefined ? '' : `&${needs}=b`}`,
        )
    for (const [name, mixin] of Object.entries(feed.mixins)) {
      const [dependency] = mixin.dependencyOn ?? []
      const filter = mixin.dependsOn ?? dependency?.filter
      const needed =
        dependency?.value === undefined ? filter && validQuery(filter, feed) : `${filter}=${dependency.value}`
      await world.page(`${path}&mixin=${name}${needed === undefined ? '' : `&${needed}`}`)
    }
    assert.deepEqual(await world.refusal(`${path}&colour=red`), {
      status: 400,
      code: 'unknown_parameter',
      message: `The feed ${feed.path} has no parameter colour.`,
    })
    if (Object.keys(feed.mixins).length > 0) assert.equal((await world.refusal(`${path}&mixin=colour`)).status, 400)
    if (Object.keys(feed.sorts).length > 0) assert.equal((await world.refusal(`${path}&sort=colour`)).status, 400)
  }
})

const broken: readonly (readonly [path: string, message: RegExp])[] = [
  ['/programmes?payment_type=free', /payment_type needs the parameter availability/],
  ['/programmes?availability_type=ondemand', /availability_type needs the parameter availability/],
  ['/programmes?mixin=availability', /availability needs the parameter availability/],
  ['/programmes?mixin=alternate_images', /needs tleo=true/],
  ['/programmes?mixin=alternate_images&tleo=false', /needs tleo=true/],
  ['/programmes?mixin=previous_next', /needs the parameter children_of or the parameter group/],
  ['/programmes?mixin=genre_groups&mixin=genre_groupings', /excludes/],
  ['/programmes?sort=relevance', /needs the parameter q/],
  ['/programmes?sort=group_position', /needs the parameter group/],
  ['/programmes?sort=promotion&sort_direction=ascending', /does not go with the sort promotion/],
  ['/programmes?people=p1&people=p2', /takes one value/],
  ['/programmes?availability=soon', /availability has to be one of available, pending/],
  ['/programmes?pid=%3Cb%3E', /pid is not a pid/],
  ['/programmes?q=(harbour', /parenthesis/],
  ['/programmes?q=%22harbour', /quotation mark/],
  ['/programmes?initial_letter=ab', /one character/],
  ['/images?group=p1&is_image_for=b1', /excludes/],
  ['/items?mixin=play_event', /needs the parameter programme or the parameter segment_event/],
  ['/items?mixin=offset', /needs the parameter programme/],
  ['/broadcasts?schedule_day=2026-02-30', /not a day/],
  ['/broadcasts?start_from=yesterday', /ISO 8601/],
  ['/groups?sort_direction=ascending', /has to be descending/],
  ['/programme_details', /pid is required/],
]

test('every broken rule is a 400 that names the parameter', async () => {
  for (const [path, message] of broken) {
    const refusal = await world.refusal(path)
    assert.deepEqual([path, refusal.status], [path, 400])
    assert.match(refusal.message, message, path)
  }
})

test('a deprecated name still works and is reported', async () => {
  const { deprecations } = await world.page('/programmes?page_size=1&mixin=titles&availability_from=2026-11-01')
  assert.deepEqual(deprecations?.deprecated.map(({ name }) => name).sort(), ['availability_from', 'titles'])
  assert.equal((await world.page('/programmes?page_size=1&mixin=ancestor_titles')).deprecations, undefined)
})
