// Removing backgrounds as callers see it: sources, fields, headers, formats.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createComposite } from './test/composites.ts'
import { decode, filePart, openWorld, pngOf } from './test/world.ts'

test('a picture comes back as PNG with its subject and without its background', async () => {
  const world = await openWorld()
  const composite = createComposite({ seed: 3, ground: 'plain', width: 400, height: 300 })
  const { status, headers, body } = await world.remove({ image_file: filePart(await pngOf(composite)) })
  assert.equal(status, 200)
  const { data, width, height } = await decode(body)
  assert.deepEqual([width, height], [400, 300])
  assert.equal(headers['content-type'], 'image/png')
  assert.equal(headers['x-gateway-engine'], 'classical grabcut')
  let wrong = 0
  for (let at = 0; at < composite.alpha.length; at++)
    wrong += Math.abs((data[at * 4 + 3] ?? 0) / 255 - (composite.alpha[at] ?? 0))
  assert.ok(wrong / composite.alpha.length < 0.01)
})
