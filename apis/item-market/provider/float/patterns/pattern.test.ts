// Phases, fades, marble fades and blue gems compared with the published numbers of SOURCES 2.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phaseOf } from '../../catalogue/phases.ts'
import { wears } from '../../catalogue/records.ts'
import { wearBoundsOf, wearNameOf } from '../../catalogue/wear-band.ts'
import { blueGemTier } from './blue-gems.ts'
import { type FadeFamily, fadeOf, fadeWeapons } from './fade.ts'
import { marbleFadeOf } from './marble-fade.ts'
import { patternOf } from './pattern.ts'
import { uniformStream } from './pattern-position.ts'

test("the generator draws the game's numbers", () => {
  const stream = uniformStream(72)
  assert.equal(stream.between(0, 1), 0.5430997952553909)
  assert.equal(stream.between(0, 1), 0.4063182856917001)
  assert.equal(stream.between(0, 100), 62.14721345442683)
  assert.equal(stream.between(0, 1), 0.05899016096209649)
  // seed 0 starts like seed 1
  assert.equal(uniformStream(0).between(0, 1), uniformStream(1).between(0, 1))
})

test('fade percentages are exact', () => {
  const known: [FadeFamily, string, number, number][] = [
    ['fade', 'Karambit', 412, 100],
    ['fade', 'Karambit', 763, 80],
    ['fade', 'Karambit', 0, 95.1320370612319],
    ['fade', 'Karambit', 999, 93.08311985704788],
    ['fade', 'Karambit', 1000, 98.58311290418723],
    ['fade', 'Bayonet', 763, 100],
    ['fade', 'Bayonet', 0, 84.8679629387681],
    ['fade', 'MP7', 80, 100],
    ['fade', 'MP7', 182, 80],
    ['fade', 'MP7', 329, 91.81044998736732],
    ['acid_fade', 'SSG 08', 576, 100],
    ['acid_fade', 'SSG 08', 187, 90.18487051332353],
    ['amber_fade', 'R8 Revolver', 329, 82.71807854388648],
  ]
  for (const [family, weapon, seed, percentage] of known)
    assert.equal(fadeOf(family, weapon, seed)?.percentage, percentage, `${weapon} ${seed}`)
  assert.equal(fadeOf('fade', 'MP7', 329)?.rank, 415)
  assert.equal(fadeOf('fade', 'Karambit', 412)?.rank, 1)
})

test('every fade weapon has one table from 80 to 100, and nothing else has one', () => {
  assert.equal(fadeWeapons('fade').length, 27)
  assert.equal(fadeWeapons('amber_fade').length, 6)
  for (const family of ['fade', 'amber_fade', 'acid_fade'] as const)
    for (const weapon of fadeWeapons(family)) {
      const all = Array.from({ length: 1001 }, (_, seed) => fadeOf(family, weapon, seed)?.percentage ?? Number.NaN)
      assert.deepEqual([Math.min(...all), Math.max(...all)], [80, 100], weapon)
    }
  assert.equal(fadeOf('fade', 'Specialist Gloves', 1), undefined)
  assert.equal(fadeOf('fade', 'AK-47', 1), undefined)
  for (const seed of [1001, -1, 1.5, 4294967295]) assert.equal(fadeOf('fade', 'Karambit', seed), undefined)
})

test('a knife and the gun with the reversed direction rank seeds in opposite order', () => {
  const sum = (fadeOf('fade', 'Karambit', 77)?.percentage ?? 0) + (fadeOf('fade', 'Bayonet', 77)?.percentage ?? 0)
  assert.ok(Math.abs(sum - 180) < 1e-9)
})

