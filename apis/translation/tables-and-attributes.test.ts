// Tables keep their columns, whatever separates them, and attributes that people read are translated.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld } from './test/world.ts'

const cases: readonly (readonly [about: string, name: string, source: string, expected: string])[] = [
  [
    'attributes that people read',
    'a.html',
    `<meta name="description" content="The house"><meta name="viewport" content="house"><img alt="The house" src="house.png"><input value="house" placeholder='The water' aria-label=bread><input type="submit" value="The house"><p title="The &quot;house&quot; {name}">Hello <a href="house" title="The house">water</a></p><p translate="no" title="house">house</p>`,
    `<meta name="description" content="Das Haus"><meta name="viewport" content="house"><img alt="Das Haus" src="house.png"><input value="house" placeholder='Das Wasser' aria-label="Brot"><input type="submit" value="Das Haus"><p title="Das &quot;Haus&quot; {name}">Hallo <a href="house" title="Das Haus">Wasser</a></p><p translate="no" title="house">house</p>`,
  ],
  [
    'columns of a table of HTML',
    'a.html',
    '<table><tr><th abbr="The house">house</th><td></td><td>The water</td></tr></table>',
    '<table><tr><th abbr="Das Haus">Haus</th><td></td><td>Das Wasser</td></tr></table>',
  ],
  [
    'semicolons, and commas in cells',
    'a.csv',
    'name;text\nHello, world;The water, bread\n',
    'Name;Text\nHallo, Welt;Das Wasser, Brot\n',
  ],
  ['tabs', 'a.tsv', 'Hello, world\tThe water; bread\n', 'Hallo, Welt\tDas Wasser; Brot\n'],
  ['bars', 'a.csv', 'house|water\nbread, milk|5\n', 'Haus|Wasser\nBrot, Milch|5\n'],
  ['a separator that is named', 'a.csv', 'sep=;\r\nHello, world;water\r\n', 'sep=;\r\nHallo, Welt;Wasser\r\n'],
  [
    'quotes, lines and inches',
    'a.csv',
    '"The ""house""\nthe water", "bread",5" milk\n',
    '"Das ""Haus""\ndas Wasser", "Brot",5" Milch\n',
  ],
  ['one column', 'a.csv', 'The house\nThe water\n', 'Das Haus\nDas Wasser\n'],
  [
    'a table without bars at its edges',
    'a.md',
    'house | water\n:--|--:\n`a|b` bread | The milk\n\nHello | world\n',
    'Haus | Wasser\n:--|--:\n`a|b` Brot | Die Milch\n\nHallo | Welt\n',
  ],
  [
    'a table in a quote',
    'a.md',
    '> house | water\n> --- | ---\n> The bread | \n',
    '> Haus | Wasser\n> --- | ---\n> Das Brot | \n',
  ],
]
for (const [about, name, source, expected] of cases)
  test(`${about}: ${name} keeps its form`, async () => {
    const world = await openWorld()
    assert.equal((await world.document(name, Buffer.from(source))).bytes.toString(), expected)
  })
