// Documents on each database: every type there and back, states, downloads, evaluations, and files made to do harm.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { eachStore } from '../../tests/harness/services.ts'
import { until } from '../../tests/harness/until.ts'
import { openWorld, type World } from './test/world.ts'
import { type PackedFile, textIn, zipped } from './test/zip.ts'

const word = (body: string) =>
  `<?xml version="1.0"?><w:document xmlns:w="urn:w"><w:body>${body}<w:sectPr/></w:body></w:document>`
const docx = (body: string, others: readonly PackedFile[] = []) =>
  zipped([
    { name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') },
    { name: 'word/document.xml', bytes: Buffer.from(word(body)) },
    ...others,
  ])

function renamed(archive: Buffer, from: string, to: string): Buffer {
  return Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1')
}

/** Makes the last file of an archive begin where the first begins. */
function overlapping(archive: Buffer): Buffer {
  const bytes = Buffer.from(archive)
  bytes.writeUInt32LE(0, bytes.lastIndexOf('PK\x01\x02') + 42)
  return bytes
}

const bodyOf = async (archive: Buffer) =>
  /<w:body>(.*)<w:sectPr\/>/s.exec(await textIn(archive, 'word/document.xml'))?.[1]

await eachStore('documents', (database) => {
  test('the tables are made', async () => {
    await openWorld({ database: database.store })
  })
  const open = () => openWorld({ database: database.store, migrated: true })

  test('a document is translated, billed, downloaded once and then gone, and nobody else can have it', async () => {
    const world = await open()
    const { id, key, state, bytes, headers } = await world.document(
      'a.txt',
      Buffer.from('Good morning.\r\n\r\nThe cat sleeps.\n'),
    )
    assert.equal(bytes.toString(), 'Guten Morgen.\r\n\r\nDie Katze schläft.\n')
    const segments = { translated: 2, kept: 0, unreadable: 0 }
    assert.deepEqual(state, { document_id: id, status: 'done', billed_characters: 28, segments })
    assert.deepEqual([headers['content-type'], headers['x-gateway-sample']], ['text/plain', 'true'])
    assert.match(id + key, /^[\dA-F]{96}$/)
    const again = await world.post(`/v2/document/${id}/result`, { document_key: key })
    assert.deepEqual([again.status, again.body.message], [503, 'Document already downloaded'])
    assert.equal((await world.post(`/v2/document/${id}`, { document_key: key })).status, 404)
    assert.equal((await world.post(`/v2/document/${id}`, { document_key: 'F'.repeat(64) })).status, 404)
    assert.equal((await world.post(`/v2/document/${id}`, { document_key: key }, 'acc_other')).status, 404)
    assert.equal((await world.ask('/v2/usage')).body.character_count, 28)
    world.clock.advance(25 * 3_600_000)
    await world.runJob('deleteOldFiles')
    assert.equal((await world.post(`/v2/document/${id}/result`, { document_key: key })).status, 404)
  })

  const upload = async (world: World, bytes: Buffer) => {
    const file = { fileName: 'a.txt', contentType: '', bytes, blob: new Blob([new Uint8Array(bytes)]) }
    const { body } = await world.post('/v2/document', { file, source_lang: 'EN', target_lang: 'DE' })
    const { document_id, document_key } = body
    return { id: String(document_id), document_key }
  }
  const stateOf = async (world: World, { id, document_key }: Awaited<ReturnType<typeof upload>>) =>
    (await world.post(`/v2/document/${id}`, { document_key })).body

  test('documents that a stopping process gave back are taken up by the next question for their state', async () => {
    const world = await open()
    const documents = await Promise.all(
      ['Hello.\n', 'Good morning.\n'].map((line) => upload(world, Buffer.from(line.repeat(20_000)))),
    )
    await world.close()
    const next = await open()
    next.clock.advance(61_000)
    for (const document of documents) {
      assert.equal((await stateOf(next, document)).status, 'queued')
      await until(async () => (await stateOf(next, document)).status === 'done')
    }
    await next.close()
  })

  test('a document that was begun by a process that is gone fails, and is not tried again', async () => {
    const world = await open()
    const document = await upload(world, Buffer.from('hello'))
    await world.kit.db
      .updateTable('translation_documents')
      .set({ status: 'translating', result: null, source: Buffer.from('hello') })
      .where('id', '=', document.id)
      .execute()
    assert.equal((await stateOf(world, document)).status, 'translating')
    world.clock.advance(61_000)
    await until(async () => (await stateOf(world, document)).status === 'error')
    assert.match(String((await stateOf(world, document)).error_message), /interrupted.*does not try again/)
    const row = await world.kit.db
      .selectFrom('translation_documents')
      .select('source')
      .where('id', '=', document.id)
      .executeTakeFirst()
    assert.deepEqual(row, { source: null })
  })

  test('the quality evaluation names the words that the engine does not know', async () => {
    const world = await open()
    const { id } = await world.document('a.txt', Buffer.from('The quaint cat sleeps.'), {
      enable_quality_evaluation: true,
    })
    const { status, body } = await world.ask(`/v1/quality-evaluations/${id}`)
    assert.equal(status, 200)
    const { segments, summary } = Object(body)
    assert.deepEqual(summary, { overall_score: 75, granular_counts: { Accuracy: { Untranslated: { Major: 1 } } } })
    assert.deepEqual(segments[0].errors[0].source_spans, [{ start: 4, end: 10 }])
    assert.equal((await world.ask(`/v1/quality-evaluations/${id}`, { account: 'acc_other' })).status, 404)
  })
})

const formats: readonly [name: string, source: string, expected: string][] = [
  [
    'a.html',
    '<h1>Welcome</h1>\n<p translate="no">Hello</p><script>hello</script>',
    '<h1>Willkommen</h1>\n<p translate="no">Hello</p><script>hello</script>',
  ],
  ['a.xml', '<d><t id="1">Hello</t><t/></d>', '<d><t id="1">Hallo</t><t/></d>'],
  [
    'a.srt',
    '1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>good</i>\r\n<b>morning</b>\r\n\r\n2\n00:00:03,000 --> 00:00:04,000\nHello\n',
    '1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>guter</i>\r\n<b>Morgen</b>\r\n\r\n2\n00:00:03,000 --> 00:00:04,000\nHallo\n',
  ],
  ['a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n\n', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHallo\n\n'],
  [
    'a.json',
    '{\n  "hello": ["Hello", 1, {"b": "good\\nmorning"}]\n}',
    '{\n  "hello": ["Hallo", 1, {"b": "guten Morgen"}]\n}',
  ],
  [
    'a.yaml',
    'hello: Hello\nlist:\n  - "good morning"\n  - true\n  - 12\nref: *a\n',
    'hello: Hallo\nlist:\n  - "guten Morgen"\n  - true\n  - 12\nref: *a\n',
  ],
  ['a.csv', 'id,text\n1,"good morning, ""world"""\n2,hello\n', '[id],Text\n1,"guten Morgen, ""Welt"""\n2,hallo\n'],
  ['a.properties', '# hello\nhello.key = Hello\nb: world\n', '# hello\nhello.key = Hallo\nb: Welt\n'],
  ['a.strings', '/* hello */\n"hello" = "Hello, world";\n', '/* hello */\n"hello" = "Hallo, Welt";\n'],
  [
    'a.md',
    '# Hello\n\n- good morning\n\n```\nhello\n```\n> world\n',
    '# Hallo\n\n- guten Morgen\n\n```\nhello\n```\n> Welt\n',
  ],
  [
    'a.xlf',
    '<xliff version="1.2"><trans-unit id="1"><source>Hello <g id="1">world</g></source><target state="new">x</target></trans-unit></xliff>',
    '<xliff version="1.2"><trans-unit id="1"><source>Hello <g id="1">world</g></source><target state="new">Hallo <g id="1">Welt</g></target></trans-unit></xliff>',
  ],
]
for (const [name, source, expected] of formats)
  test(`the texts of ${name} are translated, and nothing else changes`, async () => {
    const world = await openWorld()
    assert.equal((await world.document(name, Buffer.from(source))).bytes.toString(), expected)
  })

describe('office documents', () => {
  const run = (text: string, look = '') =>
    `<w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`

  test('words that an editor cut in two are merged, looks are kept, and other files keep their bytes', async () => {
    const world = await openWorld()
    const picture = { name: 'word/media/a.png', bytes: Buffer.from([1, 2, 3, 0, 255]) }
    const broken = `<w:p><w:pPr/><w:r w:rsidR="1"><w:t>The c</w:t></w:r><w:proofErr w:type="a"/><w:r><w:t>at</w:t></w:r>${run(' sleeps', '<w:b/>')}${run('.')}</w:p>`
    const source = await docx(`${broken}<w:p>${run('Good morning &amp; hello')}</w:p><w:p/>`, [picture])
    const { bytes, state } = await world.document('a.docx', source)
    assert.equal(state.billed_characters, 50_000)
    assert.equal(
      await bodyOf(bytes),
      `<w:p><w:pPr/>${run('Die Katze').replace('<w:r>', '<w:r w:rsidR="1">')}${run(' schläft', '<w:b/>')}${run('.')}</w:p><w:p>${run('Guten Morgen &amp; hallo')}</w:p><w:p/>`,
    )
    assert.ok(bytes.includes(deflateRawSync(picture.bytes)))
    assert.deepEqual(Buffer.from(unzipSync(bytes)[picture.name] ?? []), picture.bytes)
  })

  test('slides, sheets and OpenDocument texts are translated', async () => {
    const world = await openWorld()
    const cases = [
      [
        'a.pptx',
        'ppt/slides/slide1.xml',
        '<p:sld><a:p><a:r><a:rPr/><a:t>Hello</a:t></a:r></a:p></p:sld>',
        '<p:sld><a:p><a:r><a:rPr/><a:t>Hallo</a:t></a:r></a:p></p:sld>',
      ],
      [
        'a.xlsx',
        'xl/sharedStrings.xml',
        '<sst><si><t>Hello</t></si><si><r><t>good </t></r><r><t>morning</t></r></si></sst>',
        '<si><r><t xml:space="preserve">guten Morgen</t></r></si>',
      ],
      [
        'a.odt',
        'content.xml',
        '<o:t><text:p>The <text:span>cat</text:span> sleeps.</text:p></o:t>',
        '<text:p>Die <text:span>Katze</text:span> schläft.</text:p>',
      ],
    ] as const
    for (const [name, part, xml, expected] of cases) {
      const { bytes } = await world.document(name, await zipped([{ name: part, bytes: Buffer.from(xml) }]))
      const written = await textIn(bytes, part)
      assert.ok(written.includes(expected), written)
    }
  })

  test('whatever the runs, the document stays well-formed, with the looks in order and no text lost', async () => {
    const world = await openWorld()
    const text = fc.constantFrom('hello', ' ', 'The train', ' leaves. ', '&lt;', 'x1', '', '12,5')
    const look = fc.constantFrom('', '<w:b/>', '<w:i/>')
    const other = fc.constantFrom(
      '<w:bookmarkStart w:id="1"/>',
      '<w:r><w:tab/></w:r>',
      '<w:hyperlink><w:r><w:t>good</w:t></w:r></w:hyperlink>',
    )
    const part = fc.oneof(
      fc.tuple(text, look).map(([one, its]) => run(one, its)),
      other,
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(part, { maxLength: 6 }), { maxLength: 4 }), async (paragraphs) => {
        const body = paragraphs.map((parts) => `<w:p>${parts.join('')}</w:p>`).join('')
        const { bytes } = await world.document('a.docx', await docx(body))
        const written = String(await bodyOf(bytes))
        const tags = (xml: string) => xml.match(/<w:(?:b|i|p|tab|bookmarkStart|hyperlink)\b[^>]*>/g) ?? []
        const merged = (all: string[]) => all.filter((tag, index) => !/<w:[bi]\/>/.test(tag) || tag !== all[index - 1])
        assert.deepEqual(
          merged(tags(written)).filter((tag) => !/<w:[bi]\/>/.test(tag)),
          tags(body).filter((tag) => !/<w:[bi]\/>/.test(tag)),
        )
        const open: string[] = []
        for (const [, slash, name = '', empty] of written.matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)) {
          if (empty) continue
          if (slash) assert.equal(open.pop(), name)
          else open.push(name)
        }
        assert.deepEqual(open, [])
        assert.ok(!/<\/w:[a-zA-Z]+>[^<\s]+</.test(written), written)
      }),
      { numRuns: 60 },
    )
  })

  test('archives that are made to do harm are a plain refusal', async () => {
    const world = await openWorld()
    const zeros = Buffer.alloc(80 * 1024 * 1024)
    const text = Buffer.from(word('<w:p/>'))
    const fine = await docx('<w:p/>')
    const encrypted = Buffer.from(fine)
    encrypted.writeUInt16LE(0x0801, encrypted.lastIndexOf('PK\x01\x02') + 8)
    const cases: readonly (Buffer | Promise<Buffer>)[] = [
      Buffer.from('PK'),
      fine.subarray(0, fine.length - 30),
      fine.subarray(40),
      encrypted,
      zipped([{ name: 'word/document.xml', bytes: zeros }]),
      // says that it is small
      zipped([{ name: 'word/document.xml', bytes: zeros, claimed: { size: 100 } }]),
      zipped([{ name: 'word/document.xml', bytes: text, claimed: { crc32: 1 } }]),
      zipped([
        { name: 'word/document.xml', bytes: text },
        { name: '../a', bytes: text },
      ]),
      renamed(
        await zipped([
          { name: 'word/document.xml', bytes: text },
          { name: 'word/documents.xm', bytes: text },
        ]),
        'word/documents.xm',
        'word/document.xml',
      ),
      overlapping(await docx('<w:p/>', [{ name: 'word/header1.xml', bytes: text }])),
      zipped([{ name: 'word/document.xml', bytes: Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a/>') }]),
      zipped([{ name: 'word/document.xml', bytes: Buffer.from(`<w:p>${'<w:r>'.repeat(100)}`) }]),
      zipped([{ name: 'other.xml', bytes: text }]),
    ]
    for (const [index, archive] of cases.entries())
      await assert.rejects(world.document('a.docx', await archive), /Invalid file data\./, String(index))
  })

  test('an archive is written so that another reader opens it', async () => {
    const world = await openWorld()
    const { bytes } = await world.document('a.docx', await docx(`<w:p>${run('hello')}</w:p>`))
    const files = unzipSync(bytes)
    assert.deepEqual(Object.keys(files), ['[Content_Types].xml', 'word/document.xml'])
    assert.equal(Buffer.from(files['[Content_Types].xml'] ?? []).toString(), '<Types/>')
  })
})

test('files that cannot be translated are refused before anything is stored or billed', async () => {
  const world = await openWorld()
  const refused = (name: string, bytes: Buffer, fields = {}) =>
    assert.rejects(world.document(name, bytes, fields), /^Error: 4\d\d/)
  for (const name of ['a.po', 'a.resx', 'a.ftl', 'a.ass', 'a.mdx', 'a.doc', 'a.rtf', 'a.idml', 'a.tex', 'a.toString']) {
    const extension = name.slice(1).toLowerCase().replaceAll('.', '\\.')
    const sentence = new RegExp(
      `Invalid file data\\. The file extension ${extension} is not supported\\. Supported are txt, md,`,
    )
    await assert.rejects(world.document(name, Buffer.from('house')), sentence)
  }
  await assert.rejects(world.document('house', Buffer.from('house')), /has no file extension\. Supported are txt, md,/)
  await refused('a.pdf', Buffer.from('%PDF'))
  await refused('a', Buffer.from('a'))
  await refused('a.txt', Buffer.alloc(0))
  await refused('a.srt', Buffer.alloc(150 * 1024 + 1))
  await refused('a.txt', Buffer.from('a'), { output_format: 'docx' })
  await refused('a.txt', Buffer.from('a'), { target_lang: 'EN-GB' })
  await refused('a.txt', Buffer.from('a'), { target_lang: 'XX' })
  await assert.rejects(world.document('a.txt', Buffer.from([0xc3, 0x28])), /Invalid file data/)
  await assert.rejects(world.document('a.json', Buffer.from('{')), /Invalid file data/)
  assert.equal((await world.ask('/v2/usage')).body.character_count, 0)
})

test('a document whose language turns out to be the target is refused as the provider refuses it', async () => {
  const world = await openWorld()
  await assert.rejects(
    world.document('a.txt', Buffer.from('Guten Morgen, wie geht es Ihnen?'), { source_lang: undefined }),
    /Source and target language are equal/,
  )
})
