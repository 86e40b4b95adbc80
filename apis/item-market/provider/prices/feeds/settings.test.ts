// What the operator's file may contain, and that an invalid entry is reported instead of being ignored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsOf } from './settings.ts'

const skinport = { key: 'skinport', base: 'https://api.skinport.com', gapMs: 40_000 }

test('without a file, or without an entry, a source has its own address and gap', () => {
  for (const config of [undefined, null, {}, { sources: {} }, { sources: { csfloat: { gapMs: 1 } } }])
    assert.deepEqual(
      settingsOf(config).of(skinport),
      config === undefined || config === null ? skinport : { base: skinport.base, gapMs: skinport.gapMs },
    )
})

test('address and gap are replaced one by one', () => {
  const settings = settingsOf({ sources: { skinport: { base: 'http://mirror:8080/a/' } }, steam: { gapMs: 0 } })
  assert.deepEqual(settings.of(skinport), { base: 'http://mirror:8080/a', gapMs: 40_000 })
  assert.deepEqual(settings.of({ key: 'steam', base: 'https://x', gapMs: 4000 }), { base: 'https://x', gapMs: 0 })
})

test('an invalid address or gap is refused with a sentence that names it', () => {
  for (const entry of [{ base: 'ftp://x' }, { base: 'nowhere' }, { base: 7 }, { gapMs: -1 }, { gapMs: '5' }])
    assert.throws(() => settingsOf({ sources: { skinport: entry } }), /item-market\.json: (base|gapMs) of skinport/)
})
