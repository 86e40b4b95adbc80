// Every file format of the central bank, damaged and hostile files, and what happens to the sample.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import { Failure } from '#define'
import { unpackArchive } from './provider/import/archive.ts'
import { sampleDays } from './seed/sample.ts'
import { fixture, openWorld, type World } from './test/world.ts'

async function bodyOf(world: World, path: string): Promise<unknown> {
  return (await world.ask(path)).body
}
function rejects(reason: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof Failure && error.code === 'import.invalid' && reason.test(error.message)
}
/** One file in a ZIP archive, written by the rules of APPNOTE 4.3. */
function zip(name: string, content: Buffer, change: { method?: number; crc?: number; flags?: number } = {}): Buffer {
  const method = change.method ?? 8
  const packed = method === 8 ? deflateRawSync(content) : content
  const header = Buffer.alloc(22)
  header.writeUInt16LE(change.flags ?? 0, 0)
  header.writeUInt16LE(method, 2)
  header.writeUInt32LE(change.crc ?? crc32(content), 8)
  header.writeUInt32LE(packed.length, 12)
  header.writeUInt32LE(content.length, 16)
  header.writeUInt16LE(name.length, 20)
  const local = Buffer.concat([Buffer.from('PK\x03\x04\x14\x00', 'latin1'), header, Buffer.alloc(2), Buffer.from(name)])
  const entry = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00\x14\x00', 'latin1'),
    header,
    Buffer.alloc(16),
    Buffer.from(name),
  ])
  const end = Buffer.from('PK\x05\x06\0\0\0\0\x01\0\x01\0', 'latin1')
  const sizes = Buffer.alloc(10)
  sizes.writeUInt32LE(entry.length, 0)
  sizes.writeUInt32LE(local.length + packed.length, 4)
  return Buffer.concat([local, packed, entry, end, sizes])
}

const series = {
  '2024-11-04': { JPY: 165.7, USD: 1.0904 },
  '2024-11-05': { JPY: 165.85, USD: 1.0898 },
}
const seriesOf = async (world: World) =>
  Reflect.get(Object(await bodyOf(world, '/2024-11-04..?symbols=USD,JPY')), 'rates')

const history = fixture('eurofxref-hist.csv')
const sameDays: Record<string, Buffer> = {
  'the CSV of the history': history,
  'the CSV with Windows line ends and a byte order mark': Buffer.from(`\ufeff${history}`.replaceAll('\n', '\r\n')),
  'the CSV without a last line end': Buffer.from(String(history).trimEnd()),
  'the XML of the history': fixture('eurofxref-hist.xml'),
  'SDMX data': fixture('sdmx.csv'),
  'SDMX data with Windows line ends': Buffer.from(String(fixture('sdmx.csv')).replaceAll('\n', '\r\n')),
  'a ZIP archive of the CSV': zip('eurofxref-hist.csv', history),
  'a ZIP archive of the XML': zip('eurofxref-hist.xml', fixture('eurofxref-hist.xml')),
  'a ZIP archive without compression': zip('eurofxref-hist.csv', history, { method: 0 }),
}
for (const [name, bytes] of Object.entries(sameDays)) {
  for (const pieceBytes of [1, 64, 1 << 20]) {
    test(`${name} is imported, in pieces of ${pieceBytes} bytes`, async () => {
      const world = await openWorld()
      await world.importFile(bytes, { pieceBytes })
      assert.deepEqual(await seriesOf(world), series)
    })
  }
}

test('the CSV and the XML of a single day are imported', async () => {
  for (const name of ['eurofxref.csv', 'eurofxref-daily.xml']) {
    const world = await openWorld()
    const { days } = await world.importFile(fixture(name))
    assert.equal(days, 1)
    const rates = { JPY: 165.42, USD: 1.0735 }
    assert.deepEqual(await bodyOf(world, '/latest?to=USD,JPY'), { amount: 1, base: 'EUR', date: '2024-11-06', rates })
  }
})

