// Parts that are not language come back as they were, whatever the engine and wherever they are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { present } from '#define/present'
import { joined, type Piece } from './provider/piece.ts'
import { protect } from './provider/text/protection.ts'
import { openWorld } from './test/world.ts'

const placeholders = (
  '{name}  {{name}}  {{{name}}}  {{ user.name | upper }}  #{name}  %{name}  {0}  {0:N2}  {}  ' +
  '{count, number}  {when, date, short}  {% if house %}  %s  %d  %i  %1$s  %2$d  %(name)s  %<name>s  %[1]d  %@  %1$@  %lu  %05.2f  ' +
  '%-10s  %ds  %%  %name%  [[name]]  __NAME__  $name  $t(house.title)  @:house.title  :name  @house  <0>  </0>  <br/>  <house>  ' +
  '<b>  </b>  {$name}  {user_name}  <a href="house">  {#house .water}  {: .house}  *|HOUSE|*  *|IF:HOUSE|*  ##house##'
).split('  ')
// neighbours: templates, Go, Qt, Vue, forums and chats
placeholders.push(
  ...(
    '{# house #}  {/* house */}  {{#if house}}  {{/if}}  {{> house}}  {{!-- house --}}  {%- if house -%}  @.lower:house.name  ' +
    '%v  %+v  %q  %T  %L1  %%house%%  %house:1%  %1$-10.2f  %#@houses@  #HOUSE#  $[house]  [b]  [/b]  [/url]  [color=house]  ' +
    '<:house:123>  §a  {n, number, ::currency/USD}  {0,-10:N2}  {name!s:>10}  { NUMBER($n, minimumFractionDigits: 2) }  ' +
    '{{< house >}}  <ph id="house"/>  <xliff:g id="house">  <x id=\'1\'/>  {house.items[0].size}'
  ).split('  '),
)
placeholders.push(...['name', 'user.house.size'].map((name) => `\${${name}}`))
const addresses = (
  'https://example.com/house/water.html  http://house.example:8080/a?b=house&c={id}#water  ftp://example.com/house.zip  ' +
  'https://en.example.org/wiki/House_(water)  www.example.com/house  example.com  example.it/house  localhost:8080/house  ' +
  'house@example.com  first.last+tag@mail.example.co.uk  git@example.com:house/water.git  mailto:house@example.com  tel:+49301234  ' +
  'house.txt  README.md  src/house/water.ts  ./house  ../house/water  ~/house  /usr/local/house  C:\\house\\water.txt  .env  ' +
  'Report.PDF  house_size  house.water.title  lang=en  v1.2.3  v2.0-rc.1  --house  house()  `house`  `npm install house`  ``a`house``  &nbsp;  ' +
  '&#39;  \\n  0x1F  2026-01-05T10:00:00Z  C:/house/water  \\\\house\\water  data:text/plain,house  house::water  text/x-house  ' +
  'application/json  src/house.ts:12:5'
).split('  ')

test('placeholders and addresses stay as they are, and the words around them are translated', async () => {
  const world = await openWorld()
  for (const form of [...placeholders, ...addresses]) {
    const [first, second, third] = await world.translate([`Hello ${form}`, `The house (${form}) is big.`, form])
    assert.equal(first?.text, `Hallo ${form}`)
    assert.equal(second?.text, `Das Haus (${form}) ist groß.`)
    assert.equal(third?.text, form)
  }
})

test('an apostrophe before a placeholder in braces does not quote it, unless the text quotes', () => {
  const saidBefore = (source: string, article: string) => {
    const { passages, restored } = protect([source])
    const marks = present(passages[0]).filter((piece) => typeof piece === 'number')
    return restored([[article, present(marks[0])], ...passages.slice(1)]).join('')
  }
  assert.equal(saidBefore('the {fruit}', "l'"), 'l’{fruit}')
  assert.equal(saidBefore('the {n, plural, other {one}}', "l'"), 'l’{n, plural, other {one}}')
  assert.equal(saidBefore('the %s', "l'"), "l'%s")
  assert.equal(saidBefore("print '{fruit}", "l'"), "l'{fruit}")
})

test('marks of punctuation around an address are not part of it', async () => {
  const world = await openWorld()
  for (const [source, expected] of [
    ['See https://example.com/house. The house is big.', 'Sehen https://example.com/house. Das Haus ist groß.'],
    ['"https://example.com/house", hello', '"https://example.com/house", hallo'],
    ['hello (see https://example.com/a_(house))', 'hallo (sehen https://example.com/a_(house))'],
    ['**https://example.com/house** hello', '**https://example.com/house** hallo'],
    ['Hello! {name} sleeps.', 'Hallo! {name} schläft.'],
  ] as const)
    assert.equal((await world.translate(source))[0]?.text, expected)
})

