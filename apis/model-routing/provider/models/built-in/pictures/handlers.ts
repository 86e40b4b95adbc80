// Pictures of gatehouse/draw-1 (SOURCES 3.24): drawn by rules, and marked as samples in the picture, in the file and by
// a header.
import { type HandlersFor, reply } from '#define'
import { type EncodeOptions, encodePicture, sampleHeaders } from '#provider'
import type { endpoints } from '../../../../endpoints.ts'
import { countText } from '../../../tokens/text-tokens.ts'
import { ModelError } from '../../../wire/model-error.ts'
import type { BuiltInDeps } from '../deps.ts'
import { builtInFor } from '../models.ts'
import { draw } from './drawing.ts'
import { withComment } from './png-comment.ts'

const mostPictures = 10
const mostCharacters = 32_000
const sides = { least: 64, most: 2048 }
const usualSize = '1024x1024'

const encodings: Readonly<Record<string, EncodeOptions & { readonly mediaType: string }>> = {
  png: { format: 'png', mediaType: 'image/png' },
  jpeg: { format: 'jpg', quality: 90, mediaType: 'image/jpeg' },
  webp: { format: 'webp', quality: 90, mediaType: 'image/webp' },
}
const fileForms = Object.keys(encodings)

export const createPictureHandlers = ({
  now,
}: Pick<BuiltInDeps, 'now'>): HandlersFor<typeof endpoints, 'createImage'> => ({
  async createImage({ body }) {
    const model = builtInFor('images', body.model)
    const { prompt } = body
    if (prompt.trim() === '') throw invalid('prompt must not be empty.', 'prompt')
    if (prompt.length > mostCharacters) throw invalid(`prompt may have at most ${mostCharacters} characters.`, 'prompt')
    if (body.stream) throw invalid('stream: the built-in model draws a picture at once. Leave it out.', 'stream')
    const count = body.n ?? 1
    if (!Number.isInteger(count) || count < 1 || count > mostPictures)
      throw invalid(`n must be from 1 to ${mostPictures}.`, 'n')
    const size = readSize(body.size)
    const { output_format: fileForm, background, response_format: form } = readForms(body)
    const encoding = encodings[fileForm]
    if (!encoding) throw invalid(`output_format must be one of ${fileForms.join(', ')}.`, 'output_format')
    const isTransparent = background === 'transparent'
    if (isTransparent && fileForm === 'jpeg') throw invalid('background: a JPEG cannot be transparent.', 'background')
    const data = []
    for (let index = 0; index < count; index++) {
      const drawn = await draw(prompt, { ...size, index, isTransparent })
      const encoded = await encodePicture(drawn, encoding)
      const file = fileForm === 'png' ? withComment(encoded, `Sample drawn by ${model}: ${prompt}`) : encoded
      const base64 = file.toString('base64')
      data.push(form === 'url' ? { url: `data:${encoding.mediaType};base64,${base64}` } : { b64_json: base64 })
    }
    const tokens = await countText(prompt)
    const usage = { input_tokens: tokens, output_tokens: 0, total_tokens: tokens }
    return reply({ created: Math.floor(now() / 1000), data, usage }, { headers: sampleHeaders(true) })
  },
})

interface Forms {
  readonly output_format?: string | null | undefined
  readonly background?: string | null | undefined
  readonly response_format?: string | null | undefined
}

function readForms({ output_format, background, response_format }: Forms) {
  const forms = {
    output_format: output_format ?? 'png',
    background: background ?? 'auto',
    response_format: response_format ?? 'b64_json',
  }
  if (!['transparent', 'opaque', 'auto'].includes(forms.background))
    throw invalid('background must be transparent, opaque or auto.', 'background')
  if (!['url', 'b64_json'].includes(forms.response_format))
    throw invalid('response_format must be url or b64_json.', 'response_format')
  return forms
}

function readSize(value: string | null | undefined): { readonly width: number; readonly height: number } {
  const size = value === undefined || value === null || value === 'auto' ? usualSize : value
  const [width, height] = /^(\d{2,4})x(\d{2,4})$/.exec(size)?.slice(1).map(Number) ?? []
  const fits = (side: number | undefined): side is number =>
    side !== undefined && side >= sides.least && side <= sides.most
  if (fits(width) && fits(height)) return { width, height }
  throw invalid(
    `size must be auto, or width and height from ${sides.least} to ${sides.most}, such as ${usualSize}.`,
    'size',
  )
}

const invalid = (message: string, param: string) => new ModelError('invalid', message, { param })
