// Writes unmasked item certificates (key 0), for items reported in another form.

import { crc32 } from 'node:zlib'
import { present } from '#define/present'
import type { Attachment, Certificate } from './certificate.ts'

/** Returns the certificate of an item as upper-case hexadecimal digits; `decodeCertificate` returns the same item. */
export function encodeCertificate(item: Certificate): string {
  const out: number[] = [0]
  number(out, 1, item.accountId)
  if (item.itemId !== undefined) {
    out.push(2 << 3)
    varint(out, BigInt(item.itemId))
  }
  number(out, 3, item.defIndex)
  number(out, 4, item.paintIndex)
  number(out, 5, item.rarity)
  number(out, 6, item.quality)
  if (item.wear !== undefined) number(out, 7, bitsOf(item.wear))
  number(out, 8, item.seed === 0 ? undefined : item.seed)
  number(out, 9, item.killEaterType)
  number(out, 10, item.killEaterValue)
  if (item.customName !== undefined) delimited(out, 11, [...Buffer.from(item.customName, 'utf8')])
  for (const sticker of item.stickers) delimited(out, 12, attachmentBytes(sticker))
  number(out, 13, item.inventory)
  number(out, 14, item.origin)
  number(out, 17, item.musicIndex)
  for (const keychain of item.keychains) delimited(out, 20, attachmentBytes(keychain))
  number(out, 21, item.style)
  number(out, 23, item.upgradeLevel)
  return sealed(Buffer.from(out))
}

/**
 * Removes the mask of a certificate, so that equal items are equal strings. The digits must have been decoded before.
 */
export function unmaskCertificate(hex: string): string {
  const bytes = Buffer.from(hex, 'hex')
  const key = present(bytes[0])
  for (const [at, byte] of bytes.entries()) bytes[at] = byte ^ key
  return sealed(bytes.subarray(0, bytes.length - 4))
}

/** Appends the checksum for key 0 (SOURCES 1.2). */
function sealed(bytes: Buffer): string {
  const crc = crc32(bytes)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(((crc & 0xffff) ^ Math.imul(bytes.length - 1, crc)) >>> 0)
  return Buffer.concat([bytes, checksum]).toString('hex').toUpperCase()
}

function attachmentBytes(attachment: Attachment): number[] {
  const out: number[] = []
  number(out, 1, attachment.slot)
  number(out, 2, attachment.id)
  float(out, 3, attachment.wear)
  float(out, 4, attachment.scale)
  float(out, 5, attachment.rotation)
  number(out, 6, attachment.tint)
  float(out, 7, attachment.offsetX)
  float(out, 8, attachment.offsetY)
  float(out, 9, attachment.offsetZ)
  number(out, 10, attachment.pattern)
  number(out, 11, attachment.highlightReel)
  number(out, 12, attachment.wrappedSticker)
  return out
}

function number(out: number[], field: number, value: number | undefined): void {
  if (value === undefined) return
  varint(out, BigInt(field << 3))
  varint(out, BigInt(value))
}

function float(out: number[], field: number, value: number | undefined): void {
  if (value === undefined) return
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  out.push((field << 3) | 5, ...bytes)
}

function delimited(out: number[], field: number, bytes: readonly number[]): void {
  varint(out, BigInt((field << 3) | 2))
  varint(out, BigInt(bytes.length))
  out.push(...bytes)
}

function varint(out: number[], value: bigint): void {
  let rest = value
  while (rest > 0x7fn) {
    out.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  out.push(Number(rest))
}

function bitsOf(wear: number): number {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatBE(wear)
  return bytes.readUInt32BE(0)
}
