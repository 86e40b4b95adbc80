// Documents with further content that nobody had tried: what is no language stays as it came, and files stay valid.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld } from './test/world.ts'
import { textIn, zipped } from './test/zip.ts'

const cases: readonly (readonly [about: string, name: string, source: string, expected: string])[] = [
  [
    'characters by their code in YAML',
    'a.yml',
    'a: "The house \\U0001F600 \\x35\\_\\u0077ater \\/"\n',
    'a: "Das Haus 😀 5\u00a0Wasser /"\n',
  ],
  [
    'numbers and constants of YAML',
    'a.yml',
    'a: 1e5\nb: -.inf\nc: 0x1F\nd: 1_000\ne: 12 houses\n',
    'a: 1e5\nb: -.inf\nc: 0x1F\nd: 1_000\ne: 12 Häuser\n',
  ],
  [
    'formats of dates',
    'a.yml',
    'a: "%Y-%m-%d"\nb: "The house %-I:%M %p"\n',
    'a: "%Y-%m-%d"\nb: "Das Haus %-I:%M %p"\n',
  ],
  [
    'a formula in one line of Markdown',
    'a.md',
    '$$house = water$$\n\nThe house\n\n$$\nhouse\n$$\n\nThe water\n\n```house``` The bread\n\nThe milk\n',
    '$$house = water$$\n\nDas Haus\n\n$$\nhouse\n$$\n\nDas Wasser\n\n```house``` Das Brot\n\nDie Milch\n',
  ],
  [
    'scripts, preformatted text and comments in Markdown',
    'a.md',
    '<script>\nvar house = 1\n\nhouse()\n</script>\n\nThe house\n\n<!-- The\nhouse\n-->\n\nThe water\n\n<pre>house</pre>\n\nThe bread\n',
    '<script>\nvar house = 1\n\nhouse()\n</script>\n\nDas Haus\n\n<!-- The\nhouse\n-->\n\nDas Wasser\n\n<pre>house</pre>\n\nDas Brot\n',
  ],
  [
    'formulas and variables of HTML',
    'a.html',
    '<p>The house <math><mi>house</mi></math> <var>water</var></p>',
    '<p>Das Haus <math><mi>house</mi></math> <var>water</var></p>',
  ],
  [
    'formulas of tables, but not what only begins like one',
    'a.csv',
    'The house,=SUM(A1:B2),"=IF(A1=""house"",1)"\n==,=> The water,- The bread\n',
    'Das Haus,=SUM(A1:B2),"=IF(A1=""house"",1)"\n==,=> Das Wasser,- Das Brot\n',
  ],
  [
    'formulas within a line of Markdown, and money',
    'a.md',
    'The $x_1$ house $y = water$ is big.\n\nThe house is $5 and the water = $6.\n',
    'Das $x_1$ Haus $y = water$ ist groß.\n\nDas Haus ist $5 und das Wasser = $6.\n',
  ],
  [
    "apostrophes of Android's resources",
    'strings.xml',
    '<resources><string name="a">The house\\\'s water</string></resources>',
    '<resources><string name="a">Das [house\\\'s] Wasser</string></resources>',
  ],
  [
    'doubled apostrophes of MessageFormat',
    'a.properties',
    "a=The house''s water {0}\nb=The house's water\nc=Hello '{0}' {1}\n",
    "a=Das [house''s] Wasser {0}\nb=Das [house's] Wasser\nc=Hallo '{0}' {1}\n",
  ],
  [
    'units of XLIFF without a source',
    'a.xlf',
    '<xliff version="1.2"><trans-unit id="1"><source/></trans-unit><trans-unit id="2"><source></source></trans-unit></xliff>',
    '<xliff version="1.2"><trans-unit id="1"><source/></trans-unit><trans-unit id="2"><source></source></trans-unit></xliff>',
  ],
  [
    'the language of the targets of XLIFF 2',
    'a.xlf',
    '<xliff version="2.0" srcLang="en"><file id="f"><unit id="1"><segment><source>house</source></segment></unit></file></xliff>',
    '<xliff trgLang="de" version="2.0" srcLang="en"><file id="f"><unit id="1"><segment><source>house</source><target>Haus</target></segment></unit></file></xliff>',
  ],
  [
    'the language of the targets of XLIFF 1.2, unless it is named',
    'a.xlf',
    '<xliff version="1.2"><file source-language="en"><body><trans-unit id="1"><source>house</source></trans-unit></body></file><file source-language="en" target-language="de-AT"/></xliff>',
    '<xliff version="1.2"><file target-language="de" source-language="en"><body><trans-unit id="1"><source>house</source><target>Haus</target></trans-unit></body></file><file source-language="en" target-language="de-AT"/></xliff>',
  ],
]
for (const [about, name, source, expected] of cases)
  test(`${about}: ${name} stays what it is`, async () => {
    const world = await openWorld()
    assert.equal((await world.document(name, Buffer.from(source))).bytes.toString(), expected)
  })

