// Guards what a handler gets of a multipart body, that it is read as it arrives, and that none of its files stays.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { Failure, type FilePart } from '#define'
import { readMultipart } from './multipart.ts'
import { openUploads } from './uploads.ts'

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-uploads-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function* cut(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

/** The body that the runtime makes of a form. */
async function encoded(form: FormData): Promise<{ bytes: Buffer; contentType: string }> {
  const response = new Response(form)
  return { bytes: Buffer.from(await response.arrayBuffer()), contentType: response.headers.get('content-type') ?? '' }
}

const isFile = (value: unknown): value is FilePart => typeof value === 'object' && value !== null && 'blob' in value

/** Values in the order of a repeated name, with files as their facts. */
async function plain(fields: Record<string, unknown>): Promise<Record<string, unknown[]>> {
  const plainFields: Record<string, unknown[]> = {}
  for (const [name, value] of Object.entries(fields))
    plainFields[name] = await Promise.all(
      (Array.isArray(value) ? value : [value]).map(async (one) =>
        isFile(one)
          ? [
              one.fileName,
              one.contentType,
              one.bytes.toString('hex'),
              Buffer.from(await one.blob.arrayBuffer()).toString('hex'),
            ]
          : one,
      ),
    )
  return plainFields
}

const names = fc.string({
  unit: fc.constantFrom('a', 'b', '"', 'é', ' ', '[', '%', ';', '='),
  minLength: 1,
  maxLength: 6,
})
const bytes = fc.uint8Array({ maxLength: 300 })
const field = fc.record({ name: names, text: fc.string({ maxLength: 100 }) })
const file = fc.record({ name: names, fileName: names, bytes })
const boundaryLike = fc.constantFrom('\r\n--', '--', '\r\n', '\r\n--x', '-----')

test('fields and files of any form are read as they were sent, wherever the body is cut', async (t) => {
  const uploads = await openUploads(folderFor(t))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(field, file), { maxLength: 8 }),
      boundaryLike,
      fc.integer({ min: 1, max: 90 }),
      async (items, extra, length) => {
        const form = new FormData()
        const expected: Record<string, unknown[]> = {}
        for (const item of items) {
          expected[item.name] ??= []
          const known = expected[item.name] ?? []
          if ('text' in item) {
            form.append(item.name, item.text + extra)
            known.push((item.text + extra).toWellFormed().replace(/\r\n|\r|\n/g, '\r\n'))
          } else {
            const content = Buffer.concat([item.bytes, Buffer.from(extra)])
            form.append(item.name, new File([content], item.fileName, { type: 'image/png' }))
            known.push([item.fileName, 'image/png', content.toString('hex'), content.toString('hex')])
          }
        }
        if (items.length === 0) form.append('only', '')
        const { bytes, contentType } = await encoded(form)
        const read = await plain(await readMultipart(cut(bytes, length), contentType, uploads.begin()))
        assert.deepEqual(read, items.length === 0 ? { only: [''] } : expected)
      },
    ),
  )
})

const contentType = 'multipart/form-data; boundary=xx'
const part = (name: string, body: string, more = '') =>
  `--xx\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${body}\r\n`

async function refusal(t: TestContext, text: string): Promise<string> {
  const uploads = await openUploads(folderFor(t))
  try {
    await readMultipart(cut(Buffer.from(text), 65_536), contentType, uploads.begin())
    return 'none'
  } catch (error) {
    return error instanceof Failure ? `${error.code} ${error.message}` : String(error)
  }
}

test('1,000 parts pass, and one more is refused before the rest is read', async (t) => {
  const parts = (count: number) => Array.from({ length: count }, (_, index) => part(`a${index}`, '1')).join('')
  assert.equal(await refusal(t, `${parts(1000)}--xx--\r\n`), 'none')
  assert.match(await refusal(t, `${parts(1001)} no end`), /^input\.invalid .*1000 parts/)
})

test('other calls are answered while the many parts of one chunk are read', async (t) => {
  const body = Array.from({ length: 1000 }, (_, index) => part(`a${index}`, '1', '; filename="a"')).join('')
  let nowMs = 0
  // every look at the clock takes a millisecond
  t.mock.method(performance, 'now', () => nowMs++)
  let ticks = 0
  let next = setImmediate(function turn() {
    ticks++
    next = setImmediate(turn)
  })
  const files = (await openUploads(folderFor(t))).begin()
  ticks = 0
  await readMultipart(cut(Buffer.from(`${body}--xx--`), 1e6), contentType, files)
  clearImmediate(next)
  assert.ok(ticks >= 1000 / 15, `${ticks} ticks`)
})

