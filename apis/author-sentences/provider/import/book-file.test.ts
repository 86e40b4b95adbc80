// Books in files: names and years, markers of Project Gutenberg, paragraphs, headings and notes, several works in one
// file, encodings, and files designed to be slow.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#define'
import type { Book } from '../book.ts'
import { createBookReader } from './book-file.ts'
import { createParagraphReader } from './paragraphs.ts'
import { textLines } from './text-lines.ts'

async function booksOf(fileName: string, content: string | Buffer, pieceBytes = 1 << 16): Promise<Book[]> {
  const bytes = Buffer.from(content)
  const reader = createBookReader({ fileName, maxSentences: 100_000, onSentence: () => undefined })
  const chunks = (async function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  })()
  for await (const line of textLines(chunks)) reader.take(line)
  return reader.finish()
}
async function sentencesOf(content: string | Buffer, pieceBytes?: number): Promise<readonly string[]> {
  const [book] = await booksOf('X (1900).txt', content, pieceBytes)
  return book?.sentences ?? []
}
function rejects(reason: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof Failure && error.code === 'import.invalid' && reason.test(error.message)
}
const detailsOf = ({ author, name, year }: Book) => [author, name, year]

const fileNames: Record<string, [name: string, year: string]> = {
  'The Lamp at the Ford (1928).txt': ['The Lamp at the Ford', '1928'],
  'The Lamp, and the Ford, 1928.txt': ['The Lamp, and the Ford', '1928'],
  '1928 - The Lamp at the Ford.txt': ['The Lamp at the Ford', '1928'],
  '(1928) The Lamp.utf8.txt': ['The Lamp.utf8', '1928'],
  'the-lamp-at-the-ford-1928.txt': ['The lamp at the ford', '1928'],
  '1928_The_Lamp_at_the_Ford.TXT': ['The Lamp at the Ford', '1928'],
  '/some/where/Salt 1931': ['Salt', '1931'],
}
for (const [fileName, [name, year]] of Object.entries(fileNames))
  test(`the file name ${fileName} supplies name and year`, async () => {
    assert.deepEqual((await booksOf(fileName, 'One sentence.')).map(detailsOf), [['', name, year]])
  })

test('lines at the beginning override the file name', async () => {
  const header = 'Title: Salt and Slate\nAuthor: T. W. Askrigg\n\nYear: 1931\n\n'
  const [book] = await booksOf('other (1900).txt', `\ufeff${header}Year: none of it.\n\nOne sentence.`)
  assert.deepEqual(book && [...detailsOf(book), book.sentences], [
    'T. W. Askrigg',
    'Salt and Slate',
    '1931',
    ['One sentence.'],
  ])
})

test('without a name or a year there is no book', async () => {
  for (const [name, content] of [
    ['a.txt', 'One sentence.'],
    ['1928.txt', 'One sentence.'],
    ['a.txt', 'Year: soon\n\nOne sentence.'],
  ] as const)
    await assert.rejects(booksOf(name, content), rejects(/the name or the year of the book is missing/))
})

const licence = 'This eBook is for the use of anyone.'
const gutenberg = [
  'The Project Gutenberg eBook of The Lamp',
  '',
  licence,
  '',
  'Title: The Lamp',
  '',
  'Author: T. W. Askrigg',
  '',
  'Release date: May 2, 2011 [eBook #1]',
  'Original publication: Vellum: Ford & Co., 1928',
  '',
  '*** START OF THE PROJECT GUTENBERG EBOOK THE LAMP ***',
  '',
  'Produced by many hands, in 2011. All of them kind.',
  '',
  'THE LAMP.',
  '',
  'CONTENTS.',
  '',
  'Chapter One. The Ford.',
  '',
  'I. The Water.',
  '',
  'No one had lit the _lamp_,',
  'and yet it burned.[1] It hung--',
  'as lamps do--in a twenty-',
  'five year old tree.',
  '[Illustration: The lamp. By night.]',
  '',
  '* * *',
  '',
  'M. Dupont saw it first.',
  '',
  'THE END',
  '',
  '*** END OF THE PROJECT GUTENBERG EBOOK THE LAMP ***',
  '',
  licence,
]
const lampSentences = [
  'No one had lit the lamp, and yet it burned.',
  'It hung--as lamps do--in a twenty-five year old tree.',
  'M. Dupont saw it first.',
]

