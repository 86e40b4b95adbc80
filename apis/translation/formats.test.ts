// Documents as people have them: each is translated where its texts are, and is otherwise the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld, type World } from './test/world.ts'
import { zipped } from './test/zip.ts'

type Case = readonly [about: string, name: string, source: string | Buffer, expected: string | Buffer]
const bytesOf = (text: string | Buffer) => (typeof text === 'string' ? Buffer.from(text) : text)
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const latin1 = (text: string) => Buffer.from(text, 'latin1')

const time = (second: number) => `00:00:0${second},000 --> 00:00:0${second + 1},000`
const cue = (number: number, text: string) => `${number}\n${time(number)}\n${text}\n`
const unit = (inside: string, attributes = '') =>
  `<xliff version="1.2"><file><body><trans-unit id="1"${attributes}>${inside}</trans-unit></body></file></xliff>`

const cases: readonly Case[] = [
  // subtitles
  [
    'lines of a cue',
    'a.srt',
    cue(1, 'The house is big,\nbut the water is here.'),
    cue(1, 'Das Haus ist groß,\naber das Wasser ist hier.'),
  ],
  ['two speakers', 'a.srt', cue(1, '- Good morning.\n- Hello.'), cue(1, '- Guten Morgen.\n- Hallo.')],
  [
    'a second paragraph',
    'a.srt',
    `${cue(1, 'The house\n\nthe water')}\n${cue(2, 'Hello')}`,
    `${cue(1, 'Das Haus\n\ndas Wasser')}\n${cue(2, 'Hallo')}`,
  ],
  [
    'cues without blank lines',
    'a.srt',
    cue(1, 'The house') + cue(2, 'The water'),
    cue(1, 'Das Haus') + cue(2, 'Das Wasser'),
  ],
  [
    'ends of lines of old Macs',
    'a.srt',
    cue(1, 'The house').replaceAll('\n', '\r'),
    cue(1, 'Das Haus').replaceAll('\n', '\r'),
  ],
  [
    'tags of ASS, and bare signs',
    'a.srt',
    cue(1, '{\\an8}The house > <i>the water</i>'),
    cue(1, '{\\an8}Das Haus > <i>das Wasser</i>'),
  ],
  ['no end of the last line', 'a.srt', cue(1, 'The house').trimEnd(), cue(1, 'Das Haus').trimEnd()],
  [
    'a blank line after the number, and a number as text',
    'a.srt',
    `1\n\n${time(1)}\n1984\nHello\n`,
    `1\n\n${time(1)}\n1984\nHallo\n`,
  ],
  [
    'notes, styles, names and voices of WebVTT',
    'a.vtt',
    'WEBVTT - hello\n\nNOTE hello\nworld\n\nSTYLE\n::cue { color: red }\n\nhouse\n00:01.000 --> 00:02.000 align:start\n<v Peter>The <00:01.500>house\n\nNOTE hello\n\n00:03.000 --> 00:04.000\nHello\n',
    'WEBVTT - hello\n\nNOTE hello\nworld\n\nSTYLE\n::cue { color: red }\n\nhouse\n00:01.000 --> 00:02.000 align:start\n<v Peter>Das <00:01.500>Haus\n\nNOTE hello\n\n00:03.000 --> 00:04.000\nHallo\n',
  ],
  ['Latin-1 subtitles', 'a.srt', latin1(cue(1, 'The house, caf\xe9')), latin1(cue(1, 'Das Haus, Caf\xe9'))],
  // XLIFF
  [
    'a unit that is not translated',
    'a.xlf',
    unit('<source>house</source>', ' translate="no"'),
    unit('<source>house</source>', ' translate="no"'),
  ],
  [
    'a group that is not translated, with a unit that is',
    'a.xlf',
    '<xliff><group translate="no"><trans-unit id="1"><source>house</source></trans-unit><trans-unit id="2" translate="yes"><source>house</source></trans-unit></group></xliff>',
    '<xliff><group translate="no"><trans-unit id="1"><source>house</source></trans-unit><trans-unit id="2" translate="yes"><source>house</source><target>Haus</target></trans-unit></group></xliff>',
  ],
  [
    'proposals',
    'a.xlf',
    unit('<source>house</source><alt-trans><source>house</source><target>Heim</target></alt-trans>'),
    unit(
      '<source>house</source><target>Haus</target><alt-trans><source>house</source><target>Heim</target></alt-trans>',
    ),
  ],
  [
    'attributes of a target',
    'a.xlf',
    unit('<source>house</source>\n<target state="new" xml:lang="de"/>'),
    unit('<source>house</source>\n<target state="new" xml:lang="de">Haus</target>'),
  ],
  [
    'segments before the target',
    'a.xlf',
    unit(
      '<source>Hello. The house.</source><seg-source><mrk mtype="seg" mid="1">Hello.</mrk> <mrk mtype="seg" mid="2">The house.</mrk></seg-source>',
    ),
    unit(
      '<source>Hello. The house.</source><seg-source><mrk mtype="seg" mid="1">Hello.</mrk> <mrk mtype="seg" mid="2">The house.</mrk></seg-source><target><mrk mtype="seg" mid="1">Hallo.</mrk> <mrk mtype="seg" mid="2">Das Haus.</mrk></target>',
    ),
  ],
  [
    'native codes',
    'a.xlf',
    unit(
      '<source><bpt id="1">&lt;a title="house"&gt;</bpt>The house<ept id="1">&lt;/a&gt;</ept> <ph id="2">house</ph></source>',
    ),
    unit(
      '<source><bpt id="1">&lt;a title="house"&gt;</bpt>The house<ept id="1">&lt;/a&gt;</ept> <ph id="2">house</ph></source><target><bpt id="1">&lt;a title="house"&gt;</bpt>Das Haus<ept id="1">&lt;/a&gt;</ept> <ph id="2">house</ph></target>',
    ),
  ],
  [
    'character data',
    'a.xlf',
    unit('<source><![CDATA[The <b>house</b>]]></source>'),
    unit('<source><![CDATA[The <b>house</b>]]></source><target><![CDATA[Das <b>Haus</b>]]></target>'),
  ],
  [
    'protected words',
    'a.xlf',
    unit('<source>Hello <mrk mtype="protected">house</mrk></source>'),
    unit(
      '<source>Hello <mrk mtype="protected">house</mrk></source><target>Hallo <mrk mtype="protected">house</mrk></target>',
    ),
  ],
  [
    'version 2 with a prefix, notes and matches',
    'a.xlf',
    '<x:xliff version="2.1"><x:unit id="1"><x:notes><x:note>house</x:note></x:notes><mtc:matches><mtc:match><x:source>house</x:source></mtc:match></mtc:matches><x:segment><x:source>The <x:pc id="1">house</x:pc></x:source></x:segment><x:ignorable><x:source> a </x:source></x:ignorable></x:unit></x:xliff>',
    '<x:xliff version="2.1"><x:unit id="1"><x:notes><x:note>house</x:note></x:notes><mtc:matches><mtc:match><x:source>house</x:source></mtc:match></mtc:matches><x:segment><x:source>The <x:pc id="1">house</x:pc></x:source><x:target>Das <x:pc id="1">Haus</x:pc></x:target></x:segment><x:ignorable><x:source> a </x:source></x:ignorable></x:unit></x:xliff>',
  ],
  [
    'placeholders',
    'a.xlf',
    unit('<source>Hello %1$s {name}</source>'),
    unit('<source>Hello %1$s {name}</source><target>Hallo %1$s {name}</target>'),
  ],
  // XML
  [
    'character data of XML',
    'a.xml',
    '<d><t><![CDATA[The <b>house</b> & water]]></t></d>',
    '<d><t><![CDATA[Das <b>Haus</b> & Wasser]]></t></d>',
  ],
  [
    "Android's resources",
    'strings.xml',
    '<resources><string name="a">Hello %1$s</string><string name="house" translatable="false">house</string></resources>',
    '<resources><string name="a">Hallo %1$s</string><string name="house" translatable="false">house</string></resources>',
  ],
  [
    'tags that are written with entities',
    'strings.xml',
    '<r><s>See &lt;a href="house"&gt;the house&lt;/a&gt;&lt;br/&gt; a &lt; b</s></r>',
    '<r><s>Sehen &lt;a href="house"&gt;das Haus&lt;/a&gt;&lt;br/&gt; ein &lt; [b]</s></r>',
  ],
  // HTML
  [
    'code and templates of HTML',
    'a.html',
    '<p>Hello {{ house.name }} <code>house</code> <%= house %> <a href="https://example.com/house">the house</a></p>',
    '<p>Hallo {{ house.name }} <code>house</code> <%= house %> <a href="https://example.com/house">das Haus</a></p>',
  ],
  // YAML
  ['single quotes', 'a.yml', "a: 'The house'\nb: 'it''s water'\n", "a: 'Das Haus'\nb: '[it''s] Wasser'\n"],
  [
    'a literal block',
    'a.yml',
    'a: |\n  The house\n  The water\n\n    bread\nb: water\n',
    'a: |\n  Das Haus\n  Das Wasser\n\n    Brot\nb: Wasser\n',
  ],
  [
    'a folded block',
    'a.yml',
    'a: >-\n  The house\n  is big.\n\n  Hello\nb: water\n',
    'a: >-\n  Das Haus ist groß.\n\n  Hallo\nb: Wasser\n',
  ],
  [
    'a quoted key',
    'a.yml',
    '"quoted key": The house\n\'other\': water\n',
    '"quoted key": Das Haus\n\'other\': Wasser\n',
  ],
  ['a comment', 'a.yml', '# house\na: The house # water\n', '# house\na: Das Haus # water\n'],
  [
    'an apostrophe, commas and brackets',
    'a.yml',
    "a: The house's door\nb: bread, water (and milk)\n",
    "a: Die [house's] Tür\nb: Brot, Wasser (und Milch)\n",
  ],
  [
    'lists and mappings in one line',
    'a.yml',
    'a: [The house, "water"]\nb: {house: bread, water: milk}\n',
    'a: [Das Haus, "Wasser"]\nb: {house: Brot, water: Milch}\n',
  ],
  [
    'anchors, constants and numbers',
    'a.yml',
    'a: &house The house\nb: *house\nc: yes\nd: 12\ne: ~\n- !!str water\n',
    'a: &house Das Haus\nb: *house\nc: yes\nd: 12\ne: ~\n- !!str Wasser\n',
  ],
  [
    'values of several lines',
    'a.yml',
    'a: The house\n  is big\nb: "The\n  water"\n',
    'a: Das Haus ist groß\nb: "Das Wasser"\n',
  ],
  ['escapes', 'a.yml', 'a: "The caf\\u00e9 \\"house\\""\n', 'a: "Das Café \\"Haus\\""\n'],
  ['placeholders of YAML', 'a.yml', 'a: Hello %{name}\nb: "{name}: hello"\n', 'a: Hallo %{name}\nb: "{name}: hallo"\n'],
  // properties
  ['escapes of properties', 'a.properties', 'key=The caf\\u00e9 house\n', 'key=Das Caf\\u00e9 Haus\n'],
  [
    'continued lines',
    'a.properties',
    'key = The house \\\n    is big\nb=water\n',
    'key = Das Haus ist gro\\u00df\nb=Wasser\n',
  ],
  ['comments that end in a backslash', 'a.properties', '# house \\\nkey=house\n', '# house \\\nkey=Haus\n'],
  [
    'placeholders of properties',
    'a.properties',
    'house.key: Hello {0}, {1,number} \\: %s\n',
    'house.key: Hallo {0}, {1,number} : %s\n',
  ],
  [
    'Latin-1 properties',
    'a.properties',
    latin1('# caf\xe9\nkey=The house is big\n'),
    latin1('# caf\xe9\nkey=Das Haus ist gro\xdf\n'),
  ],
  // Markdown
  [
    'code and addresses',
    'a.md',
    'Run `house water` and [the house](https://example.com/house "house"). <https://example.com/house>\n',
    'Laufen `house water` und [das Haus](https://example.com/house "house"). <https://example.com/house>\n',
  ],
  [
    'HTML in Markdown',
    'a.md',
    '<div class="house">\n\nThe <b>house</b>&nbsp;\n\n</div>\n',
    '<div class="house">\n\nDas <b>Haus</b>&nbsp;\n\n</div>\n',
  ],
  [
    'front matter',
    'a.md',
    '---\nlayout: house\ntitle: The house\n---\n\n# The house\n',
    '---\nlayout: house\ntitle: The house\n---\n\n# Das Haus\n',
  ],
  [
    'front matter in TOML',
    'a.md',
    '+++\ntitle = "The house"\n+++\nThe house\n',
    '+++\ntitle = "The house"\n+++\nDas Haus\n',
  ],
  [
    'blocks of code',
    'a.md',
    '```js\nhouse()\n```\n\n    house\n\n~~~\nhouse\n~~~\nhouse\n',
    '```js\nhouse()\n```\n\n    house\n\n~~~\nhouse\n~~~\nHaus\n',
  ],
  [
    'references, notes and pictures',
    'a.md',
    '![the house](house.png) [the water][water] house[^1]\n\n[water]: https://example.com/house\n[^1]: The house\n',
    '![das Haus](house.png) [das Wasser][water] Haus[^1]\n\n[water]: https://example.com/house\n[^1]: Das Haus\n',
  ],
  [
    'emphasis, boxes and tables',
    'a.md',
    '- [x] The **red** _house_\n\n| House | Water |\n|---|---|\n| bread | `a|b` |\n',
    '- [x] Das **rote** _Haus_\n\n| Haus | Wasser |\n|---|---|\n| Brot | `a|b` |\n',
  ],
  [
    'imports and exports of MDX',
    'a.md',
    "import House from '../house.jsx'\nimport { water, bread as big } from \"house/water\";\nimport 'house.css'\n\n# House\n\nimport {\n  house,\n  water,\n} from './house'\n\nexport const house = {\n  water: 'The house',\n}\n\nexport default function house() {\n  return 'bread'\n}\n\nThe house\n",
    "import House from '../house.jsx'\nimport { water, bread as big } from \"house/water\";\nimport 'house.css'\n\n# Haus\n\nimport {\n  house,\n  water,\n} from './house'\n\nexport const house = {\n  water: 'The house',\n}\n\nexport default function house() {\n  return 'bread'\n}\n\nDas Haus\n",
  ],
  ['nested lists', 'a.md', '- house\n    - water\n      bread\n', '- Haus\n    - Wasser\n      Brot\n'],
  // encodings
  [
    'UTF-16 XML',
    'a.xml',
    utf16('<?xml version="1.0" encoding="UTF-16"?><d>house</d>'),
    utf16('<?xml version="1.0" encoding="UTF-16"?><d>Haus</d>'),
  ],
  [
    'UTF-16 XLIFF with the high byte first',
    'a.xlf',
    utf16(unit('<source>house</source>')).swap16(),
    utf16(unit('<source>house</source><target>Haus</target>')).swap16(),
  ],
  [
    'Latin-1 XML',
    'a.xml',
    latin1('<?xml version="1.0" encoding="ISO-8859-1"?><d>\xe9 is big</d>'),
    latin1('<?xml version="1.0" encoding="ISO-8859-1"?><d>[\xe9] ist gro\xdf</d>'),
  ],
  [
    'plain letters declared as Latin-1',
    'a.html',
    latin1('<meta charset="iso-8859-1"><p>big</p>'),
    latin1('<meta charset="iso-8859-1"><p>gro\xdf</p>'),
  ],
  [
    "comments of Apple's strings",
    'a.strings',
    '/* "x" = "house"; */ "http://a" = /* c */ "house"; // "y" = "water";\n"b"="bread";',
    '/* "x" = "house"; */ "http://a" = /* c */ "Haus"; // "y" = "water";\n"b"="Brot";',
  ],
  ['CSV with a byte order mark', 'a.csv', '\ufeffhouse;"water"\r\n', '\ufeffHaus;"Wasser"\r\n'],
  ['JSON with a byte order mark', 'a.json', '\ufeff{"a":"house"}', '\ufeff{"a":"Haus"}'],
  ['subtitles with a byte order mark', 'a.srt', `\ufeff${cue(1, 'Hello')}`, `\ufeff${cue(1, 'Hallo')}`],
  [
    "UTF-16 of Apple's strings",
    'a.strings',
    utf16('/* "a" = "house"; */\n"a" = "The house\\n%@";\n'),
    utf16('/* "a" = "house"; */\n"a" = "Das Haus\\n%@";\n'),
  ],
  // placeholders in other formats
  [
    'placeholders of JSON',
    'a.json',
    '{"a":"Hello {{name}}","b":"{n, plural, one{# house} other{# houses}}","c":"https://example.com/house"}',
    '{"a":"Hallo {{name}}","b":"{n, plural, one{# Haus} other{# Häuser}}","c":"https://example.com/house"}',
  ],
  ['placeholders of text', 'a.txt', 'Hello {name}, see house.txt.\n', 'Hallo {name}, sehen house.txt.\n'],
]
for (const [about, name, source, expected] of cases)
  test(`${about}: ${name} keeps what is no text`, async () => {
    const world = await openWorld()
    const { bytes } = await world.document(name, bytesOf(source))
    const [actual, wanted] = [bytes, bytesOf(expected)]
    if (!actual.equals(wanted)) assert.equal(actual.toString(), wanted.toString())
    assert.deepEqual(actual, wanted)
  })

