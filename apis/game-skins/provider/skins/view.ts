// The JSON of a skin (SOURCES 2.1).
import { sampleHeaders } from '#provider'
import type { Signer } from '../signing/signer.ts'
import { texturesProperty } from '../signing/textures-property.ts'
import { dashedUuid } from '../uuid.ts'
import { type Kit, type SignedProperty, type SkinRow, storeSignature } from './store.ts'

export function skinView(row: SkinRow, baseUrl: string) {
  const url = textureUrl(baseUrl, row.texture_hash)
  return {
    id: row.id,
    idStr: String(row.id),
    uuid: row.uuid,
    hash: row.image_hash,
    name: row.name,
    model: row.variant === 'slim' ? ('slim' as const) : ('steve' as const),
    variant: row.variant,
    data: {
      uuid: dashedUuid(row.profile_id),
      texture: { value: row.value, signature: row.signature, url, urls: { skin: url } },
    },
    timestamp: Math.floor(row.created_at / 1000),
    duration: row.duration_ms,
    // the provider's own accounts wear skins in turn; here there is only one
    accountId: 1,
    account: 1,
    server: 'gatehouse',
    private: row.visibility === 1,
    views: row.views,
  }
}
export type SkinView = ReturnType<typeof skinView>

/** The entry of a skin in a list. */
export function listedView(row: SkinRow, baseUrl: string) {
  const url = textureUrl(baseUrl, row.texture_hash)
  return { id: row.id, uuid: row.uuid, name: row.name, url, time: row.created_at / 1000 }
}

/** The address of the PNG, served without a key because game clients have none. */
function textureUrl(baseUrl: string, hash: string): string {
  return `${baseUrl}/texture/${hash}`
}

export function sampleHeadersOf(rows: readonly Pick<SkinRow, 'is_sample'>[]): Record<string, string> {
  return sampleHeaders(rows.some((row) => row.is_sample === 1))
}

interface SignDeps {
  readonly kit: Kit
  readonly signer: Signer
}

/** The signed property of a skin whose texture is served below an address. */
export async function signProperty(
  { signer }: Pick<SignDeps, 'signer'>,
  skin: Pick<SkinRow, 'created_at' | 'profile_id' | 'profile_name' | 'texture_hash' | 'variant'>,
  baseUrl: string,
): Promise<SignedProperty> {
  const value = texturesProperty({
    timestamp: skin.created_at,
    profileId: skin.profile_id,
    profileName: skin.profile_name,
    url: textureUrl(baseUrl, skin.texture_hash),
    variant: skin.variant,
  })
  return { signed_base: baseUrl, value, signature: await signer.sign(value) }
}

/**
 * The skin, signed for the public address of this call. Sample skins are signed on first read, and all skins again
 * after the gateway's public address has changed.
 */
export async function signedSkin(deps: SignDeps, row: SkinRow, baseUrl: string): Promise<SkinRow> {
  if (row.signed_base === baseUrl) return row
  const signed = await signProperty(deps, row, baseUrl)
  await storeSignature(deps.kit.db, row, signed)
  return { ...row, ...signed }
}