test('an import counts what it read and what it changed, and the same file again changes nothing', async () => {
  const world = await openWorld()
  assert.deepEqual(await world.importFile(history), { days: 8, rates: 36, added: 8, changed: 0 })
  const before = await bodyOf(world, '/1999-01-01..')
  assert.deepEqual(await world.importFile(history), { days: 8, rates: 36, added: 0, changed: 0 })
  assert.deepEqual(await bodyOf(world, '/1999-01-01..'), before)
})

test('a later import adds its currencies to stored days and replaces corrected figures', async () => {
  const world = await openWorld()
  await world.importFile('Date,USD,JPY\n2024-11-05,1.0898,165.85\n')
  assert.deepEqual(await world.importFile('Date,USD,CHF\n2024-11-05,1.0899,0.94\n'), {
    days: 1,
    rates: 2,
    added: 0,
    changed: 1,
  })
  const { rates } = Object(await bodyOf(world, '/latest'))
  assert.deepEqual(rates, { CHF: 0.94, JPY: 165.85, USD: 1.0899 })
})

test('a currency of an import that has no name yet is listed by its code', async () => {
  const world = await openWorld()
  await world.importFile('Date,QQQ\n2024-11-05,2.5\n')
  assert.deepEqual(await bodyOf(world, '/currencies'), { EUR: 'Euro', QQQ: 'QQQ' })
})