test("marble fades fall into the collectors' classes", () => {
  const seedsOf = (weapon: string, name: string) =>
    Array.from({ length: 1000 }, (_, seed) => seed).filter((seed) => marbleFadeOf(weapon, seed)?.class === name)
  assert.deepEqual(seedsOf('Karambit', '1st Max'), [412])
  assert.deepEqual(seedsOf('Karambit', '2nd Max'), [16, 146, 241, 359, 393, 541, 602, 649, 688, 701])
  assert.deepEqual(seedsOf('M9 Bayonet', 'Red Tip Max'), [636, 897])
  assert.equal(marbleFadeOf('Gut Knife', 412)?.class, 'Fire & Ice')
  assert.equal(marbleFadeOf('Gut Knife', 763)?.class, undefined)
  assert.deepEqual([marbleFadeOf('Bowie Knife', 412)?.class, marbleFadeOf('Bowie Knife', 412)?.rank], [undefined, 1])
  assert.equal(marbleFadeOf('Karambit', 1001), undefined)
})

test('the paint index determines the phase', () => {
  const phases: Record<number, string> = {
    415: 'Ruby',
    619: 'Sapphire',
    617: 'Black Pearl',
    852: 'Phase 1',
    421: 'Phase 4',
  }
  for (const [paint, name] of Object.entries(phases))
    assert.deepEqual(phaseOf(Number(paint)), { family: 'doppler', name }, paint)
  for (const [paint, name] of Object.entries({ 568: 'Emerald', 1119: 'Emerald', 572: 'Phase 4', 1121: 'Phase 2' }))
    assert.deepEqual(phaseOf(Number(paint)), { family: 'gamma_doppler', name }, paint)
  assert.equal(phaseOf(44), undefined)
})

test('weapon and seed determine blue gems', () => {
  assert.equal(blueGemTier('AK-47', 661), 1)
  assert.equal(blueGemTier('AK-47', 592), 2)
  assert.equal(blueGemTier('AK-47', 1), undefined)
  assert.equal(blueGemTier('Karambit', 387), 1)
  assert.equal(blueGemTier('MAC-10', 661), undefined)
})

test("a pattern has the collectors' name and its source", () => {
  const of = (weapon: string, finish: string, paintIndex: number, seed: number) =>
    patternOf({ weapon, finish, paintIndex, seed })
  assert.deepEqual(of('Karambit', 'Doppler', 415, 9), { family: 'doppler', class: 'Ruby', source: 'paint_index' })
  assert.deepEqual(of('AK-47', 'Case Hardened', 44, 661), {
    family: 'case_hardened',
    class: 'Blue Gem Tier 1',
    tier: 1,
    source: 'tier_list',
  })
  assert.deepEqual(of('AK-47', 'Case Hardened', 44, 2), { family: 'case_hardened', class: null, source: 'tier_list' })
  assert.deepEqual(of('Karambit', 'Fade', 38, 1000), {
    family: 'fade',
    class: '98.6% Fade',
    percentage: 98.58311290418723,
    rank: 74,
    source: 'computed',
  })
  assert.equal(of('Karambit', 'Marble Fade', 413, 412)?.class, '1st Max')
  assert.equal(of('Desert Eagle', 'Heat Treated', 1054, 490)?.class, null)
  assert.equal(of('Specialist Gloves', 'Fade', 10063, 4), null)
  assert.equal(of('Karambit', 'Fade', 38, 5000), null)
  assert.equal(of('AK-47', 'Redline', 282, 4), null)
})

test('bands of wear begin at their bound, compared as 32-bit floats', () => {
  const known: [number, string][] = [
    [0, 'Factory New'],
    [0.06999999284744263, 'Factory New'],
    [0.07, 'Minimal Wear'],
    [Math.fround(0.07), 'Minimal Wear'],
    [0.15, 'Field-Tested'],
    [Math.fround(0.38), 'Well-Worn'],
    [0.37999996, 'Field-Tested'],
    [Math.fround(0.45), 'Battle-Scarred'],
    [0.44999998807907104, 'Battle-Scarred'],
    [0.4499999, 'Well-Worn'],
    [1, 'Battle-Scarred'],
  ]
  for (const [wear, name] of known) assert.equal(wearNameOf(wear), name, String(wear))
  for (const { name } of wears) {
    const { low, high } = wearBoundsOf(name)
    assert.equal(wearNameOf(low), name)
    if (high < 1) assert.notEqual(wearNameOf(high), name)
  }
})
