// Who is host: computed for thirty seasons, because a season of the sample follows from its year alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { regularPairings } from './seed/schedule.ts'

const seasons = Array.from({ length: 30 }, (_none, at) => regularPairings(2012 + at))

test('a school of the higher division has five to eight home games a season', () => {
  for (const games of seasons) {
    const upper = new Map<string, number>()
    for (const { home, away, neutral } of games) {
      for (const { name, conference } of [home, away])
        if (conference.classification === 'fbs') upper.set(name, upper.get(name) ?? 0)
      if (!neutral && upper.has(home.name)) upper.set(home.name, (upper.get(home.name) ?? 0) + 1)
    }
    assert.equal(upper.size, 24)
    for (const [school, count] of upper) assert.ok(count >= 5 && count <= 8, `${school}: ${count}`)
  }
})

test('two schools of a conference are hosts in turn', () => {
  const hosts = new Map<string, string>()
  let again = 0
  for (const { home, away } of seasons.flat()) {
    if (home.conference !== away.conference) continue
    const pair = [home.name, away.name].sort().join(' and ')
    assert.notEqual(hosts.get(pair), home.name, pair)
    if (hosts.has(pair)) again++
    hosts.set(pair, home.name)
  }
  assert.ok(again > 3000)
})