const xml = (inside: string) => `<?xml version="1.0"?><gesmes:Envelope><Cube>${inside}</Cube></gesmes:Envelope>`
const refusals: Record<string, [content: string | Buffer, reason: RegExp]> = {
  'an empty file': ['', /holds no rates/],
  'a file of something else': ['{"rates":{"USD":1.1}}\n', /line 1: .* is not the first line/],
  'a file that is not text': [Buffer.from([0x44, 0x61, 0xff, 0xfe, 0x00]), /not UTF-8/],
  'a day that does not exist': ['Date,USD\n2024-11-31,1.1\n', /line 2: "2024-11-31" is not a day/],
  'a day in the future': ['Date,USD\n2024-11-07,1.1\n', /line 2: 2024-11-07 is in the future/],
  'a day before the data set': ['Date,USD\n1999-01-01,1.1\n', /line 2: .* before the first/],
  'a rate that is not a number': ['Date,USD\n2024-11-04,1.1\n2024-11-05,abc\n', /line 3: "abc" is not a rate/],
  'a rate of zero': ['Date,USD\n2024-11-05,0.00\n', /"0.00" is not a rate/],
  'a negative rate': ['Date,USD\n2024-11-05,-1.1\n', /"-1.1" is not a rate/],
  'a rate in another notation': ['Date,USD\n2024-11-05,1e3\n', /"1e3" is not a rate/],
  'a name that is not a currency': ['Date,Dollar\n2024-11-05,1.1\n', /"Dollar" is not a currency/],
  'the euro as a currency': ['Date,EUR\n2024-11-05,1\n', /"EUR" is not a currency/],
  'a prototype name as a currency': ['Date,__proto__\n2024-11-05,1\n', /is not a currency/],
  'a row with a missing cell': ['Date,USD,JPY\n2024-11-05,1.1\n', /line 2: 1 rates for 2 currencies/],
  'a row that is too long': ['Date,USD\n2024-11-05,1.1,1.2\n', /line 2: 2 rates for 1/],
  'two columns of a currency': ['Date,USD,USD\n2024-11-05,1.1,1.2\n', /two columns/],
  'two rates for one day': ['Date,USD\n2024-11-05,1.1\n2024-11-05,1.2\n', /line 3: USD on 2024-11-05 appears twice/],
  'too many currencies': [`Date,${manyCodes(70)}\n2024-11-05${',1'.repeat(70)}\n`, /more than 64 currencies/],
  'an endless line': [`Date,USD\n${'1'.repeat(70_000)}`, /line 2: the row has more than/],
  'an open quotation mark': ['Date,USD\n"2024-11-05,1.1\n', /line 2: a quotation mark/],
  'SDMX data that is not daily': ['FREQ,CURRENCY,TIME_PERIOD,OBS_VALUE\nM,USD,2024-10,1.1\n', /line 2: FREQ is "M"/],
  'SDMX data against another currency': [
    'CURRENCY,CURRENCY_DENOM,TIME_PERIOD,OBS_VALUE\nUSD,GBP,2024-11-05,1.1\n',
    /CURRENCY_DENOM is "GBP"/,
  ],
  'SDMX data with a missing cell': ['FREQ,CURRENCY,TIME_PERIOD,OBS_VALUE\nD,USD,2024-11-05\n', /line 2: 3 columns/],
  'XML with a document type': [
    '<!DOCTYPE x [<!ENTITY e "1.1">]><Envelope><Cube time="2024-11-05"><Cube currency="USD" rate="&e;"/></Cube></Envelope>',
    /line 1: .*DOCTYPE.* is not accepted/,
  ],
  'XML with an entity': [
    xml('<Cube time="2024-11-05"><Cube currency="USD" rate="&e;"/></Cube>'),
    /"&e;" is not a rate/,
  ],
  'XML with a rate outside a day': [xml('<Cube currency="USD" rate="1.1"/>'), /line 1: a rate is outside any day/],
  'XML with a rate after its day': [
    xml('<Cube time="2024-11-05"></Cube>\n<Cube currency="USD" rate="1.1"/>'),
    /line 2: a rate is outside any day/,
  ],
  'XML truncated between tags': [
    String(fixture('eurofxref-hist.xml')).split('</Cube>', 1).join(''),
    /the file is truncated/,
  ],
  'XML truncated inside a tag': [fixture('eurofxref-hist.xml').subarray(0, 480), /truncated inside a tag/],
  'XML with an endless tag': [`<Envelope><Cube ${'x'.repeat(10_000)}`, /a tag is longer/],
  'XML with a very long tag': [`<Envelope><Cube ${'x'.repeat(10_000)}/></Envelope>`, /a tag is longer/],
  'XML without rates': [xml(''), /holds no rates/],
  'a truncated archive': [zip('a.csv', history).subarray(0, -30), /archive is damaged/],
  'an archive with a wrong checksum': [zip('a.csv', history, { crc: 1 }), /archive is damaged/],
  'an encrypted archive': [zip('a.csv', history, { flags: 1 }), /encrypted/],
  'an archive of an unknown method': [zip('a.csv', history, { method: 12 }), /method 12/],
  'an archive of something else': [zip('a.exe', history), /neither .csv nor .xml/],
  'an archive with damaged content': [damaged(zip('a.csv', history)), /archive is damaged/],
}
function manyCodes(count: number): string {
  return Array.from(
    { length: count },
    (_, at) => `A${String.fromCharCode(65 + (at % 26), 65 + Math.floor(at / 26))}`,
  ).join(',')
}
function damaged(archive: Buffer): Buffer {
  return Buffer.from(archive).fill(0xff, 40, 60)
}
for (const [name, [content, reason]] of Object.entries(refusals)) {
  test(`${name} is refused and nothing is stored`, async () => {
    const world = await openWorld()
    await world.importFile('Date,USD\n2024-11-05,1.0898\n')
    const before = await bodyOf(world, '/1999-01-04..')
    for (const pieceBytes of [61, 1 << 20])
      await assert.rejects(world.importFile(content, { pieceBytes }), rejects(reason))
    assert.deepEqual(await bodyOf(world, '/1999-01-04..'), before)
  })
}

test('one invalid row rejects the file, and the message names up to five rows', async () => {
  const world = await openWorld()
  const rows = Array.from({ length: 9 }, () => '2024-11-05,x')
  await assert.rejects(
    world.importFile(`Date,USD\n2024-11-04,1.1\n${rows.join('\n')}\n`),
    rejects(/line 3: .*line 7: [^;]*; and possibly more/),
  )
  assert.equal((await world.ask('/latest')).status, 404)
})

test('a hostile row cannot inject text into the message', async () => {
  const world = await openWorld()
  const isQuoted = (error: unknown) =>
    error instanceof Failure && !/[\r\n]/.test(error.message) && error.message.length < 200
  await assert.rejects(world.importFile(`Date,USD\n2024-11-05,1\r2 ERROR ${'x'.repeat(500)}\n`), isQuoted)
})

