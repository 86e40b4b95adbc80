// Operators' imports are linear work: a file four times as long takes about four times the CPU time, in every API that
// imports. `npm test` draws texts for each kind of file; `npm run fuzz` tries all.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { Failure, Refusal } from '#define'
import { openWorld } from '#provider/test'
import { loadApis } from '../packages/gateway/src/process/load-apis.ts'
import { drawn } from './harness/drawn.ts'
import { described, growthOf, mostGrowth } from './harness/growth.ts'
import { hostileTexts } from './harness/hostile-texts.ts'
import { seedHint } from './harness/seed.ts'

const isFuzz = process.env.GATEHOUSE_FUZZ_SEED !== undefined
const tried = isFuzz ? Number.POSITIVE_INFINITY : 2
const longest = 2 ** 17

/** Beginnings of files that importers tell apart by their content or name. */
const beginnings = {
  'a.json': '[{"',
  'a.ndjson': '{"a":"',
  'a.csv': 'a,b,c\n1,"',
  'a.tsv': 'a\tb\n',
  'a.xml': '<?xml version="1.0"?><tv><programme start="20260101000000"><title>',
  'a.ofx': '<OFX><BANKTRANLIST><STMTTRN><NAME>',
  'a.qif': '!Type:Bank\nD2026-01-01\nP',
  'a.txt': 'Title: A\nAuthor: B\n\n*** START OF THE PROJECT ***\n',
  'a.html': '<html><body><p>',
  'a.sql': "INSERT INTO `a` VALUES (1,'",
} as const
const wrapped: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['', (text) => Buffer.from(text)],
  ['.gz', (text) => gzipSync(text, { level: 1 })],
]
const zipped = (text: string) => Buffer.from(zipSync({ 'a.csv': Buffer.from(text) }, { level: 1 }))

const importing = []
for (const { api, provider } of await loadApis()) {
  if (!provider) continue
  const world = await openWorld(api, provider)
  const { importFile } = await world.open()
  if (importFile) importing.push({ slug: api.slug, world })
}

test('imports are tried of every API that has one', () => assert.ok(importing.length >= 12))

for (const { slug, world } of importing)
  for (const [name, beginning] of Object.entries(beginnings))
    test(`CPU time of importing ${name} into ${slug} grows no faster than the file`, async () => {
      const failures: string[] = []
      for (const text of drawn(hostileTexts(beginning), `${slug} ${name}`).slice(0, tried))
        for (const [suffix, bytesOf] of [...wrapped, ['.zip', zipped] as const].slice(0, isFuzz ? 3 : 1)) {
          const work = async (content: string) => {
            try {
              await world.importFile(bytesOf(content), { name: name + suffix, pieceBytes: 65_536 })
            } catch (error) {
              if (!(error instanceof Failure) && !(error instanceof Refusal)) throw error
            }
          }
          const growth = await growthOf({ text: text.of, work, longest })
          if (growth.ratio > mostGrowth) failures.push(`${text.title}${suffix}: ${described(growth)}`)
        }
      assert.deepEqual(failures, [], seedHint)
    })
