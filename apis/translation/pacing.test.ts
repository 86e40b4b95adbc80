// Work on one sentence or passage does not yield to other calls, so both are bounded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Piece } from './provider/piece.ts'
import { type TagRules, translateMarkup } from './provider/text/markup.ts'
import { sentencesOf } from './provider/text/sentences.ts'
import { openWorld } from './test/world.ts'

const html: TagRules = {
  ...{ kind: 'html', version: 'v2', outline: false },
  ...{ splitting: new Set(), nonSplitting: new Set(), ignored: new Set() },
}

test('a text without ends of sentences is cut at blanks, in steps, and nothing of it is lost', async () => {
  for (const [text, splitting] of [
    ['the cat sleeps '.repeat(4000), 'lines'],
    ['the cat sleeps '.repeat(4000), 'none'],
    ['猫'.repeat(60_000), 'lines'],
    ['𠮷'.repeat(30_000), 'lines'],
  ] as const) {
    let steps = 0
    const sentences = await sentencesOf([text], splitting, async () => {
      steps += 1
    })
    const texts = sentences.map((sentence) => sentence.join(''))
    assert.equal(texts.join(''), text)
    assert.ok(texts.every((one) => one.length <= 5000 && one.isWellFormed()))
    assert.ok(texts.length >= 12 && steps >= texts.length - 1)
    if (text.includes(' ')) assert.ok(texts.every((one) => one.endsWith(' ')))
  }
})

test('a passage has at most 1,000 marks, and the markup stays as it was', async () => {
  const text = `<p>${'a<b>b</b>&amp;'.repeat(3000)}</p>`
  const passages: (readonly Piece[])[] = []
  const written = await translateMarkup(text, html, async (all) => {
    passages.push(...all)
    return [...all]
  })
  assert.equal(written, text)
  const marks = passages.map((passage) => passage.filter((piece) => typeof piece === 'number').length)
  assert.deepEqual(marks, Array(9).fill(1000))
})

// a search that begins again at every dot or tag takes minutes
test('texts made to be slow are translated like others', { timeout: 60_000 }, async () => {
  const world = await openWorld()
  const dots = `${'.'.repeat(131_000)}x`
  assert.equal((await world.translate(dots))[0]?.text, `${'.'.repeat(131_000)}[x]`)
  const tags = 'a<b/>'.repeat(26_000)
  assert.ok((await world.translate(tags, { tag_handling: 'html' }))[0]?.text.includes('<b/>'))
})

test('the evaluation of a document ends after 10,000 words that the engine does not know', async () => {
  const world = await openWorld()
  const { id } = await world.document('a.txt', Buffer.from(`${'zq '.repeat(1000)}.\n`.repeat(12)), {
    enable_quality_evaluation: true,
  })
  assert.equal(Object((await world.ask(`/v1/quality-evaluations/${id}`)).body).segments.length, 10)
})
