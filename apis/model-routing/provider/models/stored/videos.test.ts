// Lists of videos, by the SDK: pages in both orders, removal, and that there is nothing to download.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGatewayWorld } from '../../../test/world.ts'

test('videos are listed in pages, newest or oldest first, and a removed one is gone', async (t) => {
  const { openai, clock } = await openGatewayWorld(t, { now: '2026-11-02T12:00:00Z' })
  const made: string[] = []
  for (let at = 0; at < 5; at++) {
    // two of them in the same millisecond
    if (at !== 2) clock.ms += 1000
    made.push((await openai.videos.create({ prompt: `Gulls, ${at}.` })).id)
  }
  const listed = async (order: 'asc' | 'desc') => {
    const ids: string[] = []
    for await (const { id } of openai.videos.list({ limit: 2, order })) ids.push(id)
    return ids
  }
  const oldest = await listed('asc')
  assert.deepEqual([...oldest].sort(), [...made].sort())
  assert.deepEqual(await listed('desc'), oldest.toReversed())
  const [first = ''] = made
  await openai.videos.delete(first)
  assert.deepEqual(
    await listed('asc'),
    oldest.filter((id) => id !== first),
  )
  await assert.rejects(openai.videos.retrieve(first), { status: 400 })
  await assert.rejects(openai.videos.delete('video_9Ck3'), { status: 403 })
})

test('a video that nobody made has no content, and says so', async (t) => {
  const { openai } = await openGatewayWorld(t)
  const { id } = await openai.videos.create({ prompt: 'Gulls.' })
  await assert.rejects(openai.videos.downloadContent(id), { status: 501, code: 'no_video_model' })
})
