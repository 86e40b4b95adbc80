// Corrections of English by Harper. Under CI the program must have been added; elsewhere the suite says that it did not
// run.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { applied } from './provider/engines/harper/apply.ts'
import { enginesFolder } from './test/firefox-models.ts'
import { openWorld } from './test/world.ts'

const isAdded = existsSync(join(enginesFolder, 'harper'))
if (!isAdded && process.env.CI === 'true') throw new Error('no harper in .engines, and under CI nothing is left out')
if (!isAdded) process.stdout.write('not run: harper has not been added to .engines\n')

test('corrections are put where they belong, counted in code points; the first of two that overlap counts', () => {
  const corrections = [
    { start: 2, end: 5, kind: 'replace', text: 'cat' },
    { start: 4, end: 8, kind: 'replace', text: 'never' },
    { start: 6, end: 9, kind: 'remove', text: '' },
    { start: 9, end: 10, kind: 'insert', text: '!' },
    { start: 8, end: 99, kind: 'replace', text: 'outside' },
  ] as const
  assert.equal(applied('😀 dog xyz.', corrections), '😀 cat .!')
})

if (isAdded)
  describe('Harper', async () => {
    const world = await openWorld({ kit: { enginesFolder } })
    after(() => world.close())
    const improved = async (path: string, body: object) => {
      const answer = await world.post(path, body)
      return { ...answer, texts: Object(answer.body).improvements.map(({ text }: { text: string }) => text) }
    }

    test('English is corrected and the engine named; names and what is right stay; it is no sample', async () => {
      const { texts, headers } = await improved('/v2/write/correct', {
        text: ['I could of eaten an apple and a orange, Mr Zxqwt. Teh cats eat alot.', 'The cat sleeps on the table.'],
      })
      assert.deepEqual(texts, [
        'I could have eaten an apple and an orange, Mr Zxqwt. The cats eat a lot.',
        'The cat sleeps on the table.',
      ])
      assert.deepEqual([headers['x-gateway-engine'], headers['x-gateway-sample']], ['harper', undefined])
    })

    test('a variant is written as such, and either spelling stays where none is asked for', async () => {
      const text = ['The color of the house is grey.']
      const asked = async (target_lang: string) => (await improved('/v2/write/correct', { text, target_lang })).texts
      assert.deepEqual(await asked('en-GB'), ['The colour of the house is grey.'])
      assert.deepEqual(await asked('en-US'), ['The color of the house is gray.'])
      assert.deepEqual((await improved('/v2/write/correct', { text })).texts, text)
    })

    test('other languages are corrected by the sample, which says so', async () => {
      const { headers } = await improved('/v2/write/correct', { text: ['Die Katze schläft auf dem Tisch.'] })
      assert.deepEqual([headers['x-gateway-engine'], headers['x-gateway-sample']], ['sample corrections', 'true'])
    })
  })
