// Guards dates as banks write them, in the languages whose headings are known.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDateEvidence } from './date-order.ts'
import { type DateOrder, dayIn, readDate } from './dates.ts'

const fifth = [
  ...['2026-1-5', '2026-01-05', '2026/1/5', '2026.01.05', '2026. 01. 05.', '20260105', '5.1.2026', '05.01.26'],
  ...['5. 1. 2026', '5/1/26'],
  ...['05/Jan/2026', '05-Jan-26', '05JAN2026', '5Jan26', '2026-Jan-05', '5 Jan 2026', '05 Jan, 2026'],
  ...['January 5, 2026', 'January 5th, 2026'],
  ...['5. Januar 2026', '5. Jänner 2026', '5 jan. 2026', '5 januari 2026', '5 ene 2026', '5 de enero de 2026'],
  ...['5 janv. 2026', '5 janvier 2026'],
  ...['5 gen 2026', '5 gennaio 2026', '05/jan/2026', '5 de janeiro de 2026', '5 sty 2026', '5 stycznia 2026'],
  ...['5. januar 2026', '2026. január 5.'],
  ...['2026年1月5日', '２０２６年１月５日', 'Mon 05 Jan 2026', 'Monday, January 5, 2026', 'Mo, 05.01.2026'],
  ...['lun. 5 janv. 2026'],
  ...['Segunda-feira, 5 de janeiro de 2026', '05.01.2026 10:15', '10:15 05.01.2026', '12:30:00 05/01/2026'],
  ...['05.01.2026 10.15.00'],
  ...['2026-01-05T23:59:59Z', '2026-01-05 10:00:00', '2026-01-05T10:00:00.123+01:00', '05/01/2026 03:05:00 PM'],
  ...['2026-01-05 10:00:00 UTC'],
  ...['2026010512', '202601051200', '20260105120000', '20260105120000.000[-5:EST]', '20260105120000[+13:NZDT]'],
  ...['20260105120000+0100'],
  ...["5/ 1'26", "5.01'2026"],
  ...['5 січня 2026', '5 януари 2026', '5 Ιανουαρίου 2026', '5 Ιαν 2026', '2026. gada 5. janvāris', '5. január 2026'],
  ...['5. janúar 2026', '5 de gener de 2026', '5 Januari 2026'],
  ...['Ngày 05 tháng 01 năm 2026', '5 января 2026 г.', '5 січня 2026 р.'],
  ...['2569-01-05', '5/Jan/2569', '民國115年1月5日', '115/01/05'],
]
const others: Readonly<Record<string, string | undefined>> = {
  '15-mrt-2026': '2026-03-15',
  '5-Mrz-2026': '2026-03-05',
  '5 mar 2026': '2026-03-05',
  'mar. 6 janv. 2026': '2026-01-06',
  '1. Sept. 2026': '2026-09-01',
  '5 paź 2026': '2026-10-05',
  '5 grudnia 2026': '2026-12-05',
  '5 août 2026': '2026-08-05',
  '05-ago-2026': '2026-08-05',
  '5 maj 2026': '2026-05-05',
  '5 marts 2026': '2026-03-05',
  '05/out/2026': '2026-10-05',
  '5 listopada 2026': '2026-11-05',
  '1404-10-15': undefined,
  '1447/07/16': undefined,
  '31.02.2026': undefined,
  '2026-13-01': undefined,
  '99/99/2026': undefined,
  '5 xyz 2026': undefined,
  '1 2 3': undefined,
  '5 Jan': undefined,
  '': undefined,
  soon: undefined,
}

test('dates are read as banks write them', () => {
  const cases = [...fifth.map((text) => [text, '2026-01-05'] as const), ...Object.entries(others)]
  for (const [text, day] of cases) {
    const read = readDate(text)
    assert.equal(read && dayIn(read, 'day first'), day, text)
  }
  const [open, old, quicken] = [readDate("1/ 2'26"), readDate('01/02/1999'), readDate(" 8/ 1' 7")]
  assert.deepEqual(
    [open && dayIn(open, 'month first'), old && dayIn(old, 'day first'), quicken && dayIn(quicken, 'month first')],
    ['2026-01-02', '1999-02-01', '2007-08-01'],
  )
})

const today = '2026-11-28'

/** Returns the order of a list of dates. */
function orderOf(list: string, likely: DateOrder = 'day first'): DateOrder {
  const evidence = createDateEvidence(today)
  for (const [at, text] of list.split(' ').entries()) {
    const date = readDate(text)
    if (date) evidence.add(date, at + 1)
  }
  return evidence.order(likely)
}

test('the order of day and month is the only possible one, or the one in which the dates are sorted', () => {
  assert.equal(orderOf('01/02/26 13/02/26', 'month first'), 'day first')
  assert.equal(orderOf('01/02/26 02/13/26'), 'month first')
  assert.equal(orderOf('01/11/26 02/11/26 03/11/26 01/12/26', 'month first'), 'day first')
  assert.equal(orderOf('12/03/26 12/01/26 11/28/26'), 'month first')
  assert.equal(orderOf('03/04/26', 'month first'), 'month first')
  assert.equal(orderOf('2026-01-05'), 'day first')
})

test('the order of the year is the one that all dates of a file show', () => {
  const yearFirst = [
    '26/01/05 26/01/06 26/01/07',
    '26-01-31 26-02-01',
    '25.12.30 26.01.02',
    '26/01/05 26/01/20 26/02/01 26/12/03',
    '26/11/26 26/11/25 26/11/24',
    '99/12/31',
    '26-Jan-05 26-Jan-06 26-Feb-01',
  ]
  const yearLast = [
    '05/01/26',
    '05.01.26 05.01.26',
    '30/12/25 02/01/26',
    '05/01/26 06/01/26',
    // statements of 2005
    '24/01/05 25/01/05 26/01/05',
    '31.12.04 03.01.05',
    '05-Jan-26 06-Jan-26',
    // years of 2028 and later would be in the future
    '28/01/05',
    '26/1/5 27/1/5',
    "26/01'05",
    '01/13/26 02/14/26',
  ]
  for (const list of yearFirst) assert.equal(orderOf(list), 'year first', list)
  for (const list of yearLast) assert.notEqual(orderOf(list), 'year first', list)
})

test('a file whose dates do not show where the year is is refused with both readings', () => {
  for (const list of ['26/01/05', '26/01/05 26/01/05', '26.01.05', '26-Jan-05', '25/03/04 26/04/05'])
    assert.throws(
      () => orderOf(list),
      /in line 1 is 202[56]-\d\d-\d\d or 200[45]-\d\d-\d\d: .*Write years with four digits/,
      list,
    )
})

test('a year with its sign in Japanese is first', () => {
  assert.deepEqual(readDate('26年1月5日'), { day: '2026-01-05' })
})