test('letters that an encoding lacks make a document UTF-8, which then says so', async () => {
  const world = await openWorld()
  const into = async (name: string, source: Buffer) =>
    (await world.document(name, source, { target_lang: 'PL' })).bytes.toString()
  assert.equal(
    await into('a.xml', latin1('<?xml version="1.0" encoding="iso-8859-1"?><d>yellow \xe9</d>')),
    '<?xml version="1.0" encoding="UTF-8"?><d>żółty [é]</d>',
  )
  assert.equal(await into('a.txt', latin1('caf\xe9, yellow')), '\ufeffkawiarnia, żółty')
})

test('bytes that are no words of Western Europe are refused rather than guessed', async () => {
  const world = await openWorld()
  const refused = (bytes: Buffer) => assert.rejects(world.document('a.txt', bytes), /Invalid file data.*UTF-8/)
  await refused(Buffer.from('cfeee3eee4e020f5eef0eef8e0ff', 'hex')) // Russian in Windows-1251
  await refused(Buffer.from('93fa967b8cea82cc83658c4c8358', 'hex')) // Japanese in Shift JIS
  await refused(Buffer.from('5a61bff3b3e6206b6fb36f', 'hex')) // Polish in ISO 8859-2
})

async function segmentsOf(world: World, name: string, source: string) {
  return (await world.document(name, Buffer.from(source))).state.segments
}

