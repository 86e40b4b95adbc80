// Resolves the link of a call: to the stored skin that it names, or to the bytes of its picture.
import type { Call } from '#define'
import { generatorError } from '../errors.ts'
import type { Sample } from '../sample/sample.ts'
import { type Kit, type SkinRow, skinById, skinByTexture, skinByUuid, textureByHash } from '../skins/store.ts'
import { plainUuid } from '../uuid.ts'
import { fetchImage, type ImageLink } from './image-source.ts'
import type { GenerateOptions } from './options.ts'

/** Returns the account's stored skin that the link names. */
export async function storedSkin(
  { db }: Kit,
  { account }: Call,
  link: ImageLink,
  { variant }: GenerateOptions,
): Promise<SkinRow | undefined> {
  if (link.kind === 'texture') return skinByTexture(db, account, { textureHash: link.hash.toLowerCase(), variant })
  if (link.kind !== 'skin') return undefined
  if (/^\d{1,10}$/.test(link.id)) return skinById(db, account, Number(link.id))
  return skinByUuid(db, account, plainUuid(link.id))
}

/** Returns the picture that the link names: its own bytes, a texture of this installation, or a fetched file. */
export async function bytesOf(
  { kit, sample }: { readonly kit: Kit; readonly sample: Sample },
  link: ImageLink,
  call: Call,
): Promise<Buffer> {
  if (link.kind === 'data') return link.bytes
  if (link.kind === 'address') return fetchImage(kit, link.url, call)
  const own =
    link.kind === 'texture' ? (sample.pngOf(link.hash) ?? (await textureByHash(kit.db, link.hash))) : undefined
  if (own) return own
  if (link.elsewhere === undefined) throw generatorError('invalid_image_url', 'Failed to find image from url')
  return fetchImage(kit, link.elsewhere, call)
}
