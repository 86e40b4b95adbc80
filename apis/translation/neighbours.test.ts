// Documents like those of the other tests, with what nobody had tried: keys and metadata of localisation files stay,
// and so does what is not text, in the notation in which it was.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld } from './test/world.ts'
import { textIn, zipped } from './test/zip.ts'

const cases: readonly (readonly [about: string, name: string, source: string, expected: string])[] = [
  [
    'metadata of ARB',
    'a.json',
    '{"@@locale":"en","house":"Hello {name}","@house":{"description":"The house","placeholders":{"name":{"type":"String"}}},"b":["The house",{"@id":"house","c":"water"}]}',
    '{"@@locale":"en","house":"Hallo {name}","@house":{"description":"The house","placeholders":{"name":{"type":"String"}}},"b":["Das Haus",{"@id":"house","c":"Wasser"}]}',
  ],
  [
    'the notation of strings that stay',
    'a.json',
    '{"a":"\\/house\\/water","b":"\\u0048ello"}',
    '{"a":"\\/house\\/water","b":"Hallo"}',
  ],
  [
    'keys of property lists and the names of types',
    'a.xml',
    '<plist><dict><key>house</key><dict><key>NSStringLocalizedFormatKey</key><string>The %#@houses@</string><key>NSStringFormatSpecTypeKey</key>\n<string>NSStringPluralRuleType</string><key>NSStringFormatValueTypeKey</key><string>d</string><key>one</key><string>%d house</string></dict></dict></plist>',
    '<plist><dict><key>house</key><dict><key>NSStringLocalizedFormatKey</key><string>Der %#@houses@</string><key>NSStringFormatSpecTypeKey</key>\n<string>NSStringPluralRuleType</string><key>NSStringFormatValueTypeKey</key><string>d</string><key>one</key><string>%d Haus</string></dict></dict></plist>',
  ],
  [
    'media types and files of ResX',
    'a.xml',
    '<root><resheader name="resmimetype"><value>text/microsoft-resx</value></resheader><data name="house"><value>Hello {0}</value></data><data name="i"><value>house.ico;System.Drawing.Icon</value></data></root>',
    '<root><resheader name="resmimetype"><value>text/microsoft-resx</value></resheader><data name="house"><value>Hallo {0}</value></data><data name="i"><value>house.ico;System.Drawing.Icon</value></data></root>',
  ],
  [
    'escapes before a word',
    'strings.xml',
    '<resources><string name="a">Hello\\n\\u0020water \\nbread</string><string name="b">@string/house</string></resources>',
    '<resources><string name="a">Hallo\\n\\u0020Wasser \\nBrot</string><string name="b">@string/house</string></resources>',
  ],
  [
    'units of XLIFF that somebody has approved',
    'a.xlf',
    '<xliff version="1.2"><file><body><trans-unit id="1" approved="yes"><source>The house</source><target>Heim</target></trans-unit><trans-unit id="2"><source>house</source><target state="signed-off">Heim</target></trans-unit><trans-unit id="3" approved="yes"><source>house</source><target/></trans-unit></body></file></xliff>',
    '<xliff version="1.2"><file><body><trans-unit id="1" approved="yes"><source>The house</source><target>Heim</target></trans-unit><trans-unit id="2"><source>house</source><target state="signed-off">Heim</target></trans-unit><trans-unit id="3" approved="yes"><source>house</source><target>Haus</target></trans-unit></body></file></xliff>',
  ],
  [
    'symbols and other types of YAML',
    'a.yml',
    'a: :house\nb: !ruby/regexp /house/\nc: !!str house\nd: !house\n  e: water\n',
    'a: :house\nb: !ruby/regexp /house/\nc: !!str Haus\nd: !house\n  e: Wasser\n',
  ],
  [
    'dictionaries in strings files',
    'a.strings',
    '"p" = { "house" = "water"; };\n"b" = "house";\n',
    '"p" = { "house" = "Wasser"; };\n"b" = "Haus";\n',
  ],
  [
    'definitions, notes and components of Markdown',
    'a.md',
    '| The house | `a|house` |\n|---|:-:|\n| water \\| bread | [the house](https://house.example) |\n\n> [!NOTE]\n> The house[^1]\n\n[^1]: The water.\n\n<Tabs.Item label="house" />\n\n{/* house */}\n',
    '| Das Haus | `a|house` |\n|---|:-:|\n| Wasser \\| Brot | [das Haus](https://house.example) |\n\n> [!NOTE]\n> Das Haus[^1]\n\n[^1]: Das Wasser.\n\n<Tabs.Item label="house" />\n\n{/* house */}\n',
  ],
  [
    'scripts with what looks like tags and quotes',
    'a.html',
    `<script>for (i=0;i<n;i++) {} don't</script><p title='house'>The water</p><SCRIPT>var a = "<script>"; var house = "water";</script><style>p::before{content:"<b>house"}</style><p>bread</p>`,
    `<script>for (i=0;i<n;i++) {} don't</script><p title='Haus'>Das Wasser</p><SCRIPT>var a = "<script>"; var house = "water";</script><style>p::before{content:"<b>house"}</style><p>Brot</p>`,
  ],
  [
    'elements without an end, or with one in other letters,',
    'a.html',
    '<ul><li translate=no>house<li>water</ul><p translate="no">house<p>bread<DIV class="notranslate">house</div><table><tr><td translate=no>house<td>milk<tr><td>water</table><p>bread <img translate="no" src="a.png"> milk',
    '<ul><li translate=no>house<li>Wasser</ul><p translate="no">house<p>Brot<DIV class="notranslate">house</div><table><tr><td translate=no>house<td>Milch<tr><td>Wasser</table><p>Brot <img translate="no" src="a.png"> Milch',
  ],
  [
    'programs of drawings',
    'a.xml',
    '<svg xmlns="http://www.w3.org/2000/svg"><style>.house{fill:red}</style><script>house()</script><text>The house</text></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><style>.house{fill:red}</style><script>house()</script><text>Das Haus</text></svg>',
  ],
  [
    "parts of Android's resources that translators must not touch",
    'strings.xml',
    '<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"><string name="a">Hello <xliff:g id="who">house</xliff:g></string></resources>',
    '<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"><string name="a">Hallo <xliff:g id="who">house</xliff:g></string></resources>',
  ],
  [
    'lone keys and keys in blocks',
    'a.yml',
    'a: {house, water: bread, "milk"}\nb: [{house}, water]\n? |\n  house\n: water\nc:\n  ? house\n  ? water\n',
    'a: {house, water: Brot, "milk"}\nb: [{house}, Wasser]\n? |\n  house\n: Wasser\nc:\n  ? house\n  ? water\n',
  ],
  [
    'code in quotes and in the line of a list item',
    'a.md',
    '> ```\n> house\n> ```\n> water\n\n10. ```js\n    house\n    ```\n\nwater\n\n> ```\n> house\n\nwater\n\n```\n```js\nhouse\n```\nwater\n',
    '> ```\n> house\n> ```\n> Wasser\n\n10. ```js\n    house\n    ```\n\nWasser\n\n> ```\n> house\n\nWasser\n\n```\n```js\nhouse\n```\nWasser\n',
  ],
  [
    'front matter that points end, types of boxes and attributes',
    'a.md',
    '---\ntitle: house\n...\n# The house {#house .water}\n\n!!! house "The water"\n    bread\n',
    '---\ntitle: house\n...\n# Das Haus {#house .water}\n\n!!! house "Das Wasser"\n    Brot\n',
  ],
  [
    'code of Jekyll and Hugo, and formulas of TeX',
    'a.md',
    '{% highlight ruby %}\nputs house\n{% endhighlight %}\nwater\n\n{{< highlight go >}}\nhouse\n{{< /highlight >}}\nwater\n\n\\begin{align*}\nhouse\n\\end{align*}\n\n\\[\nhouse\n\\]\nwater\n\n[TOC]\n\n>bread\n',
    '{% highlight ruby %}\nputs house\n{% endhighlight %}\nWasser\n\n{{< highlight go >}}\nhouse\n{{< /highlight >}}\nWasser\n\n\\begin{align*}\nhouse\n\\end{align*}\n\n\\[\nhouse\n\\]\nWasser\n\n[TOC]\n\n>Brot\n',
  ],
  [
    'code in boxes and tabs',
    'a.md',
    '??? house "The water"\n\n    The bread\n\n        house\n\n=== "The milk"\n\n    water\n\nbread\n\n    house\n',
    '??? house "Das Wasser"\n\n    Das Brot\n\n        house\n\n=== "Die Milch"\n\n    Wasser\n\nBrot\n\n    house\n',
  ],
  [
    'limits of choices',
    'a.properties',
    'a=There are {0,choice,0#houses|1#a house|1<{0,number} houses}.\n',
    'a=Es gibt {0,choice,0#Häuser|1#ein Haus|1<{0,number} Häuser}.\n'.replaceAll('ä', '\\u00e4'),
  ],
]

for (const [about, name, source, expected] of cases)
  test(`${about} stay in ${name}, and the texts beside them are translated`, async () => {
    const world = await openWorld()
    const { bytes } = await world.document(name, Buffer.from(source))
    assert.equal(bytes.toString(), expected)
  })

test('comments on slides are translated', async () => {
  const world = await openWorld()
  const archive = await zipped([
    {
      name: 'ppt/comments/comment1.xml',
      bytes: Buffer.from('<p:cmLst><p:cm><p:text>The house</p:text></p:cm></p:cmLst>'),
    },
  ])
  const { bytes } = await world.document('a.pptx', archive)
  assert.equal(
    await textIn(bytes, 'ppt/comments/comment1.xml'),
    '<p:cmLst><p:cm><p:text>Das Haus</p:text></p:cm></p:cmLst>',
  )
})