test('the head of a part has at most 8 KiB, and text fields 8 MiB in all', async (t) => {
  assert.match(await refusal(t, part('a'.repeat(9000), '1')), /8192 bytes of headers/)
  assert.match(await refusal(t, `--xx\r\n${'a'.repeat(100_000)}`), /8192 bytes of headers/)
  const half = 'x'.repeat(4 * 1024 * 1024)
  assert.match(await refusal(t, `${part('a', half)}${part('b', `${half}x`)}--xx--`), /fields that are not files/)
})

test('a body that is cut, has no parts, no names or no boundary is refused', async (t) => {
  for (const text of ['', 'hello', '--xx', part('a', '1'), '--xx\r\n\r\n', `--xx${' '.repeat(100)}\r\n`])
    assert.match(await refusal(t, text), /^input\.invalid/, text)
  await assert.rejects(
    readMultipart(cut(Buffer.from('x'), 1), 'multipart/form-data', (await openUploads(folderFor(t))).begin()),
  )
})

test('long files are on disk for their owner only, in order, and gone once removed', async (t) => {
  const dataDir = folderFor(t)
  const uploads = await openUploads(dataDir)
  const files = uploads.begin()
  const long = Buffer.alloc(700_000, 'long')
  const text = part('small', 'tiny', '; filename="s.txt"') + part('long', String(long), '; filename="l.txt"')
  const fields = await readMultipart(cut(Buffer.from(`${text}--xx--`), 65_536), contentType, files)
  const folder = join(dataDir, 'uploads', `${process.pid}`)
  const [only = '', ...more] = readdirSync(folder)
  assert.deepEqual(more, [])
  assert.equal(statSync(join(folder, only)).mode & 0o777, 0o600)
  assert.ok(isFile(fields.small) && isFile(fields.long))
  assert.deepEqual([String(fields.small.bytes), fields.small.contentType], ['tiny', 'text/plain'])
  assert.equal(fields.long.blob.size, long.length)
  assert.ok(fields.long.bytes.equals(long))
  await files.remove()
  assert.deepEqual(readdirSync(folder), [])
})

test('chunks are freed as soon as they are on disk', async (t) => {
  const files = (await openUploads(folderFor(t))).begin()
  const chunks = Array.from({ length: 20 }, () => Buffer.from(new ArrayBuffer(65_536)))
  for (const chunk of chunks) await files.write(chunk)
  const { blob } = await files.end({ name: 'long', fileName: 'l.txt', contentType: undefined })
  assert.equal(blob.size, 20 * 65_536)
  // the first four are kept in memory until the file is too long for it
  assert.deepEqual([...new Set(chunks.slice(4).map((chunk) => chunk.length))], [0])
  await files.remove()
})

test('of a long file no chunk stays in memory, wherever beginnings of boundaries fall', async (t) => {
  const files = (await openUploads(folderFor(t))).begin()
  const long = Buffer.alloc(2_000_000, 'long')
  for (let at = 65_530; at < long.length - 10; at += 65_535) long.write('\r\n--x-', at, 'latin1')
  const body = Buffer.from(`${part('long', long.toString('latin1'), '; filename="l.txt"')}--xx--`, 'latin1')
  // each chunk has memory of its own, as those of the network do
  const chunks: Buffer[] = []
  for await (const chunk of cut(body, 65_536)) chunks.push(Buffer.from(new Uint8Array(chunk).buffer))
  async function* arriving() {
    yield* chunks
  }
  const { long: file } = await readMultipart(arriving(), contentType, files)
  assert.ok(isFile(file) && file.bytes.equals(long))
  // the first are held until the file is too long for memory, and some end in the beginning of a boundary
  const kept = chunks.filter((chunk) => chunk.length > 0).length
  assert.ok(kept <= 12, `${kept} of ${chunks.length}`)
  await files.remove()
})

test('a disk that takes no file is 507, not a bug of ours', async (t) => {
  const dataDir = folderFor(t)
  const uploads = await openUploads(dataDir)
  // a file where the folder should be
  writeFileSync(join(dataDir, 'uploads'), '')
  const files = uploads.begin()
  const text = part('long', 'x'.repeat(500_000), '; filename="l.txt"')
  const failure = readMultipart(cut(Buffer.from(`${text}--xx--`), 65_536), contentType, files)
  await assert.rejects(failure, (error) => error instanceof Failure && error.code === 'upload.not_stored')
  await files.remove()
})

test('files of processes that have ended are removed at start, and those of others stay', async (t) => {
  const dataDir = folderFor(t)
  const folderOf = (name: string | number) => join(dataDir, 'uploads', `${name}`)
  // process ids are below 2^22; 1 always runs
  for (const name of [process.pid, 4_194_305, 1]) mkdirSync(folderOf(name), { recursive: true })
  const uploads = await openUploads(dataDir)
  assert.deepEqual(
    [process.pid, 4_194_305, 1].map((name) => existsSync(folderOf(name))),
    [false, false, true],
  )
  await uploads.close()
})
