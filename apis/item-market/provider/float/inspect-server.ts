// Asks the operator's inspect server what a classic link points at: `GET {url}?url=<link>` with the answer that CSFloat's
// inspect server made common (SOURCES 1.6). Only the address in the operator's file is ever called.
import { OutboundFailure, type ProviderKit, refuse } from '#define'
import { type Attachment, type Certificate, decodeCertificate } from '../inspect/certificate.ts'
import { encodeCertificate } from '../inspect/certificate-writer.ts'
import { InspectProblem } from '../inspect/inspect-error.ts'
import { type CallSharing, createCallSharing } from './call-sharing.ts'

type Kit = Pick<ProviderKit, 'outbound' | 'log' | 'config'>

const firstByteMs = 12_000
const totalMs = 15_000
const answerBytes = 256 * 1024
/** Such servers answer about one link a second for each of their accounts; more calls would only wait there. */
const callsAtOnce = 16
/** The server's own numbers for a link that it does not take, and for the game not answering it. */
const refusedCodes: readonly unknown[] = [1, 2]
const waitingCodes: readonly unknown[] = [3, 4, 5]

/** The server of the operator's file: `{ "inspect": { "url": "http://127.0.0.1:8080/" } }`; undefined when none is usable. */
export function inspectServerOf(config: unknown): string | undefined {
  const url = member(member(config, 'inspect'), 'url')
  return typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : undefined
}

/** Tells the operator when the file names a server that cannot be asked. */
export function checkInspectServer({ config, log }: Pick<Kit, 'config' | 'log'>): void {
  if (member(config, 'inspect') !== undefined && inspectServerOf(config) === undefined)
    log.warn(
      'item-market.json: inspect.url must be an http or https address; classic inspect links are not asked of it',
    )
}

/**
 * The item of a classic link, or undefined when the server says that it takes no such link. Throws 502 `inspect_server.failed`
 * when the server cannot be reached or answers nonsense, and 503 `inspect_server.busy` when it is slow,
 * the game keeps it waiting, or too many calls are under way. Who asks the same at the same time shares one call.
 */
export async function askInspectServer(kit: Kit, asked: Asked): Promise<Certificate | undefined> {
  const sharing = sharings.get(kit.outbound) ?? createCallSharing(callsAtOnce)
  sharings.set(kit.outbound, sharing)
  const answer = sharing.share(`${asked.server} ${asked.link}`, () => askOnce(kit, asked))
  if (!answer) throw busy()
  return answer
}

interface Asked {
  readonly server: string
  readonly link: string
  readonly assetId: string
}
/** One for each gateway in the process, told apart by its way out. */
const sharings = new WeakMap<Kit['outbound'], CallSharing<Certificate | undefined>>()

async function askOnce(kit: Kit, asked: Asked): Promise<Certificate | undefined> {
  const { status, body } = await send(kit, asked)
  const info = member(body, 'iteminfo')
  if (status === 200 && whole(info, 'defindex') !== undefined) return readItem(kit, info, asked.assetId)
  const code = member(body, 'code')
  if (refusedCodes.includes(code)) return undefined
  kit.log.warn('the inspect server gave no item', { status, code: typeof code === 'number' ? code : null })
  if (waitingCodes.includes(code) || status === 429 || status === 503) throw busy()
  throw failed()
}

/** The call is not ended when its caller goes away: others may wait for it. */
async function send(kit: Kit, { server, link }: Asked): Promise<{ status: number; body: unknown }> {
  try {
    const request = { url: server, query: { url: link }, headers: { accept: 'application/json' } }
    const answer = await kit.outbound({ ...request, firstByteMs, totalMs, maxBytes: answerBytes })
    return { status: answer.status, body: parsed(await answer.bytes()) }
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    kit.log.warn('the inspect server cannot be asked', { reason: error.reason })
    throw error.reason === 'slow' ? busy() : failed()
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The item of an answer, read by way of a certificate so that it keeps the same bounds. */
function readItem(kit: Kit, info: unknown, assetId: string): Certificate {
  const wear = finite(info, 'floatvalue')
  const customName = member(info, 'customname')
  const kills = whole(info, 'killeatervalue')
  const item = {
    itemId: assetId,
    defIndex: whole(info, 'defindex') ?? 0,
    paintIndex: whole(info, 'paintindex') ?? 0,
    rarity: whole(info, 'rarity') ?? 0,
    quality: whole(info, 'quality') ?? 0,
    seed: whole(info, 'paintseed') ?? 0,
    stickers: attachments(info, 'stickers'),
    keychains: attachments(info, 'keychains'),
    ...(wear === undefined ? {} : { wear }),
    ...(kills === undefined ? {} : { killEaterType: 0, killEaterValue: kills }),
    ...(typeof customName === 'string' && customName !== '' ? { customName } : {}),
    ...given('origin', whole(info, 'origin')),
    ...given('musicIndex', whole(info, 'musicindex')),
  }
  try {
    return decodeCertificate(encodeCertificate(item))
  } catch (error) {
    if (!(error instanceof InspectProblem)) throw error
    kit.log.warn('the inspect server answered an impossible item', { problem: error.code })
    throw failed()
  }
}

function attachments(info: unknown, name: string): Attachment[] {
  const list = member(info, name)
  if (!Array.isArray(list)) return []
  return list.map((entry: unknown) => ({
    slot: whole(entry, 'slot') ?? 0,
    id: whole(entry, 'stickerId') ?? whole(entry, 'sticker_id') ?? 0,
    ...given('wear', finite(entry, 'wear')),
    ...given('scale', finite(entry, 'scale')),
    ...given('rotation', finite(entry, 'rotation')),
    ...given('tint', whole(entry, 'tint_id')),
    ...given('offsetX', finite(entry, 'offset_x')),
    ...given('offsetY', finite(entry, 'offset_y')),
    ...given('offsetZ', finite(entry, 'offset_z')),
    ...given('pattern', whole(entry, 'pattern')),
    ...given('highlightReel', whole(entry, 'highlight_reel')),
    ...given('wrappedSticker', whole(entry, 'wrapped_sticker')),
  }))
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}
function finite(value: unknown, name: string): number | undefined {
  const found = member(value, name)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}
/** An unsigned 32-bit number, as the game's fields are. */
function whole(value: unknown, name: string): number | undefined {
  const found = finite(value, name)
  return found !== undefined && Number.isInteger(found) && found >= 0 && found <= 0xffffffff ? found : undefined
}
function given<K extends string>(name: K, value: number | undefined): { [P in K]?: number } {
  const found: { [P in K]?: number } = {}
  if (value !== undefined) found[name] = value
  return found
}

const problem = (code: string, message: string) => ({ error: { code, message } })
const busyMessage = 'The inspect server of the operator is busy, or the game keeps it waiting. Try again.'
const busy = () => refuse(503, problem('inspect_server.busy', busyMessage), { 'retry-after': '5' })
const failed = () =>
  refuse(502, problem('inspect_server.failed', 'The inspect server of the operator did not answer with an item.'))
