// Queries the operator's inspect server for the item of a pointer link: `GET {url}?url=<link>`, in the widely used
// format of CSFloat's inspect server (SOURCES 1.6). Only the address in the operator's file is ever called.

import type { ProviderKit } from '#define'
import { OutboundFailure } from '#define/outbound'
import { parseJson } from '#provider/import'
import { inspectServerBusy, inspectServerFailed } from '../errors.ts'
import { type Attachment, type Certificate, decodeCertificate } from '../inspect/certificate.ts'
import { encodeCertificate } from '../inspect/certificate-writer.ts'
import { InspectError } from '../inspect/inspect-error.ts'
import { fieldOf } from '../prices/feeds/source.ts'
import { createCallSharing } from './call-sharing.ts'

type Kit = Pick<ProviderKit, 'outbound' | 'log' | 'config'>
export interface InspectServer {
  /** True if the operator has configured a server. */
  readonly isConfigured: boolean
  /**
   * Returns the item of a pointer link; undefined if the server rejects the link. Throws 502 `inspect_server.failed` if
   * the server is unreachable or its response is invalid, and 503 `inspect_server.busy` if it is slow, waits for the
   * game, or too many calls are pending. Concurrent identical requests share one call.
   */
  resolve(pointer: Pointer): Promise<Certificate | undefined>
}
interface Pointer {
  readonly link: string
  readonly assetId: string
}

const firstByteMs = 12_000
const totalMs = 15_000
const answerBytes = 256 * 1024
/** Such servers resolve about one link a second per game account; more calls would only queue there. */
const maxCalls = 16
/** Error numbers of the server: rejected links, and the game not responding. */
const refusedCodes: readonly unknown[] = [1, 2]
const waitingCodes: readonly unknown[] = [3, 4, 5]

/**
 * Returns the server of the operator's file: `{ "inspect": { "url": "http://127.0.0.1:8080/" } }`; undefined if it has
 * no usable one.
 */
function inspectServerUrl(config: unknown): string | undefined {
  const url = member(member(config, 'inspect'), 'url')
  return typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : undefined
}

/** Warns the operator if the file names an unusable server. */
export function checkInspectServer({ config, log }: Pick<Kit, 'config' | 'log'>): void {
  if (member(config, 'inspect') !== undefined && inspectServerUrl(config) === undefined)
    log.warn('item-market.json: inspect.url must be an http or https address; classic inspect links are not sent to it')
}

export function createInspectServer(kit: Kit): InspectServer {
  const calls = createCallSharing<Certificate | undefined>(maxCalls)
  return {
    get isConfigured() {
      return inspectServerUrl(kit.config) !== undefined
    },
    async resolve(pointer) {
      const server = inspectServerUrl(kit.config)
      if (server === undefined) return undefined
      const result = calls.share(`${server} ${pointer.link}`, () => requestItem(kit, server, pointer))
      if (!result) throw inspectServerBusy()
      return result
    },
  }
}

async function requestItem(kit: Kit, server: string, { link, assetId }: Pointer): Promise<Certificate | undefined> {
  const { status, body } = await request(kit, server, link)
  const info = member(body, 'iteminfo')
  if (status === 200 && uint32(info, 'defindex') !== undefined) return readItem(kit, info, assetId)
  const code = member(body, 'code')
  if (refusedCodes.includes(code)) return undefined
  kit.log.warn('the inspect server gave no item', { status, code: typeof code === 'number' ? code : null })
  if (waitingCodes.includes(code) || status === 429 || status === 503) throw inspectServerBusy()
  throw inspectServerFailed()
}

/** Sends the request, which continues if its caller disconnects, because others can wait for it. */
async function request(kit: Kit, server: string, link: string): Promise<{ status: number; body: unknown }> {
  try {
    const outgoing = { url: server, query: { url: link }, headers: { accept: 'application/json' } }
    const response = await kit.outbound({ ...outgoing, firstByteMs, totalMs, maxBytes: answerBytes })
    return { status: response.status, body: parseJson((await response.bytes()).toString('utf8')) }
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    kit.log.warn('the inspect server cannot be asked', { reason: error.reason })
    throw error.reason === 'slow' ? inspectServerBusy() : inspectServerFailed()
  }
}

/** Returns the item of a response, converted through a certificate so that the same bounds apply. */
function readItem(kit: Kit, info: unknown, assetId: string): Certificate {
  const wear = finite(info, 'floatvalue')
  const customName = member(info, 'customname')
  const kills = uint32(info, 'killeatervalue')
  const item = {
    itemId: assetId,
    defIndex: uint32(info, 'defindex') ?? 0,
    paintIndex: uint32(info, 'paintindex') ?? 0,
    rarity: uint32(info, 'rarity') ?? 0,
    quality: uint32(info, 'quality') ?? 0,
    seed: uint32(info, 'paintseed') ?? 0,
    stickers: attachments(info, 'stickers'),
    keychains: attachments(info, 'keychains'),
    ...(wear === undefined ? {} : { wear }),
    ...(kills === undefined ? {} : { killEaterType: 0, killEaterValue: kills }),
    ...(typeof customName === 'string' && customName !== '' ? { customName } : {}),
    ...optional('origin', uint32(info, 'origin')),
    ...optional('musicIndex', uint32(info, 'musicindex')),
  }
  try {
    return decodeCertificate(encodeCertificate(item))
  } catch (error) {
    if (!(error instanceof InspectError)) throw error
    kit.log.warn('the inspect server answered an impossible item', { problem: error.code })
    throw inspectServerFailed()
  }
}

function attachments(info: unknown, name: string): Attachment[] {
  const list = member(info, name)
  if (!Array.isArray(list)) return []
  return list.map((entry: unknown) => ({
    slot: uint32(entry, 'slot') ?? 0,
    id: uint32(entry, 'stickerId') ?? uint32(entry, 'sticker_id') ?? 0,
    ...optional('wear', finite(entry, 'wear')),
    ...optional('scale', finite(entry, 'scale')),
    ...optional('rotation', finite(entry, 'rotation')),
    ...optional('tint', uint32(entry, 'tint_id')),
    ...optional('offsetX', finite(entry, 'offset_x')),
    ...optional('offsetY', finite(entry, 'offset_y')),
    ...optional('offsetZ', finite(entry, 'offset_z')),
    ...optional('pattern', uint32(entry, 'pattern')),
    ...optional('highlightReel', uint32(entry, 'highlight_reel')),
    ...optional('wrappedSticker', uint32(entry, 'wrapped_sticker')),
  }))
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? fieldOf(value, name) : undefined
}
function finite(value: unknown, name: string): number | undefined {
  const number = member(value, name)
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
/** Reads an unsigned 32-bit integer, like the game's fields. */
function uint32(value: unknown, name: string): number | undefined {
  const number = finite(value, name)
  return number !== undefined && Number.isInteger(number) && number >= 0 && number <= 0xffffffff ? number : undefined
}
function optional<K extends string>(name: K, value: number | undefined): { [P in K]?: number } {
  const members: { [P in K]?: number } = {}
  if (value !== undefined) members[name] = value
  return members
}
