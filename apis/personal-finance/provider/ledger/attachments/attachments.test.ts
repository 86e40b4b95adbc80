// Attachments on each database: what may be attached, how links resolve to files and smaller copies, assigning and
// unassigning.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import { sql } from 'kysely'
import { PNG } from 'pngjs'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { bytesAt, idsOf, type Made, me, newAccount, newTransaction, refusal } from '../../../test/ledger-calls.ts'
import { type Calls, type Household, openCalls } from '../../../test/world.ts'
import { jpegSize, sizeProblem } from './image-size.ts'
import { variantsOf } from './shrink.ts'
import { ledgerBytes } from './store.ts'

interface Attachment extends Made {
  readonly original_url: string
  readonly variants: { readonly thumb_url?: string; readonly large_url?: string }
}

/** Left half red, right half blue and translucent. */
function picture(width: number, height: number): Buffer {
  const image = new PNG({ width, height })
  for (let at = 0; at < width * height; at++)
    image.data.set(at % width < width / 2 ? [255, 0, 0, 255] : [0, 0, 255, 0], at * 4)
  return PNG.sync.write(image)
}
/** A file that claims a size: segments before the frame header, and nothing after it. */
function jpegHeader(width: number, height: number, sampling: readonly number[]): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, sampling.length, ...sampling.flatMap((one, at) => [at + 1, one, 0])])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  const start = Buffer.from('ffd8ffe000104a46494600010100000100010000ffffc0', 'hex')
  return Buffer.concat([start, Buffer.from([0, frame.length + 2]), frame, Buffer.alloc(50)])
}
const compound = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(stream, 'utf16le')])
const openXml = (folder: string) =>
  Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.from(`[Content_Types].xml${folder}part`), deflateRawSync('x')])
const files: Readonly<Record<string, Buffer>> = {
  'a.png': picture(3, 2),
  'a.jpg': Buffer.from(jpeg.encode({ width: 2, height: 2, data: Buffer.alloc(16, 255) }, 80).data),
  'a.JPEG': Buffer.from(jpeg.encode({ width: 2, height: 2, data: Buffer.alloc(16, 255) }, 80).data),
  'a.pdf': Buffer.from('%PDF-1.4\n%%EOF\n'),
  'a.xls': compound('Workbook'),
  'a.doc': compound('WordDocument'),
  'a.xlsx': openXml('xl/'),
  'a.docx': openXml('word/'),
}

test('an image with too many pixels is refused before it is decoded', () => {
  const bomb = Buffer.concat([picture(2, 2).subarray(0, 33), Buffer.alloc(100)])
  bomb.writeUInt32BE(5001, 16)
  bomb.writeUInt32BE(5000, 20)
  assert.throws(() => variantsOf('png', bomb), /too many pixels/)
})

test('the memory of a decoder is known from the header, and suffices for 25 million pixels in full colour', () => {
  for (const [width, height] of [
    [64, 64],
    [61, 47],
  ] as const) {
    const bytes = Buffer.from(jpeg.encode({ width, height, data: Buffer.alloc(width * height * 4, 90) }, 80).data)
    const { memory = 0 } = jpegSize(bytes) ?? {}
    const decodeWithin = (limit: number) => jpeg.decode(bytes, { maxMemoryUsageInMB: limit / 1024 / 1024 })
    // tables take less than 4 KiB more
    assert.equal(decodeWithin(memory + 4096).width, width)
    assert.throws(() => decodeWithin(memory - 1), /maxMemoryUsageInMB/)
  }
  assert.equal(sizeProblem('jpg', jpegHeader(5000, 5000, [0x11, 0x11, 0x11])), undefined)
  assert.match(sizeProblem('jpg', jpegHeader(5001, 5000, [0x11, 0x11, 0x11])) ?? '', /5001 x 5000 pixels/)
})

test('an interlaced image that unpacks to more than its size says is refused while it unpacks', () => {
  const header = Buffer.from(picture(2, 2).subarray(8, 33))
  header.writeUInt8(1, 8 + 12)
  header.writeUInt32BE(crc32(header.subarray(4, 21)), 21)
  const packed = deflateSync(Buffer.alloc(300_000_000))
  const data = Buffer.concat([Buffer.alloc(4), Buffer.from('IDAT'), packed, Buffer.alloc(4)])
  data.writeUInt32BE(packed.length, 0)
  data.writeUInt32BE(crc32(data.subarray(4, data.length - 4)), data.length - 4)
  const end = Buffer.from('0000000049454e44ae426082', 'hex')
  const bomb = Buffer.concat([picture(2, 2).subarray(0, 8), header, data, end])
  const before = process.resourceUsage().maxRSS
  assert.throws(() => variantsOf('png', bomb), { code: 'ERR_BUFFER_TOO_LARGE' })
  assert.ok(process.resourceUsage().maxRSS - before < 50_000, 'the process grew')
})

