// Parses all forms of inspect links (SOURCES 1.1) into a certificate, which contains the item, or a pointer, which only
// names it. Links are plain strings here, and never fetched.
import { InspectError } from './inspect-error.ts'

/** The hexadecimal digits of a certificate, with the owner and asset of a hybrid link. */
export interface CertificateLink {
  readonly kind: 'certificate'
  readonly hex: string
  readonly owner?: string
  readonly assetId?: string
}
/** A pointer link: an asset of an owner's inventory, or of a market listing. Ids are decimal 64-bit numbers. */
export interface PointerLink {
  readonly kind: 'pointer'
  readonly owner?: string
  readonly listing?: string
  readonly assetId: string
  readonly d: string
}
type InspectLink = CertificateLink | PointerLink

/** Room for the longest certificate inside an address. */
export const linkLengthLimit = 8192
/** A link is itself a parameter, so it can be encoded once or twice more. */
const decodingLimit = 2
/** Shorter hexadecimal words in an address do not count as a certificate. */
const bareDigitsInAddress = 12

const command = 'csgo_econ_action_preview'
const template = /%(?:propid:\d+|owner_steamid|assetid|listingid)%/i
/** The part before the command; the first group is the number of the game. */
const beforeCommand = /^(?:(?:steam|csgo):\/\/(?:run|rungame)\/(\d{1,10})\/[^/\s]{0,40}\/)?[+ ]{0,2}$/i
const gameInAddress = /(?:steam|csgo):\/\/(?:run|rungame)\/(\d{1,10})\//i
const separator = /^(?:%20|[+ ])+/i
const word = /^[0-9a-z]+/i
const pointerForm = /^([SM])(\d{1,20})A(\d{1,20})D([0-9a-f]+)$/i
const hexForm = /^[0-9a-f]+$/i
const gameNumber = '730'
const longestDecimal = 20

/** Parses a link. Throws an `InspectError` with a code that begins with `link.`. */
export function readInspectLink(text: string): InspectLink {
  if (text.length > linkLengthLimit)
    throw new InspectError('link.too_long', `An inspect link has at most ${linkLengthLimit} characters.`)
  let level = text.trim()
  for (let decodings = 0; ; decodings++) {
    if (template.test(level))
      throw new InspectError('link.template', 'This is the template of an inspect link: fill in its %…% parts first.')
    const match = /^https:\/\//i.test(level) ? inAddress(level) : inCommand(level)
    if (match) return match
    const decoded = decodings < decodingLimit ? percentDecoded(level).trim() : level
    if (decoded === level) throw notALink()
    level = decoded
  }
}

/** Returns the link that the game opens. */
export function writeInspectLink(link: InspectLink): string {
  if (link.kind === 'certificate') return `steam://run/730//+${command}%20${link.hex.toUpperCase()}`
  const holder = link.listing === undefined ? `S${link.owner}` : `M${link.listing}`
  return `steam://rungame/730/76561202255233023/+${command}%20${holder}A${link.assetId}D${link.d}`
}

function inCommand(text: string): InspectLink | undefined {
  const at = text.toLowerCase().indexOf(command)
  if (at < 0) return wordOf(text)
  const before = beforeCommand.exec(text.slice(0, at))
  if (!before) return undefined
  checkGame(before[1])
  const after = text.slice(at + command.length)
  const gap = separator.exec(after)
  return gap ? wordOf(after.slice(gap[0].length)) : undefined
}

function inAddress(text: string): InspectLink | undefined {
  const at = text.toLowerCase().indexOf(command)
  if (at < 0) return amongParts(text)
  // the part before the command can be encoded more often than the command, which needs no encoding
  checkGame(gameInAddress.exec(percentDecoded(percentDecoded(text.slice(0, at))))?.[1])
  const after = text.slice(at + command.length)
  const gap = separator.exec(after)
  const rest = gap ? after.slice(gap[0].length) : ''
  const [match = ''] = word.exec(rest) ?? []
  return /^[&#?/;"'<>\s]|^$/.test(rest.slice(match.length)) ? wordOf(match) : undefined
}

/**
 * Returns a bare certificate or pointer among the parts of an address. A pointer takes precedence over digits, and long
 * digits over short ones.
 */
function amongParts(text: string): InspectLink | undefined {
  const parts = text.split(/[/?&=#;+\s]|%20/i)
  const pointer = parts.find((part) => pointerForm.test(part))
  const digits = parts.filter((part) => part.length >= bareDigitsInAddress && hexForm.test(part))
  const [longest] = digits.sort((a, b) => b.length - a.length)
  return wordOf(pointer ?? longest ?? '')
}

/** Reads the last word of a link: `S…A…D…`, `M…A…D…` or a certificate. */
function wordOf(text: string): InspectLink | undefined {
  const pointer = pointerForm.exec(text)
  if (pointer) return pointerOf(pointer)
  if (hexForm.test(text)) return { kind: 'certificate', hex: withoutLeadingLetter(text) }
  return undefined
}

function pointerOf([, letter = '', holder = '', assetId = '', d = '']: RegExpExecArray): InspectLink {
  const owned = letter.toUpperCase() === 'S'
  if (/[a-f]/i.test(d) || d.length > longestDecimal)
    return { kind: 'certificate', hex: d, assetId: asId(assetId), ...(owned ? { owner: asId(holder) } : {}) }
  const where = owned ? { owner: asId(holder) } : { listing: asId(holder) }
  return { kind: 'pointer', ...where, assetId: asId(assetId), d: asId(d) }
}

/** Returns a 64-bit number without leading zeros. */
function asId(digits: string): string {
  const id = BigInt(digits)
  if (id >= 1n << 64n) throw new InspectError('link.invalid', 'The inspect link holds a number of more than 64 bits.')
  return id.toString()
}

/** Removes the letter A that some tools put before the digits of a certificate. */
function withoutLeadingLetter(hex: string): string {
  return hex.length % 2 === 1 && /^a/i.test(hex) ? hex.slice(1) : hex
}

function checkGame(game: string | undefined): void {
  if (game !== undefined && game !== gameNumber)
    throw new InspectError('link.other_game', 'This inspect link belongs to another game.')
}

/** Decodes valid percent-encoding and leaves the rest, because links also contain bare `%` characters. */
function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })
}

function notALink(): InspectError {
  return new InspectError(
    'link.invalid',
    'This is not an inspect link. Send steam://…csgo_econ_action_preview…, an https address that holds one, or the certificate itself.',
  )
}
