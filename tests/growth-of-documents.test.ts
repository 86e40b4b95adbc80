// Callers' documents are linear work: what reads a format takes about four times the CPU time for a document four times
// as long. `npm test` draws texts of each format; `npm run fuzz` tries all and prints what grew most.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zipSync } from 'fflate'
import { Failure, Refusal } from '#define'
import {
  segmentsOf,
  sentencesOf as sentencesSpoken,
  subRip,
  webVtt,
  wordsOf,
} from '../apis/model-routing/provider/models/built-in/speech/captions.ts'
import { readRecording, speak } from '../apis/model-routing/provider/models/built-in/speech/recording.ts'
import { openText } from '../apis/personal-finance/provider/import/encodings.ts'
import { formatOf as statementFormatOf } from '../apis/personal-finance/provider/import/formats.ts'
import { createNotes } from '../apis/personal-finance/provider/import/notes.ts'
import { formatOf } from '../apis/translation/provider/documents/formats/formats.ts'
import { readEntries } from '../apis/translation/provider/glossaries/entries.ts'
import { readTmx } from '../apis/translation/provider/memories/tmx.ts'
import { sentencesOf } from '../apis/translation/provider/text/sentences.ts'
import { drawn } from './harness/drawn.ts'
import { described, type Growth, growthOf, mostGrowth, testWorst } from './harness/growth.ts'
import { hostileTexts } from './harness/hostile-texts.ts'
import { seedHint } from './harness/seed.ts'

const isFuzz = process.env.GATEHOUSE_FUZZ_SEED !== undefined
const tried = isFuzz ? Number.POSITIVE_INFINITY : 25

interface Format {
  readonly title: string
  /** The beginning of such a document. */
  readonly valid: string
  /** Titles of texts that are always tried. */
  readonly always?: readonly string[]
  read(text: string): unknown
}

const document = (name: string, valid: string, bytesOf = (text: string) => Buffer.from(text)): Format => ({
  title: `translation of a document ${name}`,
  valid,
  read: (text) => formatOf(name).translate(bytesOf(text), async (passages) => passages.map((passage) => [...passage])),
})
const archive = (name: string, part: string, before: string, after: string): Format =>
  document(name, '', (text) => Buffer.from(zipSync({ [part]: Buffer.from(before + text + after) }, { level: 0 })))
const office = [
  ['a.docx', 'word/document.xml', '<w:p><w:r><w:t>', '</w:t></w:r></w:p>'],
  ['a.pptx', 'ppt/slides/slide1.xml', '<a:p><a:r><a:t>', '</a:t></a:r></a:p>'],
  ['a.xlsx', 'xl/sharedStrings.xml', '<si><t>', '</t></si>'],
  ['a.odt', 'content.xml', '<text:p>', '</text:p>'],
] as const
const statement = (name: string, valid: string): Format => ({
  title: `import of a bank statement in ${name}`,
  valid,
  async read(text) {
    const { beginning, read } = await openText(chunksOf(text))
    await drained(statementFormatOf(beginning).read(read, { title: 'a', notes: createNotes() }))
  },
})
const recording = (title: string, write: (recording: { text: string; seconds: number }) => unknown): Format => ({
  title: `transcript as ${title}`,
  valid: '',
  // as a file, because that bounds how much it says
  read: (text) => write(readRecording(speak(text, { voice: 'alloy', speed: 1 }).header)),
})

const formats: readonly Format[] = [
  document('a.txt', ''),
  document('a.md', '# '),
  document('a.html', '<p>'),
  document('a.xml', '<a>'),
  document('a.xliff', '<xliff><file><unit><source>'),
  { ...document('a.srt', '1\n'), always: ['valid + "-->"', '"1\\n-->"'] },
  document('a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n'),
  document('a.json', '["'),
  document('a.yaml', 'a: '),
  document('a.csv', 'a,"'),
  document('a.properties', 'a='),
  document('a.strings', '"a" = "'),
  ...office.flatMap(([name, part, before, end]) => [
    archive(name, part, before, end),
    archive(name, part, before.slice(0, -1), end),
    archive(name, part, '', ''),
  ]),
  ...(['tsv', 'csv'] as const).map((format) => ({
    title: `entries of a glossary as ${format}`,
    valid: format === 'csv' ? 'a,"' : 'a\t',
    read: (text: string) => readEntries(text, format, { source: 'en', target: 'de' }),
  })),
  {
    title: 'a translation memory',
    valid: '<tmx version="1.4"><body><tu><tuv xml:lang="en"><seg>',
    read: (text) => drained(readTmx(chunksOf(text))),
  },
  ...(['lines', 'punctuation', 'none'] as const).map((splitting) => ({
    title: `sentences split at ${splitting}`,
    valid: '',
    read: (text: string) => sentencesOf([text], splitting, async () => {}),
  })),
  statement('CSV', 'Date,Amount,Payee,Type,Balance\n2026-01-01,-1,"'),
  statement('OFX', '<OFX><BANKTRANLIST><STMTTRN><NAME>'),
  statement('QIF', '!Type:Bank\nD2026-01-01\nP'),
  statement('MT940', ':20:1\n:25:1\n:60F:C260104EUR1,\n:61:260105D1,NTRF\n:86:'),
  statement('CAMT.053', '<Document><BkToCstmrStmt><Acct></Acct><Ntry>'),
  { ...recording('words', wordsOf), always: ['"a "'] },
  { ...recording('sentences', sentencesSpoken), always: ['"!" + "A"'] },
  { ...recording('segments', segmentsOf), always: ['"a "', '"! "', '"!" + "A"'] },
  { ...recording('SubRip', subRip), always: ['"! "', '"!" + "A"'] },
  { ...recording('WebVTT', webVtt), always: ['"! "', '"!" + "A"'] },
  { title: 'a recording', valid: 'RIFF', read: (text) => readRecording(Buffer.from(text)) },
  {
    title: 'speech',
    valid: '',
    read: (text) => [...speak(text.slice(0, 4096), { voice: 'alloy', speed: 4 }).samples].length,
  },
]

async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
async function drained(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

const rows: (Growth & { readonly format: string; readonly text: string })[] = []

for (const { title, valid, always = [], read } of formats)
  test(`CPU time of ${title} grows no faster than its text`, async () => {
    const work = async (text: string) => {
      try {
        await read(text)
      } catch (error) {
        if (!isRefusal(error)) throw error
      }
    }
    const failures: string[] = []
    const texts = drawn(hostileTexts(valid), title)
    const named = texts.filter((text) => always.includes(text.title))
    assert.equal(named.length, always.length)
    for (const text of new Set([...named, ...texts.slice(0, tried)])) {
      const growth = await growthOf({ text: text.of, work }).catch((error: unknown) => {
        throw new Error(`${text.title}: ${error}`, { cause: error })
      })
      rows.push({ format: title, text: text.title, ...growth })
      if (growth.ratio > mostGrowth) failures.push(`${text.title}: ${described(growth)}`)
    }
    assert.deepEqual(failures, [], seedHint)
  })

/** A document that is not of its format is refused, in the words of the registry or of the provider. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof Refusal ||
    error instanceof Failure ||
    (error instanceof Error && ['ModelError', 'InvalidTmx'].includes(error.name))
  )
}

if (isFuzz) testWorst(rows, ['Format', 'Text'], ({ format, text }) => [format, text])