test('subtitles without any time are named as unreadable', async () => {
  const world = await openWorld()
  const source = '0:00:01.000,0:00:02.000\nThe house\n'
  const { bytes, state } = await world.document('a.srt', Buffer.from(source))
  assert.equal(bytes.toString(), source)
  assert.deepEqual(state.segments, { translated: 0, kept: 0, unreadable: 1 })
})

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const files = {
  'xl/workbook.xml': `<workbook ${main}/>`,
  'xl/sharedStrings.xml': `<sst ${main}><si><t>The house &amp; co</t></si><si><r><t>The </t></r><r><t>water</t></r></si><si><t>bread</t></si></sst>`,
  'xl/worksheets/sheet1.xml': `<worksheet ${main}><row><c t="inlineStr"><is><t>The\nmilk</t></is></c></row><dataValidation type="list"><formula1>"house,water"</formula1></dataValidation></worksheet>`,
  'xl/tables/table1.xml': `<table ${main}><tableColumns><tableColumn id="1" name="The house &amp; co"/><tableColumn id="2" name="The water"/><tableColumn id="3" name="The_x000a_milk"/></tableColumns></table>`,
  'xl/threadedComments/threadedComment1.xml':
    '<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><threadedComment id="x"><text>The house</text></threadedComment></ThreadedComments>',
}

test('heads of tables of Excel stay the names of their columns, and comments in threads are translated', async () => {
  const world = await openWorld()
  const packed = await zipped(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })))
  const { bytes, state } = await world.document('a.xlsx', packed)
  const strings = await textIn(bytes, 'xl/sharedStrings.xml')
  assert.equal(
    strings.replace('<si><t xml:space="preserve">Brot</t>', '<si><t>bread</t>'),
    files['xl/sharedStrings.xml'],
  )
  for (const name of ['xl/worksheets/sheet1.xml', 'xl/tables/table1.xml'] as const)
    assert.equal(await textIn(bytes, name), files[name])
  assert.match(await textIn(bytes, 'xl/threadedComments/threadedComment1.xml'), /<text>Das Haus<\/text>/)
  assert.deepEqual(state.segments, { translated: 2, kept: 4, unreadable: 0 })
})

test('heads of pivot tables stay, and what formulas and pivot tables show is counted', async () => {
  const world = await openWorld()
  const parts = {
    'xl/sharedStrings.xml': '<sst><si><t>The house</t></si><si><t>bread</t></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><c><f>IF(A1=&quot;bread&quot;,1,2)</f></c><c><f>SUM(A1:A2)</f></c></worksheet>',
    'xl/pivotCache/pivotCacheDefinition1.xml':
      '<pivotCacheDefinition><cacheField name="The house"><sharedItems><s v="bread"/></sharedItems></cacheField></pivotCacheDefinition>',
  }
  const packed = await zipped(Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(text) })))
  const { bytes, state } = await world.document('a.xlsx', packed)
  assert.match(await textIn(bytes, 'xl/sharedStrings.xml'), /<t>The house<\/t>.*>Brot</)
  assert.deepEqual(state.segments, { translated: 1, kept: 2, unreadable: 1 })
})

test('choices of a list of Word are translated', async () => {
  const world = await openWorld()
  const document =
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:sdt><w:listItem w:displayText="The house" w:value="house"/></w:sdt></w:document>'
  const packed = await zipped([{ name: 'word/document.xml', bytes: Buffer.from(document) }])
  const { bytes } = await world.document('a.docx', packed)
  assert.match(await textIn(bytes, 'word/document.xml'), /w:displayText="Das Haus" w:value="house"/)
})
