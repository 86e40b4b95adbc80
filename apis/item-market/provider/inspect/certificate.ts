// Decodes the item certificate of a self-contained inspect link: key byte, protobuf CEconItemPreviewDataBlock and
// checksum (SOURCES 1.2 and 1.3). Nothing is fetched, and no field is read before the checksum has been verified.

import { crc32 } from 'node:zlib'
import { present } from '#define/present'
import { InspectError } from './inspect-error.ts'
import { WireReader, wireTypes } from './wire-reader.ts'

/** Real certificates have fewer than 400 digits. */
export const certificateDigitLimit = 4096
const byteMinimum = 6
const checksumBytes = 4
/** A weapon has at most five stickers and one charm; the rest is headroom for additions to the game. */
const attachmentLimit = 32

/** A sticker, patch, graffiti or charm on an item. Offsets, rotation and scale are the game's. */
export interface Attachment {
  readonly slot: number
  readonly id: number
  readonly wear?: number
  readonly scale?: number
  readonly rotation?: number
  readonly tint?: number
  readonly offsetX?: number
  readonly offsetY?: number
  readonly offsetZ?: number
  /** Charm template. */
  readonly pattern?: number
  readonly highlightReel?: number
  /** The sticker inside a slab. */
  readonly wrappedSticker?: number
}
/** The content of a certificate. Missing fields are absent; the game does not write a seed of 0 or an item id of 0. */
export interface Certificate {
  readonly accountId?: number
  /** 64-bit, decimal. */
  readonly itemId?: string
  readonly defIndex: number
  readonly paintIndex: number
  readonly rarity: number
  readonly quality: number
  /** The exact 32-bit float, between 0 and 1; absent for items without wear. */
  readonly wear?: number
  readonly seed: number
  readonly killEaterType?: number
  readonly killEaterValue?: number
  readonly customName?: string
  readonly stickers: readonly Attachment[]
  readonly inventory?: number
  readonly origin?: number
  readonly musicIndex?: number
  readonly keychains: readonly Attachment[]
  readonly style?: number
  readonly upgradeLevel?: number
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }
interface Draft extends Writable<Omit<Certificate, 'stickers' | 'keychains'>> {
  stickers: Attachment[]
  keychains: Attachment[]
}

/** Decodes hex digits in either case. Throws an `InspectError` with a code that begins with `certificate.`. */
export function decodeCertificate(hex: string): Certificate {
  const bytes = bytesOf(hex)
  const key = present(bytes[0])
  if (key !== 0) for (const [at, byte] of bytes.entries()) bytes[at] = byte ^ key
  const end = bytes.length - checksumBytes
  const stated = bytes.readUInt32BE(end)
  // some tools compute the checksum over a zero byte, whatever the key
  if (stated !== checksumOf(bytes, key) && (key === 0 || stated !== checksumOf(bytes, 0)))
    throw new InspectError(
      'certificate.checksum',
      'The checksum of the item certificate is wrong: it was changed or cut.',
    )
  return readItem(new WireReader(bytes, 1, end))
}

/** Returns the checksum of lead byte and message; the multiplication is modulo 2^32. */
function checksumOf(bytes: Buffer, lead: number): number {
  bytes[0] = lead
  const end = bytes.length - checksumBytes
  const crc = crc32(bytes.subarray(0, end))
  return ((crc & 0xffff) ^ Math.imul(end - 1, crc)) >>> 0
}

function bytesOf(hex: string): Buffer {
  if (hex.length > certificateDigitLimit)
    throw lengthProblem(`has more than ${certificateDigitLimit} hexadecimal digits`)
  if (hex.length % 2 !== 0) throw lengthProblem('has an odd number of hexadecimal digits')
  if (hex.length < byteMinimum * 2) throw lengthProblem(`is shorter than ${byteMinimum} bytes`)
  const bytes = Buffer.from(hex, 'hex')
  // Buffer.from stops silently at the first character other than a hex digit
  if (bytes.length !== hex.length / 2)
    throw new InspectError(
      'certificate.malformed',
      'The item certificate has characters that are not hexadecimal digits.',
    )
  return bytes
}

