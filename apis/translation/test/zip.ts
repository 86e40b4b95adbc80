// ZIP archives for tests of documents, also such as no honest program writes.
import assert from 'node:assert/strict'
import { crc32, deflateRawSync } from 'node:zlib'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { readZip, unpacked } from '../provider/documents/zip.ts'

export interface PackedFile {
  readonly name: string
  readonly bytes: Buffer
  /** The size and checksum that the archive claims; those of the bytes where left out. */
  readonly claimed?: { readonly size?: number; readonly crc32?: number }
}

export async function zipped(files: readonly PackedFile[]): Promise<Buffer> {
  const archive = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, passThrough: true })
  for (const { name, bytes, claimed } of files) {
    const facts = { uncompressedSize: claimed?.size ?? bytes.length, crc32: claimed?.crc32 ?? crc32(bytes) }
    await archive.add(name, new Uint8ArrayReader(deflateRawSync(bytes)), { ...facts, compressionMethod: 8 })
  }
  return Buffer.from(await archive.close())
}

/** The text of one file of an archive. */
export async function textIn(archive: Buffer, name: string): Promise<string> {
  const entry = (await readZip(archive)).find(({ filename }) => filename === name)
  assert.ok(entry, `no ${name} in the archive`)
  return (await unpacked(entry)).toString()
}