for (const pieceBytes of [1, 3, 64, 1 << 16])
  for (const end of ['\n', '\r\n'])
    test(`a Project Gutenberg text is read without licence, headings and notes (${pieceBytes} bytes, ${JSON.stringify(end)})`, async () => {
      const [book] = await booksOf('pg1.txt', gutenberg.join(end), pieceBytes)
      assert.deepEqual(book && [...detailsOf(book), book.sentences], [
        'T. W. Askrigg',
        'The Lamp',
        '1928',
        lampSentences,
      ])
    })

test('the older markers and a marker on the last line are recognised', async () => {
  const older = gutenberg.map((line) => line.replace('OF THE PROJECT', 'OF THIS PROJECT'))
  const [book] = await booksOf('pg1.txt', older.slice(0, -2).join('\n'))
  assert.deepEqual(book?.sentences, lampSentences)
})

test('a paragraph ends at a blank line, and a sentence does not cross it', async () => {
  assert.deepEqual(
    await sentencesOf('He came,\nand\n  \nShe left, and'.concat(' so on for a very long time'.repeat(5))),
    [`She left, and${' so on for a very long time'.repeat(5)}`],
  )
  assert.deepEqual(await sentencesOf('"It was dark. It was late,"\nhe said.\n\n"Was it?"\n'), [
    'It was dark.',
    'It was late," he said.',
    '"Was it?"',
  ])
})

test('a sentence that occurs twice in a book is imported once', async () => {
  assert.deepEqual(await sentencesOf('It rained.  It\nrained.\n\n“It rained.”\n\n"It rained." Again.'), [
    'It rained.',
    '“It rained.”',
    'Again.',
  ])
})

test('several works are read from one file that lists them, with a table of contents', async () => {
  const header = 'Author: T. W. Askrigg\nBook: The Lamp (1928)\nBook: Salt & Slate (1931)\n\n'
  const text =
    'Foreword to everything.\n\nThe Lamp\nSalt and Slate\n\n  THE LAMP.\n\nIt burned. The Lamp hung.\n\nSALT & SLATE\n\nIt was salt.\n'
  const works = await booksOf('works.txt', header + text.replace('Salt and Slate', 'Salt & Slate'))
  assert.deepEqual(
    works.map((book) => [...detailsOf(book), book.sentences]),
    [
      ['T. W. Askrigg', 'The Lamp', '1928', ['It burned.', 'The Lamp hung.']],
      ['T. W. Askrigg', 'Salt & Slate', '1931', ['It was salt.']],
    ],
  )
  const inEdition = [
    header,
    ...gutenberg.slice(0, 14),
    '',
    'The Lamp',
    '',
    'It burned.',
    '',
    'Salt & Slate',
    '',
    'It was salt.',
    ...gutenberg.slice(-4),
  ]
  assert.deepEqual(
    (await booksOf('works.txt', inEdition.join('\n'))).map(({ sentences }) => sentences),
    [['It burned.'], ['It was salt.']],
  )
})

test('a listed work that is not in the file, or has no year, is reported', async () => {
  const header = 'Book: The Lamp (1928)\nBook: Salt (1931)\n\n'
  await assert.rejects(booksOf('w', `${header}The Lamp\n\nIt burned.`), rejects(/no sentences .* name of "Salt"/))
  await assert.rejects(
    booksOf('w', 'Author: X\nBook: The Lamp\n\nIt burned.'),
    rejects(/line 2: "The Lamp" is not a name with its year/),
  )
})

test('ISO-8859-1 and Windows-1252 are read as such, in pieces of any size', async () => {
  const bytes = Buffer.from('Über dem Fluß. Caf\xe9 \x93open\x94.', 'latin1')
  for (const pieceBytes of [1, 2, 5, 100])
    assert.deepEqual(await sentencesOf(bytes, pieceBytes), ['Über dem Fluß.', 'Café “open”.'])
})

test('UTF-8 is read without loss, in pieces of any size', async () => {
  const text = 'Über dem Fluß hängt – 🏮 – “eine” Lampe. Ça va.'
  for (let pieceBytes = 1; pieceBytes < 12; pieceBytes++)
    assert.deepEqual(await sentencesOf(text, pieceBytes), ['Über dem Fluß hängt – 🏮 – “eine” Lampe.', 'Ça va.'])
})

test('a file that is not text, and a text without sentences, are refused', async () => {
  await assert.rejects(sentencesOf(Buffer.from('PK\x03\x04\0\0')), rejects(/line 1: it is not a text file/))
  for (const content of ['', '\n\n', 'CHAPTER ONE\n\n12\n', `${gutenberg.slice(0, 13).join('\n')}`])
    await assert.rejects(booksOf('Lamp 1928', content), rejects(/it holds no sentences/))
})

