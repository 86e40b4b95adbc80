// Pictures in answers of chat completions: no words of the vendor's own, but the habit of routers.
import type { Json } from '../json.ts'

export function writeImage({ mediaType, data }: { readonly mediaType: string; readonly data: string }): Json {
  return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } }
}