test('what only looks like a placeholder or an address is translated', async () => {
  const world = await openWorld()
  for (const [source, expected] of [
    ['The house has 50% water.', 'Das Haus hat 50% Wasser.'],
    ['bread and/or water', 'Brot und/oder Wasser'],
    ['red/green/blue', 'rot/grün/blau'],
    ['house: water', 'Haus: Wasser'],
    ['1 < 2 and 3 > 2', '1 < 2 und 3 > 2'],
    ['$5 and 5 $', '$5 und 5 $'],
    ['the house...water', 'das Haus...Wasser'],
    ['[house] {', '[Haus] {'],
  ] as const)
    assert.equal((await world.translate(source))[0]?.text, expected)
})

test('the texts within ICU plurals and selects are translated, their syntax is not', async () => {
  const world = await openWorld()
  for (const [source, expected] of [
    ['{n, plural, one{# house} other{# houses}}', '{n, plural, one{# Haus} other{# Häuser}}'],
    ['{n,plural,=0{water}one{# house}other{# houses}}', '{n,plural,=0{Wasser}one{# Haus}other{# Häuser}}'],
    [
      'You have {n, plural, offset:1 one {a house} other {{name} has # houses}} now.',
      'Sie haben {n, plural, offset:1 one {ein Haus} other {{name} hat # Häuser}} jetzt.',
    ],
    [
      '{who, select, male {He eats} female {She eats} other {They eat}} bread.',
      '{who, select, male {Er isst} female {Sie isst} other {Sie essen}} Brot.',
    ],
    [
      '{n, selectordinal, one {#st house} other {#th house}}',
      '{n, selectordinal, one {#[st] Haus} other {#[th] Haus}}',
    ],
    [
      '{a, select, x {{n, plural, one {house} other {houses}}} other {water}}',
      '{a, select, x {{n, plural, one {Haus} other {Häuser}}} other {Wasser}}',
    ],
  ] as const)
    assert.equal((await world.translate(source))[0]?.text, expected)
})

test('a URL is one part across entities of markup, and a placeholder across tags', async () => {
  const world = await openWorld()
  const html = { tag_handling: 'html' }
  for (const [source, expected] of [
    [
      '<p>hello https://example.com/?a=house&amp;b=water.</p>',
      '<p>hallo https://example.com/?a=house&amp;b=water.</p>',
    ],
    ['hello {na<b>me</b>}', 'hallo {na<b>me</b>}'],
    ['<a href="house">https://example.com/house</a> water', '<a href="house">https://example.com/house</a> Wasser'],
  ] as const)
    assert.equal((await world.translate(source, html))[0]?.text, expected)
})

test('a memory knows sentences by their text, with placeholders', async () => {
  const { createTranslator } = await import('./provider/text/translator.ts')
  const engine = {
    label: '',
    isSample: true,
    isRough: false,
    hasFormality: false,
    followsInstructions: false,
    sources: ['en'],
    targets: ['de'],
  }
  const upper = (pieces: readonly Piece[]) =>
    pieces.map((piece) => (typeof piece === 'string' ? piece.toUpperCase() : piece))
  const translator = createTranslator({
    engines: [
      {
        ...engine,
        translate: async (sentences) => sentences.map((one) => ({ pieces: upper(one), words: 1, unknown: [] })),
      },
    ],
    detect: async () => 'en',
    forms: { basesOf: () => [], inflected: () => undefined, nounIn: () => undefined },
  })
  const known: Record<string, string> = { 'Hello {name}.': 'Servus {name}.' }
  const { text } = await translator.translate('Hello {name}. Water for {name}.', {
    ...{ source: 'en', target: 'de', splitting: 'lines', tags: undefined, terms: undefined, formality: undefined },
    ...{ context: undefined, instructions: [], account: 'a', signal: new AbortController().signal },
    memory: async (one) => known[one],
  })
  assert.equal(text, 'Servus {name}. WATER FOR {name}.')
})

test('whatever the text, its parts put back are the text again', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...placeholders,
      ...addresses,
      '{n, plural, one{# a} other{',
      '}}',
      '{',
      '}',
      ' ',
      'house',
      '`',
      '[',
      '](',
      ')',
      '<',
      '>',
      '%',
      '\n',
    ),
    fc.nat(50),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  )
  fc.assert(
    fc.property(
      fc.uniqueArray(piece, { maxLength: 20, comparator: (a, b) => typeof a === 'number' && a === b }),
      (pieces) => {
        const { passages, restored, original } = protect(pieces)
        assert.deepEqual(restored(passages), joined(pieces))
        assert.deepEqual(original(passages[0] ?? []), joined(pieces))
      },
    ),
  )
})
