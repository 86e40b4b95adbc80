// Counts compared with the check values of SOURCES 9, what the estimate adds around texts, and that no text makes the
// tokenizer slow.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRequest } from '../wire/chat-request.ts'
import { formats } from '../wire/formats.ts'
import { countConversation, tilesOf } from './conversation-tokens.ts'
import { countTextsFor } from './count.ts'
import { imageSize } from './image-size.ts'
import { countText, encodingOf } from './text-tokens.ts'

const chat = (more: object): ChatRequest =>
  formats.openai.readRequest({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello!' }], ...more })

test('strings have the counts of SOURCES 9.6 in both encodings', async () => {
  const expected = { 'hello world': [2, 2], '你好，世界': [3, 6], '😀😀': [2, 4] }
  for (const [text, counts] of Object.entries(expected))
    assert.deepEqual([await countText(text, 'gpt-4o'), await countText(text, 'gpt-4')], counts, text)
})

test('models have the encodings of SOURCES 9.1', () => {
  for (const model of [
    'gpt-4o-mini',
    'chatgpt-4o-latest',
    'o1-preview',
    'o3',
    'gpt-4.1',
    'gpt-5-mini',
    'openai/gpt-4o',
  ])
    assert.equal(encodingOf(model), 'o200k', model)
  for (const model of ['gpt-4', 'gpt-3.5-turbo', 'text-embedding-3-small', 'claude-sonnet-4-5', 'gatehouse/echo-1'])
    assert.equal(encodingOf(model), 'cl100k', model)
})

test('a special token in a string is ordinary text', async () => {
  assert.ok((await countText('<|endoftext|>', 'gpt-4o')) > 3)
})

test('the chat of SOURCES 9.6 has 19 tokens in both encodings', async () => {
  const messages = [
    { role: 'system', content: 'You are a helpful assistant.' },
    { role: 'user', content: 'Hello!' },
  ]
  for (const model of ['gpt-4o', 'gpt-4']) assert.equal(await countConversation(chat({ model, messages })), 19)
})

test('tools, names, results and media add what SOURCES 9.2 to 9.4 say', async () => {
  const plain = await countConversation(chat({}))
  const tools = [{ type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' } } }]
  const tool = (await countText('f', 'gpt-4o')) + (await countText('d', 'gpt-4o'))
  const schema = await countText('{"type":"object"}', 'gpt-4o')
  assert.equal(await countConversation(chat({ tools })), plain + 8 + tool + schema)
  const named = chat({ messages: [{ role: 'user', name: 'ada', content: 'Hello!' }] })
  assert.equal(await countConversation(named), plain + 1 + (await countText('ada', 'gpt-4o')))
  const image = (url: string, detail = 'auto') =>
    countConversation(
      chat({
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Hello!' },
              { type: 'image_url', image_url: { url, detail } },
            ],
          },
        ],
      }),
    )
  assert.equal(await image('https://example.com/a.png'), plain + 255)
  assert.equal(await image(`data:image/png;base64,${png(1024, 1024)}`), plain + 85 + 4 * 170)
  assert.equal(await image(`data:image/png;base64,${png(1024, 1024)}`, 'low'), plain + 85)
  assert.equal(await image('data:image/png;base64,AAAA'), plain + 255)
})

test('the size of a picture is read from four formats and determines its tiles', () => {
  assert.deepEqual(imageSize(png(640, 480)), { width: 640, height: 480 })
  const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([0x80, 2, 0xe0, 1])])
  assert.deepEqual(imageSize(gif.toString('base64')), { width: 640, height: 480 })
  const jpeg = Buffer.from('ffd8ffe000040000ffc0001108 01e0 0280 03'.replaceAll(' ', ''), 'hex')
  assert.deepEqual(imageSize(jpeg.toString('base64')), { width: 640, height: 480 })
  const webp = Buffer.alloc(30)
  webp.write('RIFF', 0).toString()
  webp.write('WEBPVP8X', 8)
  webp.writeUIntLE(639, 24, 3)
  webp.writeUIntLE(479, 27, 3)
  assert.deepEqual(imageSize(webp.toString('base64')), { width: 640, height: 480 })
  for (const broken of ['', '/9j/', '/9j/4AAA', 'iVBORw0K', 'UklGRg==']) assert.equal(imageSize(broken), undefined)
  assert.deepEqual(
    [
      tilesOf({ width: 512, height: 512 }),
      tilesOf({ width: 4096, height: 2048 }),
      tilesOf({ width: 10, height: 8192 }),
    ],
    [1, 6, 4],
  )
})