test('the state of a document counts what was translated, kept and not read', async () => {
  const world = await openWorld()
  assert.deepEqual(await segmentsOf(world, 'a.txt', 'Hello. The house.\nhttps://example.com\n12\n'), {
    translated: 2,
    kept: 1,
    unreadable: 0,
  })
  assert.deepEqual(await segmentsOf(world, 'a.md', '---\ntitle: house\n---\nHello\n```\nhouse\n```\n'), {
    translated: 1,
    kept: 2,
    unreadable: 0,
  })
  assert.deepEqual(await segmentsOf(world, 'a.xlf', unit('<source>house</source>', ' translate="no"')), {
    translated: 0,
    kept: 1,
    unreadable: 0,
  })
  assert.deepEqual(await segmentsOf(world, 'a.html', '<p>Hello</p><p translate="no">Hello</p>'), {
    translated: 1,
    kept: 1,
    unreadable: 0,
  })
  const sheet =
    '<worksheet><c t="inlineStr"><is><t>house</t></is></c><headerFooter><oddHeader>&amp;CThe house</oddHeader><oddFooter>&amp;L&amp;P</oddFooter></headerFooter></worksheet>'
  const workbook = await zipped([
    { name: 'xl/workbook.xml', bytes: Buffer.from('<workbook><sheets><sheet name="house"/></sheets></workbook>') },
    { name: 'xl/worksheets/sheet1.xml', bytes: Buffer.from(sheet) },
  ])
  assert.deepEqual((await world.document('a.xlsx', workbook)).state.segments, { translated: 1, kept: 1, unreadable: 1 })
  const archive = await zipped([
    { name: 'ppt/slides/slide1.xml', bytes: Buffer.from('<a:p><a:r><a:t>house</a:t></a:r></a:p>') },
    { name: 'ppt/embeddings/sheet1.xlsx', bytes: Buffer.from('PK') },
  ])
  const { state } = await world.document('a.pptx', archive)
  assert.deepEqual(state.segments, { translated: 1, kept: 0, unreadable: 1 })
})
