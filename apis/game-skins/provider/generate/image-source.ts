// Finds the picture behind an address (SOURCES 2.5): a stored skin, inline data, or a PNG of a public host. The guarded
// fetcher refuses private addresses; the provider's own host rules are here and come first.
import type { Call } from '#define'
import { generatorError } from '../errors.ts'
import type { Kit } from '../skins/store.ts'

/** A link to a skin of the provider, to a texture, or to a picture. */
export type ImageLink =
  | { readonly kind: 'skin'; readonly id: string; readonly elsewhere: string }
  | { readonly kind: 'texture'; readonly hash: string; readonly elsewhere: string | undefined }
  | { readonly kind: 'data'; readonly bytes: Buffer }
  | { readonly kind: 'address'; readonly url: string }

const maxUrlLength = 256
/** Length of 20,000 bytes in base64 with its prefix. */
const maxDataLength = 27_000
const dataPrefix = 'data:image/png;base64,'
/** Limit of a download, above that of a skin, so that a slightly longer file is reported with its size. */
const maxBytes = 65_536
/** The timeout of each request, and of all redirects together. */
const timeoutMs = 5000
const totalMs = 10_000
const maxRedirects = 5

/** Parses a link; returns undefined for an invalid address. */
export function readLink(text: string, baseUrl: string): ImageLink | undefined {
  if (text.startsWith(dataPrefix) && text.length <= maxDataLength)
    return { kind: 'data', bytes: Buffer.from(text.slice(dataPrefix.length), 'base64') }
  const url = text.length <= maxUrlLength ? URL.parse(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const ownTexture = `${baseUrl}/texture/`
  if (text.startsWith(ownTexture)) return { kind: 'texture', hash: text.slice(ownTexture.length), elsewhere: undefined }
  const [, texture] = /^\/texture\/([0-9a-z]+)$/i.exec(url.pathname) ?? []
  if (url.hostname === 'textures.minecraft.net' && texture !== undefined)
    return { kind: 'texture', hash: texture, elsewhere: url.href }
  const [, skin] = /^\/(?:skins\/)?([0-9a-z-]+)$/i.exec(url.pathname) ?? []
  if (skinHosts.includes(url.hostname) && skin !== undefined)
    return { kind: 'skin', id: skin, elsewhere: `https://api.mineskin.org/v2/skins/${skin}/texture` }
  return { kind: 'address', url: imageAddress(url) }
}

const skinHosts = ['minesk.in', 'mineskin.org']

/** Pages about a picture, and the address of the picture itself. */
const pages: readonly { readonly host: RegExp; readonly path: RegExp; readonly image: (id: string) => string }[] = [
  { host: /^imgur\.com$/, path: /^\/([0-9a-z]+)$/i, image: (id) => `https://i.imgur.com/${id}.png` },
  {
    host: /(?:^|\.)namemc\.com$/,
    path: /^\/skin\/([0-9a-f]+)$/i,
    image: (id) => `https://namemc.com/texture/${id}.png`,
  },
  {
    host: /(?:^|\.)minecraftskins\.com$/,
    path: /^\/skin\/(\d+)\//,
    image: (id) => `https://www.minecraftskins.com/skin/download/${id}`,
  },
  {
    host: /^minecraft\.novaskin\.me$/,
    path: /^\/skin\/(\d+)\//,
    image: (id) => `https://minecraft.novaskin.me/skin/${id}/download`,
  },
]

function imageAddress(url: URL): string {
  for (const { host, path, image } of pages) {
    const [, id] = (host.test(url.hostname) && path.exec(url.pathname)) || []
    if (id !== undefined) return image(id)
  }
  return url.href
}

/** Hosts whose redirects are followed. */
const followed = ['novask.in', 'imgur.com', 'i.imgur.com', 'mineskin.org', 'minesk.in', 'api.mineskin.org']
const blocked = [
  /^localhost$|\.localhost$/,
  /^0\.0\.0\.0$|^127\./,
  /^10\./,
  /^192\.168\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^\[/,
]

/** Returns the bytes of a PNG. Throws 400 for anything else, and for an unreachable or forbidden host. */
export async function fetchImage(
  { fetch, log }: Pick<Kit, 'fetch' | 'log'>,
  address: string,
  { account, signal }: Pick<Call, 'account' | 'signal'>,
): Promise<Buffer> {
  let url = address
  const endAt = performance.now() + totalMs
  for (let redirects = 0; ; redirects++) {
    const { hostname } = new URL(url)
    if (blocked.some((host) => host.test(hostname))) throw generatorError('blocked_url_host', 'Url host is not allowed')
    const bounds = { maxBytes, timeoutMs: Math.max(1, Math.min(timeoutMs, endAt - performance.now())) }
    const answer = await fetch(url, { ...bounds, account, signal }).catch((error: unknown) => {
      log.info('a skin could not be fetched', { host: hostname, reason: String(error) })
      // the fetcher's message is written for callers
      const reason = error instanceof Error && error.name === 'FetchRefused' ? `: ${error.message}` : ''
      throw invalidUrl(`Failed to find image from url${reason}`)
    })
    const next = answer.status >= 300 && answer.status < 400 ? answer.location : undefined
    const target = next === undefined ? null : URL.parse(next, url)
    if (target && followed.includes(hostname) && redirects < maxRedirects) {
      url = target.href
      continue
    }
    if (answer.status !== 200) throw invalidUrl(`Failed to find image from url (status ${answer.status})`)
    const contentType = answer.contentType.split(';', 1)[0]?.trim().toLowerCase()
    if (contentType !== 'image/png')
      throw generatorError('invalid_image', `Invalid image content type: ${contentType === '' ? 'none' : contentType}`)
    return answer.bytes
  }
}

const invalidUrl = (error: string) => generatorError('invalid_image_url', error)
