// Plain spelling of letters.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainLetters } from './plain-letters.ts'

test('letters are plain, whether Unicode decomposes them or not', () => {
  for (const [text, plain] of [
    ['Ærø, Łódź', 'aero, lodz'],
    ['Søren ØRSTED', 'soren orsted'],
    ['STRAẞE Straße', 'strasse strasse'],
    ['Çelebi İzmir ışık', 'celebi izmir isik'],
    ['Đorđe, œuvre, ﬁn', 'dorde, oeuvre, fin'],
    ['Þórður', 'thordur'],
    ['红楼梦 1984', '红楼梦 1984'],
  ] as const)
    assert.equal(plainLetters(text), plain)
})