test('no text of a megabyte takes seconds', async () => {
  const long = ['a', '你', '=', ' ', 'ab ', '\n', '😀', '\u0301'].map((text) => text.repeat(1_000_000 / text.length))
  for (const text of long) {
    const before = process.cpuUsage().user
    assert.ok((await countText(text)) > 0)
    const seconds = (process.cpuUsage().user - before) / 1e6
    assert.ok(seconds < 3, `${JSON.stringify(text[0])}: ${seconds} s`)
  }
})

test('a longer string is extrapolated', async () => {
  const million = 1024 * 1024
  const counted = await countText('ab '.repeat(million / 4))
  assert.ok(Math.abs((await countText('ab '.repeat(million))) / counted - 4) < 0.01)
})

test('what was counted before makes no count slower, whoever it was for', async () => {
  const text = 'PK\x05\x06'.repeat(16_000)
  const cpuMs = async () => {
    let least = Number.POSITIVE_INFINITY
    for (let round = 0; round < 3; round++) {
      const before = process.cpuUsage()
      await countText(text)
      least = Math.min(least, process.cpuUsage(before).user / 1000)
    }
    return least
  }
  await countText(text)
  const fresh = await cpuMs()
  // more different words than the tokenizer remembers
  for (let part = 0; part < 6; part++)
    await countText(Array.from({ length: 30_000 }, (_, at) => `${(part * 30_000 + at).toString(36)}é`).join(' '))
  const later = await cpuMs()
  assert.ok(later < 100 + fresh * 4, `${later} ms after ${fresh} ms`)
})

function png(width: number, height: number): string {
  const head = Buffer.alloc(24)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(head)
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head.toString('base64')
}

test('long texts are counted in batches of a million characters, none of which is lost', async () => {
  const batches: string[][] = []
  const counts = countTextsFor(
    async ({ texts }) => {
      batches.push([...texts])
      return texts.join('').length
    },
    { account: 'acc_a' },
  )
  const texts = ['a', 'b'.repeat(2_500_000), 'c', '', 'd'.repeat(600_000), 'e'.repeat(600_000)]
  assert.equal(await counts(texts, 'gpt-4o'), texts.join('').length)
  assert.equal(batches.flat().join(''), texts.join(''))
  for (const batch of batches) assert.ok(batch.join('').length <= 1_000_000 && batch.length > 0)
})

test('documents count by what they hold: words of a text, pages of a PDF, and a guess for those elsewhere', async () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const counted = (source: object) =>
    countConversation({
      ...formats.anthropic.readRequest({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: '?' }] }),
      messages: [{ role: 'user', parts: [{ kind: 'document', source: Object(source) }] }],
    })
  const text = (length: number) =>
    counted({ at: 'data', mediaType: 'text/plain', data: base64('tide '.repeat(length)) })
  assert.ok((await text(1000)) > 5 * (await text(150)))
  const pdf = (pages: number) =>
    counted({ at: 'data', mediaType: 'application/pdf', data: base64('<< /Type /Page >> '.repeat(pages)) })
  assert.equal((await pdf(3)) - (await pdf(2)), 2000)
  const empty = await counted({ at: 'data', mediaType: 'text/plain', data: '' })
  assert.equal((await counted({ at: 'url', url: 'https://example.com/a.pdf' })) - empty, 5000)
})
