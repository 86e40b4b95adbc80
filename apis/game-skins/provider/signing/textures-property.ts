// The property that game servers deliver: the texture of a profile, as the game's session server writes it (SOURCES
// 4.1).

interface WornTexture {
  /** Milliseconds since the epoch. */
  readonly timestamp: number
  /** 32 hex digits. */
  readonly profileId: string
  readonly profileName: string
  readonly url: string
  readonly variant: 'classic' | 'slim'
}

/** The base64 value of the property; the signature is over this text. */
export function texturesProperty({ timestamp, profileId, profileName, url, variant }: WornTexture): string {
  const skin = variant === 'slim' ? { url, metadata: { model: 'slim' } } : { url }
  const json = JSON.stringify(
    { timestamp, profileId, profileName, signatureRequired: true, textures: { SKIN: skin } },
    null,
    2,
  )
  // the session server puts a space on both sides of the colon
  return Buffer.from(json.replace(/^( *"[^"]*"):/gm, '$1 :')).toString('base64')
}
