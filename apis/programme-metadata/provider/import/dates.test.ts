// Moments of schedules and feeds, in the forms that their files are known for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feedTime, xmltvTime } from './dates.ts'
import { podcastDuration } from './podcast.ts'

const at = (iso: string) => Date.parse(iso) / 1000

test('times of XMLTV have any zone', () => {
  const noon = at('2026-07-01T12:00:00Z')
  for (const text of [
    '20260701120000 +0000',
    '20260701120000',
    '202607011200',
    '20260701120000 UTC',
    '20260701120000 Z',
    '20260701130000 BST',
    '20260701130000 +01:00',
    '20260701130000 +01',
    '20260701130000+0100',
    '20260701140000 CEST',
    '20260701140000 cest',
    '20260701150000 EEST',
    '20260701080000 EDT',
    '20260701050000 PDT',
    '20260701213000 +0930',
    '20260701220000 AEST',
    '20260701083000 -0330',
    '20260701130000 GMT+1',
    '20260701130000 UTC+01:00',
    '2026-07-01 12:00:00 +0000',
    '2026-07-01T12:00:00Z',
    '20260701T120000Z',
    '20260701T1400+0200',
    '20260701140000 MESZ',
    '20260701130000 Europe/London',
    '20260701080000 America/New_York',
    '20260701090000 America/Argentina/Buenos_Aires',
    '20260701130000 Etc/GMT-1',
    '20260701174500 Asia/Kathmandu',
  ])
    assert.equal(xmltvTime(text), noon, text)
  for (const text of [
    '',
    'soon',
    '20260230120000',
    '20261301',
    '2026070112000',
    '20260701120000 XYZ',
    '20260701120000 IST',
    '20260701120000 +99:00',
    '20260701120000 Europe/Atlantis',
    '20260701T',
    ' '.repeat(100_000),
  ])
    assert.equal(xmltvTime(text), undefined, text.slice(0, 40))
})

test('a zone of the tz database has the offset of its moment', () => {
  assert.equal(xmltvTime('20261025003000 Europe/London'), at('2026-10-24T23:30:00Z'))
  assert.equal(xmltvTime('20261025023000 Europe/London'), at('2026-10-25T02:30:00Z'))
  assert.equal(xmltvTime('20260329023000 Europe/London'), at('2026-03-29T01:30:00Z'))
  assert.equal(xmltvTime('20260101120000 Europe/Berlin'), at('2026-01-01T11:00:00Z'))
})

test('24:00 is the end of its day', () => {
  assert.equal(xmltvTime('20260731240000 +0000'), at('2026-08-01T00:00:00Z'))
  assert.equal(xmltvTime('20260731240100 +0000'), undefined)
})

test('dates of feeds are read as they are written', () => {
  const noon = at('2026-07-01T12:00:00Z')
  for (const text of [
    'Wed, 01 Jul 2026 12:00:00 GMT',
    'Wed Jul 01 2026 14:00:00 GMT+0200 (CEST)',
    'July 1, 2026 12:00 PM',
    'July 1st, 2026 8:00 am EDT',
    'July 1, 2026, 12:00 p.m.',
    'Wed, 01 Jul 2026 8:00:00 AM EDT',
    'Wed, 01 Jul 2026 08:00:00 America/New_York',
    'Wed,01 Jul 2026 12:00:00 GMT',
    '2026-07-01 13:00 Europe/London',
    'Wed, 1 Jul 2026 12:00:00 +0000',
    'Wed, 01 Jul 2026 14:00:00 CEST',
    'Wed, 01 Jul 2026 13:00:00 BST',
    'Wed, 01 Jul 2026 08:00:00 EDT',
    'Mon, 01 Jul 2026 12:00:00 UT',
    '01 Jul 26 12:00 Z',
    '1 July 2026 12:00:00 UTC',
    'Wed, 01-Jul-2026 12:00:00 GMT',
    'Wed, 01 Jul 2026 14:00:00 GMT+0200',
    'Wed, 01 Jul 2026 14:00:00 +2:00',
    'Wed, 01 Jul 2026 14:00:00 +02:00',
    'Wed, 01 Jul 2026 14:00:00 +0200 (CEST)',
    '2026-07-01T12:00:00Z',
    '2026-07-01T14:00:00+02:00',
    '2026-07-01 12:00:00',
    '  Wed,\n 01 Jul 2026\t12:00:00   GMT ',
  ])
    assert.equal(feedTime(text), noon, text)
  assert.equal(feedTime('01 Jul 2026'), at('2026-07-01T00:00:00Z'))
  assert.equal(feedTime('2026/07/01'), at('2026-07-01T00:00:00Z'))
  for (const text of [
    '',
    'soon',
    '31 Feb 2026 12:00 GMT',
    'Wed, 01 Jux 2026 12:00:00 GMT',
    '01 Jul 2026 25:00 GMT',
    '01 Jul 2026 13:00 PM',
    '01 Jul 2026 12:00 XYZ',
  ])
    assert.equal(feedTime(text), undefined, text)
})

test('lengths of podcasts are read in every form that feeds have', () => {
  for (const text of ['1:02:03', '62:03', '3723', '3723.5', 'PT1H2M3S', '1h 2m 3s', '1 hour 2 minutes 3 sec', '62m3s'])
    assert.equal(podcastDuration(text), 3723, text)
  for (const text of ['', 'abc', 'PT', '1:2:3:4', 'h m s', '5 parsecs'])
    assert.equal(podcastDuration(text), undefined, text)
})