test('the sample is served at once, is marked, and follows the clock', async () => {
  const world = await openWorld()
  world.clock.set('2026-11-20T12:00:00Z')
  await world.seed()
  const newest = async () => Reflect.get(Object(await bodyOf(world, '/latest')), 'date')
  const { body, headers } = await world.ask('/latest')
  assert.equal(Reflect.get(Object(body), 'date'), '2026-11-20')
  assert.equal(headers['x-gateway-sample'], 'true')
  assert.equal(Object.keys(Object(Reflect.get(Object(body), 'rates'))).length, 29)
  assert.equal((await world.ask('/1999-01-04..')).headers['x-gateway-sample'], 'true')
  assert.equal(Object.keys(Object(await bodyOf(world, '/currencies'))).length, 30)
  const friday = await bodyOf(world, '/2026-11-20')
  for (const [now, day] of [
    ['2026-11-21T12:00:00Z', '2026-11-20'],
    ['2026-11-23T12:00:00Z', '2026-11-23'],
    ['2026-12-26T12:00:00Z', '2026-12-24'],
    ['2031-05-02T12:00:00Z', '2031-05-02'],
  ] as const) {
    world.clock.set(now)
    assert.equal(await newest(), day)
    if (now < '2027') assert.deepEqual(await bodyOf(world, '/2026-11-20'), friday)
  }
})

test('the sample is the same everywhere: month-ends since 1999 and the last 90 publication days, near their levels', () => {
  const days = sampleDays('2026-10-31')
  assert.deepEqual(sampleDays('2026-10-30'), days)
  assert.equal(days.length, 420)
  assert.equal(days[0]?.day, '1999-01-04')
  assert.equal(days[1]?.day, '1999-01-29')
  for (const { day, rates } of [...days, ...sampleDays('2040-01-02')]) {
    assert.ok((rates.USD ?? 0) > 0.9 && (rates.USD ?? 0) < 1.55, day)
    assert.equal('BGN' in rates, day >= '2000-07-19' && day <= '2025-12-31', day)
  }
})

test('seeding again, or over imported rates, changes nothing', async () => {
  const world = await openWorld()
  await world.importFile(history)
  await world.seed()
  assert.equal(Object.keys(Object(Reflect.get(Object(await bodyOf(world, '/1999-01-04..')), 'rates'))).length, 8)
})

test('an import removes every row of the sample, its mark and its validators', async () => {
  const world = await openWorld()
  world.clock.set('2026-11-20T12:00:00Z')
  await world.seed()
  const sampled = await world.ask('/2026-10-30')
  await world.importFile('Date,USD\n2026-10-30,1.5\n')
  const { status, body, headers } = await world.ask('/2026-10-30', {
    headers: { 'if-none-match': sampled.headers.etag ?? '' },
  })
  assert.equal(status, 200)
  assert.deepEqual(body, { amount: 1, base: 'EUR', date: '2026-10-30', rates: { USD: 1.5 } })
  assert.equal(headers['x-gateway-sample'], undefined)
  assert.equal((await world.ask('/2026-10-29')).status, 404)
})

test('an archive that unpacks to more than the limit is refused, whatever size it claims', async () => {
  const honest = zip('a.csv', Buffer.alloc(2_000_000))
  const lying = Buffer.from(honest)
  for (const [signature, offset] of [
    ['PK\x03\x04', 22],
    ['PK\x01\x02', 24],
  ] as const)
    lying.writeUInt32LE(10, lying.toString('latin1').lastIndexOf(signature) + offset)
  const refused: readonly (readonly [Buffer, RegExp])[] = [
    [honest, /more than 1000000 bytes/],
    [lying, /damaged/],
  ]
  for (const [archive, reason] of refused) {
    let bytes = 0
    const unpack = async () => {
      for await (const piece of unpackArchive(pieces(archive), 1_000_000)) bytes += piece.length
    }
    await assert.rejects(unpack(), rejects(reason))
    assert.ok(bytes <= 1_000_000)
  }
})
async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
