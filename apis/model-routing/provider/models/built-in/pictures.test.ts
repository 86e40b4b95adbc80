// Pictures of the built-in model: real files that follow the prompt, and say that they are samples.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOf } from '#derive'
import { decodePicture, type Pixels } from '#provider'
import { endpoints } from '../../../endpoints.ts'
import { ModelError } from '../../wire/model-error.ts'
import { answerOf, depsWith } from './fixtures/asking.ts'
import { createPictureHandlers } from './pictures/handlers.ts'

type CreateImage = ReturnType<typeof createPictureHandlers>['createImage']
const handler = createPictureHandlers(depsWith()).createImage as unknown as (
  input: object,
) => Promise<{ readonly body: Awaited<ReturnType<CreateImage>> & Drawn; readonly headers: Record<string, string> }>
interface Drawn {
  readonly data: readonly { readonly b64_json?: string; readonly url?: string }[]
}
const drawn = async (more: object = {}) => {
  const { body, headers } = await handler({ body: { prompt: 'a red circle', size: '128x96', ...more } })
  const [first] = body.data
  return { body, headers, file: Buffer.from(first?.b64_json ?? '', 'base64') }
}
const pixelsOf = (file: Buffer): Promise<Pixels> => decodePicture(file, { maxPixels: 5_000_000 })
const has = ({ data }: Pixels, [red, green, blue]: readonly number[]): boolean => {
  for (let at = 0; at < data.length; at += 4)
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) return true
  return false
}

test('a picture is a file of the size and form that the caller asks for', async () => {
  const forms = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' }
  for (const [output_format, mediaType] of Object.entries(forms)) {
    const { width, height } = await pixelsOf((await drawn({ output_format })).file)
    assert.deepEqual([width, height], [128, 96], output_format)
    const { body } = await drawn({ output_format, response_format: 'url' })
    assert.match(body.data[0]?.url ?? '', new RegExp(`^data:${mediaType};base64,`))
  }
  const usual = await pixelsOf((await drawn({ size: 'auto' })).file)
  assert.deepEqual([usual.width, usual.height], [1024, 1024])
  assert.deepEqual(checkOf(endpoints.createImage.returns, 'output')((await drawn()).body), [])
})

test('the same prompt has the same picture; others, and others of one call, differ', async () => {
  const one = await drawn({ n: 2 })
  assert.deepEqual(one.body.data, (await drawn({ n: 2 })).body.data)
  const files = [...one.body.data, ...(await drawn({ prompt: 'a blue house' })).body.data]
  assert.equal(new Set(files.map(({ b64_json }) => b64_json)).size, 3)
})

test('the colours that a prompt names are in its picture', async () => {
  const colours = { red: [214, 59, 49], green: [70, 150, 84], purple: [126, 79, 166] }
  for (const [name, colour] of Object.entries(colours))
    assert.ok(has(await pixelsOf((await drawn({ prompt: `a ${name} triangle` })).file), colour), name)
})

test('a picture says that it is a sample: by a header, in its file and in its pixels', async () => {
  const { headers, file } = await drawn({ prompt: 'ein rotes Haus am Meer, größer' })
  assert.equal(headers['x-gateway-sample'], 'true')
  assert.ok(file.includes('Sample drawn by gatehouse/draw-1: ein rotes Haus am Meer, größer'))
  assert.ok(has(await pixelsOf(file), [40, 40, 44]))
})

test('a transparent ground is transparent', async () => {
  const { data } = await pixelsOf((await drawn({ background: 'transparent' })).file)
  assert.equal(data[3], 0)
})

test('what the model does not draw is refused by name, with what it takes', async () => {
  const wrong = {
    prompt: ' ',
    n: 11,
    size: '4096x4096',
    output_format: 'tiff',
    background: 'blurred',
    response_format: 'file',
    stream: true,
  }
  for (const [name, value] of Object.entries(wrong))
    await assert.rejects(
      drawn({ [name]: value }),
      (error) => error instanceof ModelError && error.param === name && error.status === 400,
      name,
    )
  await assert.rejects(drawn({ background: 'transparent', output_format: 'jpeg' }), /cannot be transparent/)
  await assert.rejects(answerOf('createImage', { model: 'gatehouse/chat-1', prompt: 'a' }), /draw-1/)
})
