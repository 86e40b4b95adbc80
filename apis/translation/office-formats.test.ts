// Office documents as people have them: every text is translated where it is, and the rest is the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld } from './test/world.ts'
import { textIn, zipped } from './test/zip.ts'

const text = (words: string) => `<w:t xml:space="preserve">${words}</w:t>`
const office: readonly (readonly [about: string, name: string, part: string, source: string, expected: string])[] = [
  [
    'tabs',
    'a.docx',
    'word/document.xml',
    '<w:p><w:r><w:t>The house</w:t><w:tab/><w:t>The water</w:t></w:r></w:p>',
    `<w:p><w:r>${text('Das Haus')}<w:tab/>${text('Das Wasser')}</w:r></w:p>`,
  ],
  [
    'breaks',
    'a.docx',
    'word/header1.xml',
    '<w:p><w:r><w:t>The house</w:t><w:br/><w:t>The water</w:t><w:br w:type="page"/></w:r></w:p>',
    `<w:p><w:r>${text('Das Haus')}<w:br/>${text('Das Wasser')}<w:br w:type="page"/></w:r></w:p>`,
  ],
  [
    'notes',
    'a.docx',
    'word/document.xml',
    '<w:p><w:r><w:t>The house</w:t><w:footnoteReference w:id="2"/><w:t> is big.</w:t></w:r></w:p>',
    `<w:p><w:r>${text('Das Haus')}<w:footnoteReference w:id="2"/>${text(' ist groß.')}</w:r></w:p>`,
  ],
  [
    'a note with its mark',
    'a.docx',
    'word/footnotes.xml',
    '<w:p><w:r><w:footnoteRef/><w:t> The house</w:t></w:r></w:p>',
    `<w:p><w:r><w:footnoteRef/>${text(' Das Haus')}</w:r></w:p>`,
  ],
  [
    'fields',
    'a.docx',
    'word/document.xml',
    '<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "house"</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>The house</w:t><w:fldChar w:fldCharType="end"/></w:r></w:p>',
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "house"</w:instrText><w:fldChar w:fldCharType="separate"/>${text('Das Haus')}<w:fldChar w:fldCharType="end"/></w:r></w:p>`,
  ],
  [
    'text boxes',
    'a.docx',
    'word/document.xml',
    '<w:p><w:r><w:t>Hello </w:t><w:pict><w:txbxContent><w:p><w:r><w:t>The water</w:t></w:r></w:p></w:txbxContent></w:pict><w:t>world</w:t></w:r></w:p>',
    `<w:p><w:r>${text('Hallo ')}<w:pict><w:txbxContent><w:p><w:r>${text('Das Wasser')}</w:r></w:p></w:txbxContent></w:pict>${text('Welt')}</w:r></w:p>`,
  ],
  [
    'texts for pictures',
    'a.docx',
    'word/document.xml',
    '<w:p><w:r><w:t>The house</w:t></w:r><w:r><w:drawing><wp:docPr id="1" name="house" descr="The water" title="bread"/></w:drawing></w:r></w:p>',
    `<w:p><w:r>${text('Das Haus')}</w:r><w:r><w:drawing><wp:docPr id="1" name="house" descr="Das Wasser" title="Brot"/></w:drawing></w:r></w:p>`,
  ],
  [
    'hints of links',
    'a.docx',
    'word/document.xml',
    '<w:p><w:hyperlink r:id="house" w:tooltip="The water"><w:r><w:t>The house</w:t></w:r></w:hyperlink></w:p>',
    `<w:p><w:hyperlink r:id="house" w:tooltip="Das Wasser"><w:r>${text('Das Haus')}</w:r></w:hyperlink></w:p>`,
  ],
  [
    'messages of cells',
    'a.xlsx',
    'xl/worksheets/sheet1.xml',
    '<worksheet><dataValidation promptTitle="house" prompt="The &amp; water" type="list"/></worksheet>',
    '<worksheet><dataValidation promptTitle="Haus" prompt="Das &amp; Wasser" type="list"/></worksheet>',
  ],
  [
    'pictures of open documents',
    'a.odt',
    'content.xml',
    '<x><text:p>The house</text:p><draw:frame><svg:title>bread</svg:title><svg:desc>The water</svg:desc></draw:frame></x>',
    '<x><text:p>Das Haus</text:p><draw:frame><svg:title>Brot</svg:title><svg:desc>Das Wasser</svg:desc></draw:frame></x>',
  ],
  [
    'hyphens',
    'a.docx',
    'word/document.xml',
    '<w:p><w:r><w:t>house</w:t><w:noBreakHyphen/><w:t>water</w:t></w:r></w:p>',
    `<w:p><w:r>${text('Haus')}<w:noBreakHyphen/>${text('Wasser')}</w:r></w:p>`,
  ],
  [
    'optional hyphens',
    'a.docx',
    'word/document.xml',
    '<w:p><w:r><w:t>wa</w:t><w:softHyphen/><w:t>ter</w:t></w:r></w:p>',
    `<w:p><w:r>${text('Wasser')}</w:r></w:p>`,
  ],
  [
    'white space between the tags',
    'a.docx',
    'word/document.xml',
    '<w:p>\n <w:r>\n  <w:t>The c</w:t>\n </w:r>\n <w:r>\n  <w:t>at</w:t>\n </w:r>\n</w:p>',
    `<w:p>\n <w:r>\n  ${text('Die Katze')}\n </w:r>\n</w:p>`,
  ],
  [
    'the main part by another name',
    'a.docx',
    'word/document2.xml',
    '<w:p><w:r><w:t>house</w:t></w:r></w:p>',
    `<w:p><w:r>${text('Haus')}</w:r></w:p>`,
  ],
  [
    'other prefixes',
    'a.docx',
    'word/document.xml',
    '<ns0:document xmlns:ns0="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><ns0:p><ns0:r><ns0:t>house</ns0:t></ns0:r></ns0:p></ns0:document>',
    '<ns0:document xmlns:ns0="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><ns0:p><ns0:r><ns0:t xml:space="preserve">Haus</ns0:t></ns0:r></ns0:p></ns0:document>',
  ],
  [
    'ruby',
    'a.docx',
    'word/document.xml',
    '<w:p><w:r><w:ruby><w:rt><w:r><w:t>house</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>water</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>',
    `<w:p><w:r><w:ruby><w:rt><w:r><w:t>house</w:t></w:r></w:rt><w:rubyBase><w:r>${text('Wasser')}</w:r></w:rubyBase></w:ruby></w:r></w:p>`,
  ],
  [
    'placeholders across runs',
    'a.docx',
    'word/document.xml',
    '<w:p><w:r><w:t>Hello {na</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>me} house</w:t></w:r></w:p>',
    `<w:p><w:r>${text('Hallo {na')}</w:r><w:r><w:rPr><w:b/></w:rPr>${text('me} Haus')}</w:r></w:p>`,
  ],
  [
    'bookmarks within words',
    'a.docx',
    'word/document.xml',
    '<w:p><w:r><w:t>The ho</w:t></w:r><w:bookmarkStart w:id="0"/><w:bookmarkEnd w:id="0"/><w:r><w:t>us</w:t></w:r><w:bookmarkStart w:id="1"/><w:r><w:t>e</w:t></w:r><w:bookmarkEnd w:id="1"/><w:r><w:t> is big.</w:t></w:r></w:p>',
    `<w:p><w:r>${text('Das Haus')}</w:r><w:bookmarkStart w:id="0"/><w:bookmarkEnd w:id="0"/><w:bookmarkStart w:id="1"/><w:bookmarkEnd w:id="1"/><w:r>${text(' ist groß.')}</w:r></w:p>`,
  ],
  [
    'watermarks and fields of forms',
    'a.docx',
    'word/header2.xml',
    '<w:p><w:r><w:pict><v:shape alt="The house"><v:textpath string="The water"/></v:shape></w:pict></w:r><w:r><w:ffData><w:name w:val="house"/><w:helpText w:val="The house"/><w:listEntry w:val="bread"/></w:ffData></w:r></w:p>',
    '<w:p><w:r><w:pict><v:shape alt="Das Haus"><v:textpath string="Das Wasser"/></v:shape></w:pict></w:r><w:r><w:ffData><w:name w:val="house"/><w:helpText w:val="Das Haus"/><w:listEntry w:val="Brot"/></w:ffData></w:r></w:p>',
  ],
  [
    'sections of slides',
    'a.pptx',
    'ppt/presentation.xml',
    '<p:presentation><p14:section name="The house" id="{1}"/></p:presentation>',
    '<p:presentation><p14:section name="Das Haus" id="{1}"/></p:presentation>',
  ],
  [
    'shapes of a template, but not its placeholders',
    'a.pptx',
    'ppt/slideLayouts/slideLayout1.xml',
    '<p:spTree><p:sp><p:ph type="title"/><a:p><a:r><a:t>The water</a:t></a:r></a:p></p:sp><p:sp><a:p><a:r><a:t>The house</a:t></a:r></a:p></p:sp><a:tc><a:p><a:r><a:t>bread</a:t></a:r></a:p></a:tc></p:spTree>',
    '<p:spTree><p:sp><p:ph type="title"/><a:p><a:r><a:t>The water</a:t></a:r></a:p></p:sp><p:sp><a:p><a:r><a:t>Das Haus</a:t></a:r></a:p></p:sp><a:tc><a:p><a:r><a:t>Brot</a:t></a:r></a:p></a:tc></p:spTree>',
  ],
  [
    'inline strings',
    'a.xlsx',
    'xl/worksheets/sheet1.xml',
    '<worksheet><c r="A1" t="inlineStr"><is><t>The house</t></is></c><c><v>12</v></c></worksheet>',
    '<worksheet><c r="A1" t="inlineStr"><is><t xml:space="preserve">Das Haus</t></is></c><c><v>12</v></c></worksheet>',
  ],
  [
    'another case of the part',
    'a.xlsx',
    'xl/SharedStrings.xml',
    '<sst><si><t>house</t></si></sst>',
    '<sst><si><t xml:space="preserve">Haus</t></si></sst>',
  ],
  [
    'phonetic guides',
    'a.xlsx',
    'xl/sharedStrings.xml',
    '<sst><si><t>The house</t><rPh sb="0" eb="2"><t>HAUSU</t></rPh><phoneticPr fontId="1"/></si></sst>',
    '<sst><si><t xml:space="preserve">Das Haus</t><rPh sb="0" eb="2"><t>HAUSU</t></rPh><phoneticPr fontId="1"/></si></sst>',
  ],
  [
    'lines of a cell',
    'a.xlsx',
    'xl/sharedStrings.xml',
    '<sst><si><t>The house\nThe water</t></si></sst>',
    '<sst><si><t xml:space="preserve">Das Haus\nDas Wasser</t></si></sst>',
  ],
  [
    'a workbook without texts',
    'a.xlsx',
    'xl/worksheets/sheet1.xml',
    '<worksheet><c><v>12</v></c></worksheet>',
    '<worksheet><c><v>12</v></c></worksheet>',
  ],
  [
    'comments of cells',
    'a.xlsx',
    'xl/comments1.xml',
    '<comments><comment><text><r><t>The house</t></r></text></comment></comments>',
    '<comments><comment><text><r><t xml:space="preserve">Das Haus</t></r></text></comment></comments>',
  ],
  [
    'diagrams',
    'a.pptx',
    'ppt/diagrams/data1.xml',
    '<dgm:t><a:p><a:r><a:t>The house</a:t></a:r></a:p></dgm:t>',
    '<dgm:t><a:p><a:r><a:t>Das Haus</a:t></a:r></a:p></dgm:t>',
  ],
  [
    'charts',
    'a.pptx',
    'ppt/charts/chart1.xml',
    '<c:chart><a:p><a:r><a:t>The house</a:t></a:r></a:p><c:strCache><c:ptCount val="2"/><c:pt idx="0"><c:v>bread</c:v></c:pt><c:pt idx="1"><c:v>water</c:v></c:pt></c:strCache><c:numCache><c:formatCode>General</c:formatCode></c:numCache></c:chart>',
    '<c:chart><a:p><a:r><a:t>Das Haus</a:t></a:r></a:p><c:strCache><c:ptCount val="2"/><c:pt idx="0"><c:v>Brot</c:v></c:pt><c:pt idx="1"><c:v>Wasser</c:v></c:pt></c:strCache><c:numCache><c:formatCode>General</c:formatCode></c:numCache></c:chart>',
  ],
  [
    'breaks of slides',
    'a.pptx',
    'ppt/slides/slide1.xml',
    '<a:p><a:r><a:t>The house</a:t></a:r><a:br><a:rPr/></a:br><a:r><a:t>The water</a:t></a:r></a:p>',
    '<a:p><a:r><a:t>Das Haus</a:t></a:r><a:br><a:rPr/></a:br><a:r><a:t>Das Wasser</a:t></a:r></a:p>',
  ],
  [
    'tabs and headers',
    'a.odt',
    'content.xml',
    '<o><text:p>The house<text:tab/>The water</text:p><dc:creator>house</dc:creator></o>',
    '<o><text:p>Das Haus<text:tab/>Das Wasser</text:p><dc:creator>house</dc:creator></o>',
  ],
]
for (const [about, name, part, source, expected] of office)
  test(`${about}: the text of ${part} in ${name} is translated where it is`, async () => {
    const world = await openWorld()
    const others = part === 'content.xml' ? [] : [{ name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') }]
    const archive = await zipped([...others, { name: part, bytes: Buffer.from(source) }])
    assert.equal(await textIn((await world.document(name, archive)).bytes, part), expected)
  })

test('inline and shared strings of one workbook are both translated', async () => {
  const world = await openWorld()
  const parts = [
    { name: 'xl/sharedStrings.xml', bytes: Buffer.from('<sst><si><t>house</t></si></sst>') },
    { name: 'xl/worksheets/sheet1.xml', bytes: Buffer.from('<c t="inlineStr"><is><t>water</t></is></c>') },
  ]
  const { bytes } = await world.document('a.xlsx', await zipped(parts))
  assert.match(await textIn(bytes, 'xl/sharedStrings.xml'), />Haus</)
  assert.match(await textIn(bytes, 'xl/worksheets/sheet1.xml'), />Wasser</)
})
