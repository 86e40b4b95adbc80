// Figures that the provider promises over its sample: right addresses for damaged text, none for made-up ones, and
// suggestions that hold what is meant after twelve letters.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createSeededRandom } from '#provider/test'
import { sampled } from '../../tests/harness/seed.ts'
import type { AddressRecord } from './model/address-record.ts'
import { suggestionText } from './provider/addresses/view.ts'
import { streetStems } from './seed/names.ts'
import { town } from './seed/sample.ts'
import { type Json, openWorld, type World } from './test/world.ts'

const random = createSeededRandom(1919)
const tries = sampled(1000)
const homes = [...town()].filter(({ postcode_type }) => postcode_type === 'S')
const below = (count: number) => random.int(0, count - 1)
const pick = <T>(items: readonly T[]): T => items[below(items.length)] ?? assert.fail('nothing to pick from')
const letter = () => String.fromCharCode(97 + below(26))

/** The lines of an address as a list, with its postcode last. */
const linesOf = (home: AddressRecord) => [...suggestionText(home).split(', ').slice(0, -1), String(home.postcode)]

/** Changes, drops, doubles or swaps a letter of the longest word. */
function withTypo(text: string): string {
  const [word = ''] = (text.match(/[A-Za-z]{5,}/g) ?? []).sort((a, b) => b.length - a.length)
  const at = 1 + below(Math.max(1, word.length - 2))
  const [head, tail] = [word.slice(0, at), word.slice(at)]
  const damaged = [head + letter() + tail.slice(1), head + tail.slice(1), head + letter() + tail, swapped(head, tail)]
  return word === '' ? text : text.replace(word, pick(damaged))
}
const swapped = (head: string, tail: string) => head + tail.charAt(1) + tail.charAt(0) + tail.slice(2)

/** Mistakes that people make in addresses. */
const damages: Readonly<Record<string, (lines: string[]) => string>> = {
  typo: (lines) => withTypo(lines.join(', ')),
  'no town': (lines) => lines.filter((line) => line !== 'Sampleton').join(', '),
  'no postcode': (lines) => lines.slice(0, -1).join(', '),
  'wrong postcode': (lines) => [...lines.slice(0, -1), `ID${1 + below(9)} ${1 + below(8)}ZZ`].join(', '),
  'parts swapped': ([first = '', ...lines]) => [...lines.slice(0, -1).reverse(), first, lines.at(-1)].join(', '),
  'shouted without commas': (lines) => lines.join(' ').toUpperCase(),
  abbreviated: (lines) =>
    lines.join(', ').replace('Street', 'St').replace('Road', 'Rd').replace('Avenue', 'Ave').replace('Lane', 'Ln'),
}

describe('over the sample', () => {
  let world: World
  before(async () => {
    world = await openWorld()
  })
  const cleanse = (query: string) =>
    world.result<{ match: Json | null }>('/cleanse/addresses', { method: 'POST', body: { query } })

  test('at least 95 % of damaged addresses are cleansed to the right one', async (t) => {
    const wrong: string[] = []
    for (let count = 0; count < tries; count++) {
      const home = pick(homes)
      const [name, damage] = pick(Object.entries(damages))
      const query = damage(linesOf(home))
      const { match } = await cleanse(query)
      if (match?.udprn !== home.udprn) wrong.push(`${name}: ${query} (${linesOf(home)}) became ${match?.line_1}`)
    }
    t.diagnostic(`right: ${100 - (100 * wrong.length) / tries} %`)
    assert.ok(wrong.length <= tries / 20, `${wrong.length} wrong:\n${wrong.slice(0, 30).join('\n')}`)
  })

  test('at least 98 % of made-up addresses are refused', async (t) => {
    const taken: string[] = []
    const streets = new Set(homes.map(({ thoroughfare }) => thoroughfare))
    const types = ['Boulevard', 'Street', 'Road', 'Rise', 'Row', 'Lane']
    const stems = ['Zephyr', 'Kumquat', 'Vortex', 'Jackdaw', 'Umbria', 'Pelham', 'Windsor', 'Trafalgar', ...streetStems]
    for (let count = 0; count < tries; ) {
      const street = `${pick(stems)}${pick(['', 'ham', 'wood', ' Wharf'])} ${pick(types)}`
      const town = pick(['Sampleton', 'Sampleton', 'Otherbury', 'Elsewhere'])
      if (streets.has(street)) continue
      count += 1
      const query = `${1 + below(90)} ${street}, ${town}, ID${1 + below(9)} ${1 + below(8)}QZ`
      const { match } = await cleanse(query)
      if (match) taken.push(`${query} became ${match.line_1}, ${match.postcode}`)
    }
    t.diagnostic(`refused: ${100 - (100 * taken.length) / tries} %`)
    assert.ok(taken.length <= tries / 50, `${taken.length} taken:\n${taken.slice(0, 30).join('\n')}`)
  })

  test('after twelve letters at least 98 % of suggestions hold the address that is meant', async (t) => {
    const missed: string[] = []
    for (let count = 0; count < tries; count++) {
      const home = pick(homes)
      const text = suggestionText(home)
      const typed = text.slice(0, Math.max(12, Math.ceil(text.length * 0.6)))
      const { hits } = await world.result<{ hits: Json[] }>(
        `/autocomplete/addresses?query=${encodeURIComponent(typed)}`,
      )
      if (!hits.some(({ udprn }) => udprn === home.udprn)) missed.push(`${typed} (${text})`)
    }
    t.diagnostic(`held: ${100 - (100 * missed.length) / tries} %`)
    assert.ok(missed.length <= tries / 50, `${missed.length} missed:\n${missed.slice(0, 20).join('\n')}`)
  })
})
