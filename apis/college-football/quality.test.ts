// The simulated league plays like the real ones, and everything that is computed from its plays adds up. The figures:
// `node apis/college-football/test/bench.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measure, playSeasons } from './test/quality.ts'

const quality = measure(playSeasons(1936, 2025))

/** Averages of a team in a game of the highest division (SOURCES 4.2). */
const published = {
  points: 27.78,
  yards: 385.7,
  passingYards: 229.55,
  rushingYards: 156.15,
  touchdowns: 3.47,
  yardsPerPlay: 5.75,
}

test('plays, drives, boxes, players and results agree in every game, and Elo is zero-sum', () => {
  assert.ok(quality.games > 10_000)
  for (const [name, difference] of Object.entries(quality.differences)) assert.equal(difference, 0, name)
})

test('averages are within 5 % of the published ones', () => {
  for (const [name, value] of Object.entries(published)) {
    const measured = quality.averages[name] ?? 0
    assert.ok(Math.abs(measured / value - 1) < 0.05, `${name}: ${measured}`)
  }
})

test('38 to 42 % of third downs are converted, and the home team wins by 2 to 3 points on average', () => {
  assert.ok(quality.thirdDowns > 0.38 && quality.thirdDowns < 0.42, String(quality.thirdDowns))
  assert.ok(quality.homeMargin > 2 && quality.homeMargin < 3, String(quality.homeMargin))
})

test('win probabilities come true within 3 points in each of ten bins, before games and during them', () => {
  for (const [name, bins] of Object.entries({ pregame: quality.pregame, inGame: quality.inGame }))
    for (const { forecast, actual } of bins)
      assert.ok(Math.abs(forecast - actual) < 0.03, `${name}: ${forecast} ${actual}`)
  assert.ok(quality.pregameBrier < 0.21, String(quality.pregameBrier))
})

test('SRS ratings solve their equations', () => {
  assert.ok(quality.srsResidual < 1e-6, String(quality.srsResidual))
})
