// Texts of address files: words for nothing, and names in capitals.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOf, titled } from './texts.ts'

test('words by which programs write nothing are empty', () => {
  for (const word of [
    'NULL',
    'null',
    ' Null ',
    'undefined',
    'None',
    'NaN',
    'nan',
    'N/A',
    '#N/A',
    '<NULL>',
    '(null)',
    '\\N',
    '-',
    '—',
    '?',
    '',
  ])
    assert.equal(textOf(word, 100), '', word)
  for (const word of ['Null Street', 'Nonesuch', 'A', '0', '-1', 'Nanaimo', 'St. None'])
    assert.equal(textOf(word, 100), word)
})

test('names in capitals are written as they are elsewhere', () => {
  const names: Record<string, string> = {
    BFPO: 'BFPO',
    'BFPO 12': 'BFPO 12',
    'BETWS-Y-COED': 'Betws-y-Coed',
    'ASHBY-DE-LA-ZOUCH': 'Ashby-de-la-Zouch',
    'ASHBY DE LA ZOUCH': 'Ashby de la Zouch',
    'WESTON-SUPER-MARE': 'Weston-super-Mare',
    'CHAPEL-EN-LE-FRITH': 'Chapel-en-le-Frith',
    'STOKE-ON-TRENT': 'Stoke-on-Trent',
    'NEWCASTLE UPON TYNE': 'Newcastle upon Tyne',
    'WESTON-SUB-EDGE': 'Weston-sub-Edge',
    'HINTON-IN-THE-HEDGES': 'Hinton-in-the-Hedges',
    'STOW CUM QUY': 'Stow cum Quy',
    'THORPE-LE-SOKEN': 'Thorpe-le-Soken',
    'SUTTON-AT-HONE': 'Sutton-at-Hone',
    'BARTON-UNDER-NEEDWOOD': 'Barton-under-Needwood',
    'PEN-Y-GROES': 'Pen-y-Groes',
    'FRANKFURT AM MAIN': 'Frankfurt am Main',
    'ROTHENBURG OB DER TAUBER': 'Rothenburg ob der Tauber',
    "VILLENEUVE-D'ASCQ": "Villeneuve-d'Ascq",
    'RAF HALTON': 'RAF Halton',
    "O'BRIEN'S COURT": "O'Brien's Court",
    'MCDONALD ROAD': 'McDonald Road',
    "KING'S LYNN": "King's Lynn",
    'LE BOURG': 'Le Bourg',
    'THE MILL': 'The Mill',
    '21ST AVENUE': '21st Avenue',
    'FLAT 4B': 'Flat 4B',
    'GEORGE VI ROAD': 'George VI Road',
    'ST. MARY AXE': 'St. Mary Axe',
    'Mixed CASE': 'Mixed CASE',
    'BRYN ÉTÉ': 'Bryn Été',
  }
  for (const [name, expected] of Object.entries(names)) assert.equal(titled(name), expected)
  assert.equal(titled(undefined), undefined)
})