test('a book has at most as many sentences as allowed', async () => {
  const reader = createBookReader({ fileName: 'X (1900)', maxSentences: 2, onSentence: () => undefined })
  reader.take({ number: 1, text: 'One is. Two is. Three is.', continued: false })
  assert.throws(() => reader.finish(), rejects(/"X" has more than 2 sentences/))
})

test('an endless line and an endless paragraph are cut at sentences, and no sentence is lost', async () => {
  const expected = Array.from({ length: 3000 }, (_, at) => `Sentence ${at} said: "Yes, Mr. Harl!" and went on.`)
  assert.deepEqual(await sentencesOf(expected.join(' ')), expected)
  assert.deepEqual(await sentencesOf(expected.join('\n'), 999), expected)
})

test('a long paragraph is emitted as it arrives', () => {
  const emitted: string[] = []
  const reader = createParagraphReader((sentence) => emitted.push(sentence))
  for (let at = 0; at < 2000; at++) reader.line(`Sentence ${at} went on.`, false)
  assert.ok(emitted.length > 1000 && emitted.length < 2000)
  reader.end()
  assert.equal(emitted.length, 2000)
})

test('an endless sentence is dropped, and what follows it is read', async () => {
  const endless = 'so it went on and on '.repeat(3000)
  assert.deepEqual(await sentencesOf(`First.\n\n${endless}\n\nLast one.`), ['First.', 'Last one.'])
})

const slow: Record<string, string> = {
  'a paragraph of 4 MB': `${'The keeper of the ford said "No." and left, at 9 p.m. in Nov. 1900, with Mr. Harl. '.repeat(50_000)}`,
  'nothing but stops': '.'.repeat(4_000_000),
  'stops that lead nowhere': `${'.'.repeat(999)}x`.repeat(4000),
  'stops and quotation marks': '."'.repeat(2_000_000),
  'nothing but initials': 'A. '.repeat(300_000),
  'notes that never end': '[Footnote '.repeat(100_000),
  blanks: `${' '.repeat(9999)}x`.repeat(400),
}
for (const [name, content] of Object.entries(slow))
  test(`${name}: read in time that grows no faster than the file`, async () => {
    // a quadratic reader takes minutes, beyond the limit of the test; this one needs less than a second
    assert.match((await sentencesOf(`It began. ${content}`))[0] ?? '', /^It began\./)
  })

test('a marker may go on over several lines, and the last of two counts', async () => {
  const title = 'Title: X\nYear: 1900\n'
  const long =
    '*** START OF THE PROJECT GUTENBERG EBOOK THE LONG AND TRUE\nHISTORY OF A FERRYMAN.\nIN TWO PARTS ***\n\nHe rowed.\n'
  assert.deepEqual(await sentencesOf(title + long), ['He rowed.'])
  const old = '*END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*\n\nHe rowed.\n'
  assert.deepEqual(await sentencesOf(`${title}**The small print!** We tell you things.\n${old}`), ['He rowed.'])
  const both = `We tell you things.\n${old.replace('He rowed.', 'Licence.')}\n***START OF THE PROJECT GUTENBERG EBOOK X***\n\nHe rowed.`
  assert.deepEqual(await sentencesOf(title + both), ['He rowed.'])
  const open = '*** START OF THE PROJECT GUTENBERG EBOOK X\n\nHe rowed.\nHe sang.\n'
  assert.deepEqual(await sentencesOf(title + open), ['He rowed.', 'He sang.'])
})

test('what editors say before the text is not of the author', async () => {
  const credits = [
    'Special thanks to Ada Brook and the volunteers, who typed it.',
    'Note: The images of this book are in another file.',
    'NOTE.--The spelling has been kept.',
    '<<THIS ELECTRONIC VERSION OF THE COMPLETE WORKS IS COPYRIGHT. It may be copied.>>',
    'This eBook was produced by Ada Brook.',
    'Scanned and proofread by Ada Brook.',
    'E-text prepared by Ada Brook.',
    "Transcriber's Note: Errors were mended.",
    'Copyright 1901. All rights reserved.',
    'First published in 1901. Printed in London.',
  ]
  for (const credit of credits)
    assert.deepEqual(await sentencesOf(`Title: X\nYear: 1900\n\n${credit}\n\nHe rowed.\n`), ['He rowed.'], credit)
  const within = 'He rowed.\n\nNote: the river rose. Thanks to her, they lived.'
  assert.deepEqual(await sentencesOf(within), ['He rowed.', 'Note: the river rose.', 'Thanks to her, they lived.'])
})