await eachStore('attachments', (database) => {
  let calls: Calls
  before(async () => {
    calls = await openCalls(database.target)
  })
  after(() => calls.close())
  const attach = (home: Household, name: string, bytes: Buffer, members: object = {}) =>
    home.ask<Attachment>('POST', `${me}/attachments`, {
      file_name: name,
      file_data: bytes.toString('base64'),
      ...members,
    })

  test('every kind of file can be attached and is served byte for byte at its link', async () => {
    const home = await calls.household()
    for (const [name, bytes] of Object.entries(files)) {
      const created = await attach(home, name, bytes)
      assert.equal(created.file_name, name)
      assert.equal(Object(created.content_type_meta).extension, name.replace('JPEG', 'jpg').slice(2))
      assert.ok(created.original_url.startsWith(`${calls.gateway.baseUrl}/v1/proxy/personal-finance/`))
      const file = await bytesAt(home, created.original_url)
      assert.deepEqual([file.status, file.bytes], [200, bytes], name)
      assert.equal(file.headers.get('content-disposition'), `attachment; filename*=UTF-8''${name}`)
      assert.equal(file.headers.get('x-content-type-options'), 'nosniff')
      assert.deepEqual(await home.ask('GET', `/attachments/${created.id}`), created)
    }
  })

  test('images have smaller copies within bounds, with the colours of the original on white', async () => {
    const home = await calls.household()
    const created = await attach(home, 'wide.png', picture(1600, 400))
    for (const [address, width, height] of [
      [created.variants.thumb_url, 150, 38],
      [created.variants.large_url, 1000, 250],
    ] as const) {
      const { status, type, bytes } = await bytesAt(home, address ?? '')
      assert.deepEqual([status, type], [200, 'image/jpeg'])
      const image = jpeg.decode(bytes)
      assert.deepEqual([image.width, image.height], [width, height])
      const pixel = (x: number) => [...image.data.subarray((5 * width + x) * 4, (5 * width + x) * 4 + 3)]
      for (const [x, expected] of [
        [5, [255, 0, 0]],
        [width - 5, [255, 255, 255]],
      ] as const)
        for (const [channel, value] of pixel(x).entries())
          assert.ok(Math.abs(value - (expected[channel] ?? 0)) < 12, `${x}: ${pixel(x)}`)
    }
    const { variants } = await attach(home, 'a.pdf', files['a.pdf'] ?? Buffer.alloc(0))
    assert.deepEqual(variants, {})
  })

  test('an image smaller than its copy keeps its size', async () => {
    const home = await calls.household()
    const { variants } = await attach(home, 'small.png', picture(40, 60))
    const { width, height } = jpeg.decode((await bytesAt(home, variants.large_url ?? '')).bytes)
    assert.deepEqual([width, height], [40, 60])
  })

  test('the bytes must be of the kind that the name claims', async () => {
    const home = await calls.household()
    const before = await idsOf(home, `${me}/attachments`)
    const post = (name: unknown, data: unknown) =>
      refusal(home, 'POST', `${me}/attachments`, { file_name: name, file_data: data })
    const kinds = 'file_name is not a png, jpg, pdf, xls, xlsx, doc or docx file'
    const png = files['a.png']?.toString('base64') ?? ''
    for (const name of Object.keys(files)) {
      const other = name === 'a.pdf' ? png : files['a.pdf']?.toString('base64')
      const ending = name.slice(2).replace('JPEG', 'jpg')
      assert.deepEqual(await post(name, other), [422, `file_data is not a ${ending} file`], name)
    }
    assert.deepEqual(await post('a.docx', files['a.xlsx']?.toString('base64')), [422, 'file_data is not a docx file'])
    assert.deepEqual(await post('a.html', png), [422, kinds])
    assert.deepEqual(await post('png', png), [422, kinds])
    assert.deepEqual(await post(undefined, png), [422, 'file_name is missing'])
    assert.deepEqual(await post('a.png', undefined), [422, 'file_data is missing'])
    assert.deepEqual(await post('a.png', 7), [422, 'file_data is invalid'])
    assert.deepEqual(await post('a.png', 'not base64!'), [422, 'file_data is not base64'])
    assert.deepEqual(await idsOf(home, `${me}/attachments`), before)
  })

  test('a damaged or too large image is refused, and the process continues', async () => {
    const home = await calls.household()
    const sentence = [422, 'file_data is not an image that can be read']
    const post = (name: string, bytes: Buffer) =>
      refusal(home, 'POST', `${me}/attachments`, { file_name: name, file_data: bytes.toString('base64') })
    const complete = picture(300, 300)
    assert.deepEqual(await post('cut.png', complete.subarray(0, 60)), sentence)
    const huge = Buffer.from(complete)
    huge.writeUInt32BE(60_000, 16)
    huge.writeUInt32BE(60_000, 20)
    const tooMany = [422, 'file_data has 60000 x 60000 pixels, and 25 million is the most: scale the image down']
    assert.deepEqual(await post('huge.png', huge), tooMany)
    assert.deepEqual(await post('huge.jpg', jpegHeader(60_000, 60_000, [0x22, 0x11, 0x11])), tooMany)
    assert.deepEqual(await post('wide.jpg', jpegHeader(5000, 5000, [0x11, 0x11, 0x11, 0x11])), [
      422,
      'file_data takes too much memory to decode: scale the image down, or save it with subsampled colours',
    ])
    assert.deepEqual(await post('cut.jpg', Buffer.from('ffd8ffe000104a464946', 'hex')), sentence)
    assert.equal((await attach(home, 'fine.png', complete)).file_name, 'fine.png')
  })

  test('a missing title is derived from the file name, and names contain no folders', async () => {
    const home = await calls.household()
    const bytes = files['a.pdf'] ?? Buffer.alloc(0)
    const created = await attach(home, '../../../../tmp\\taxi_to-town.pdf', bytes, { title: ' ' })
    assert.deepEqual([created.title, created.file_name], ['Taxi to town', 'taxi_to-town.pdf'])
    assert.equal((await home.ask<Made>('PUT', `/attachments/${created.id}`, { title: 'Ride' })).title, 'Ride')
    assert.equal((await home.ask<Made>('PUT', `/attachments/${created.id}`, { title: '' })).title, 'Taxi to town')
  })

  test('an attachment is assigned, listed and unassigned, and remains', async () => {
    const home = await calls.household()
    const { side } = await newAccount(home)
    const { id } = await newTransaction(home, side)
    const file = await attach(home, 'a.png', files['a.png'] ?? Buffer.alloc(0))
    const unassigned = async () => (await idsOf(home, `${me}/attachments?unassigned=1`)).includes(file.id)
    assert.ok(await unassigned())
    for (let twice = 0; twice < 2; twice++)
      assert.deepEqual(await home.ask('POST', `/transactions/${id}/attachments`, { attachment_id: file.id }), file)
    assert.deepEqual(await home.ask('GET', `/transactions/${id}/attachments`), [file])
    assert.ok(!(await unassigned()))
    await home.ask('DELETE', `/transactions/${id}/attachments/${file.id}`)
    assert.deepEqual(await home.ask('GET', `/transactions/${id}/attachments`), [])
    assert.ok(await unassigned())
    const again = await refusal(home, 'DELETE', `/transactions/${id}/attachments/${file.id}`)
    assert.deepEqual(again, [404, 'Attachment not found'])
  })

  test('a removed attachment is gone from its transactions and its links', async () => {
    const home = await calls.household()
    const { side } = await newAccount(home)
    const { id } = await newTransaction(home, side)
    const file = await attach(home, 'a.png', files['a.png'] ?? Buffer.alloc(0))
    await home.ask('POST', `/transactions/${id}/attachments`, { attachment_id: file.id })
    await home.ask('DELETE', `/attachments/${file.id}`)
    assert.deepEqual(await home.ask('GET', `/transactions/${id}/attachments`), [])
    for (const address of [file.original_url, file.variants.thumb_url, `${file.original_url}/../variants/huge`])
      assert.ok([400, 404].includes((await bytesAt(home, address ?? '')).status))
  })

  test('files with the same id in two accounts are separate', async () => {
    const [one, other] = [await calls.household(), await calls.household()]
    const texts = ['%PDF-one', '%PDF-other']
    const created = [
      await attach(one, 'a.pdf', Buffer.from('%PDF-one')),
      await attach(other, 'a.pdf', Buffer.from('%PDF-other')),
    ]
    assert.equal(created[0]?.id, created[1]?.id)
    const files = [
      await bytesAt(one, created[0]?.original_url ?? ''),
      await bytesAt(other, created[1]?.original_url ?? ''),
    ]
    assert.deepEqual(
      files.map(({ bytes }) => bytes.toString()),
      texts,
    )
  })

  test("the total size of an account's files is bounded", async () => {
    const { accountId, key } = await calls.gateway.account()
    const home = calls.householdOf(key)
    const body = { file_name: 'a.pdf', file_data: files['a.pdf']?.toString('base64') }
    const { id } = await home.ask<Made>('POST', `${me}/attachments`, body)
    // as if larger files had used almost all of the room
    await sql`update personal_finance_users set attached_bytes = ${ledgerBytes} where owner = ${accountId}`.execute(
      calls.gateway.components.store.db,
    )
    const full = [422, 'There is no room for more attachments']
    assert.deepEqual(await refusal(home, 'POST', `${me}/attachments`, body), full)
    await home.ask('DELETE', `/attachments/${id}`)
    assert.equal((await home.call('POST', `${me}/attachments`, body)).status, 200)
    assert.deepEqual(await refusal(home, 'POST', `${me}/attachments`, body), full)
  })
})
