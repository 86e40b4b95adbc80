// Writes fields and files as a multipart body for a provider.
import { isFilePart } from '../../file-part.ts'

interface MultipartBody {
  readonly bytes: Buffer
  readonly contentType: string
}

/** Writes a body: a list becomes a field for each of its items; undefined and null are left out. */
export async function writeMultipart(fields: Readonly<Record<string, unknown>>): Promise<MultipartBody> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue
      if (isFilePart(item)) form.append(name, new File([item.blob], item.fileName, { type: item.contentType }))
      else form.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item))
    }
  const encoded = new Response(form)
  return {
    bytes: Buffer.from(await encoded.arrayBuffer()),
    contentType: encoded.headers.get('content-type') ?? 'multipart/form-data',
  }
}
