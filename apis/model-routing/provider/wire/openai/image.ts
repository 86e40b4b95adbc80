// Images in answers of chat completions, as routers write them; the vendor has no such member.
import type { Json } from '../json.ts'

export function writeImage({ mediaType, data }: { readonly mediaType: string; readonly data: string }): Json {
  return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } }
}
