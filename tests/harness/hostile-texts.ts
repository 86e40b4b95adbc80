// Texts of any length that are hard for readers: repetitions of what expressions and loops look for, alone, after a
// valid beginning, and before an end that does not fit.

interface HostileText {
  readonly title: string
  /** Returns a text of about this length. */
  readonly of: (length: number) => string
}

const letters = ['a', 'Z', '0', '9', 'é', '\u0301', '\u00a0', '\u{1f600}', '漢']
const marks = [...' \n\t=+-*/\\.,;:!?\'"`~@#$%^&|_<>()[]{}']
const pairs = [
  'a ',
  '! ',
  'a.',
  'a,',
  'a-',
  'a_',
  "a'",
  'a:',
  'a=',
  'a@',
  'a/',
  '0.',
  '0,',
  '1 ',
  '1-',
  ': ',
  ', ',
  '. ',
]
const groups = [
  '-->',
  '[.',
  '\r\n',
  '\n\n',
  '\\"',
  '""',
  '\\',
  '&a',
  '&#1',
  '%2',
  '*a',
  '(a',
  '[a',
  '{a',
  '<a',
  '</',
  '<!',
]
const tokens = [
  '<a>',
  '<a b="',
  '<!--',
  '<![CDATA[',
  '](',
  '![',
  '**a',
  '"a" ',
  'a OR ',
  '(a AND ',
  'a:b ',
  '{!a}',
  '1\n-->',
  '=\n',
]
/** Ends at which a search from the beginning fails. */
const ends = ['', 'A', '!', '\u0001']

/** Returns the texts, some with the beginning of `valid`, a value that the reader accepts. */
export function hostileTexts(valid = ''): readonly HostileText[] {
  const repeated = [...letters, ...marks, ...pairs, ...groups, ...tokens].flatMap((unit) =>
    ['', ...(valid === '' ? [] : [valid])].flatMap((start) =>
      ends.map((end) => ({
        title: [start && 'valid', JSON.stringify(unit), end && JSON.stringify(end)].filter(Boolean).join(' + '),
        of: (length: number) => start + times(unit, length - start.length - end.length) + end,
      })),
    ),
  )
  return [...repeated, ...nested, ...lists]
}

const times = (unit: string, length: number) => unit.repeat(Math.max(1, Math.floor(length / unit.length)))

const nested: readonly HostileText[] = ['()', '[]', '{}', '<>', '""'].map((pair) => ({
  title: `nested ${pair}`,
  of: (length) => times(pair.charAt(0), length / 2) + times(pair.charAt(1), length / 2),
}))

/** Distinct words: anything kept of each, or compared with the others, adds up. */
const lists: readonly HostileText[] = [' ', ',', '\n', '. ', '|', ' OR ', '=1&', '":1,"'].map((separator) => ({
  title: `distinct words between ${JSON.stringify(separator)}`,
  of: (length) =>
    Array.from({ length: Math.ceil(length / (6 + separator.length)) }, (_, at) => wordOf(at)).join(separator),
}))

const wordOf = (at: number) => `w${(at + 12_345).toString(36).padStart(5, 'x')}`