function lengthProblem(what: string): InspectError {
  return new InspectError('certificate.length', `The item certificate ${what}.`)
}

function readItem(reader: WireReader): Certificate {
  const item: Draft = { defIndex: 0, paintIndex: 0, rarity: 0, quality: 0, seed: 0, stickers: [], keychains: [] }
  while (!reader.done) {
    const tag = reader.varint()
    const wireType = tag & 7
    if (wireType === wireTypes.varint) readNumber(item, tag >>> 3, reader)
    else if (wireType === wireTypes.delimited) readDelimited(item, tag >>> 3, reader)
    else skipField(tag, reader)
  }
  return item
}

/**
 * Reads a field. As in protobuf, a known field of an unexpected wire type counts as unknown, and the last duplicate
 * wins.
 */
function readNumber(item: Draft, field: number, reader: WireReader): void {
  if (field === 2) {
    item.itemId = reader.varint64()
    return
  }
  const value = reader.varint()
  if (field === 1) item.accountId = value
  else if (field === 3) item.defIndex = value
  else if (field === 4) item.paintIndex = value
  else if (field === 5) item.rarity = value
  else if (field === 6) item.quality = value
  else if (field === 7) item.wear = wearOf(value)
  else if (field === 8) item.seed = value
  else if (field === 9) item.killEaterType = value
  else if (field === 10) item.killEaterValue = value
  else if (field === 13) item.inventory = value
  else if (field === 14) item.origin = value
  else if (field === 17) item.musicIndex = value
  else if (field === 21) item.style = value
  else if (field === 23) item.upgradeLevel = value
  else if (field === 0) throw noField()
}

function readDelimited(item: Draft, field: number, reader: WireReader): void {
  if (field === 11) item.customName = reader.text()
  else if (field === 12) add(item.stickers, reader)
  else if (field === 20) add(item.keychains, reader)
  else if (field === 0) throw noField()
  else reader.skip(wireTypes.delimited)
}

function skipField(tag: number, reader: WireReader): void {
  if (tag >>> 3 === 0) throw noField()
  reader.skip(tag & 7)
}

function noField(): InspectError {
  return new InspectError('certificate.malformed', 'The item certificate has a field without a number.')
}

function add(attachments: Attachment[], reader: WireReader): void {
  if (attachments.length >= attachmentLimit)
    throw new InspectError(
      'certificate.malformed',
      `The item certificate holds more than ${attachmentLimit} stickers or charms.`,
    )
  attachments.push(readAttachment(reader.nested()))
}

function readAttachment(reader: WireReader): Attachment {
  const attachment: Writable<Attachment> = { slot: 0, id: 0 }
  while (!reader.done) {
    const tag = reader.varint()
    const field = tag >>> 3
    const wireType = tag & 7
    if (wireType === wireTypes.varint) {
      const value = reader.varint()
      if (field === 1) attachment.slot = value
      else if (field === 2) attachment.id = value
      else if (field === 6) attachment.tint = value
      else if (field === 10) attachment.pattern = value
      else if (field === 11) attachment.highlightReel = value
      else if (field === 12) attachment.wrappedSticker = value
      else if (field === 0) throw noField()
    } else if (wireType === wireTypes.fixed32 && ((field >= 3 && field <= 5) || (field >= 7 && field <= 9))) {
      const value = reader.float()
      if (field === 3) attachment.wear = value
      else if (field === 4) attachment.scale = value
      else if (field === 5) attachment.rotation = value
      else if (field === 7) attachment.offsetX = value
      else if (field === 8) attachment.offsetY = value
      else attachment.offsetZ = value
    } else skipField(tag, reader)
  }
  return attachment
}

const wearBits = new DataView(new ArrayBuffer(4))

/** Returns the double that equals the 32-bit float of these bits (SOURCES 1.3). */
function wearOf(bits: number): number {
  wearBits.setUint32(0, bits)
  const wear = wearBits.getFloat32(0)
  if (!(wear >= 0 && wear <= 1))
    throw new InspectError('certificate.malformed', 'The item certificate states a wear that is not between 0 and 1.')
  // -0 compares like 0, but JSON and the store distinguish them
  return wear === 0 ? 0 : wear
}
