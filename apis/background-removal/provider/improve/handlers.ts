// POST /improve: accepts an image that was cut out badly. Its metadata is kept for some weeks; the image is not kept,
// because nothing here learns from it.
import { createHash } from 'node:crypto'
import type { HandlersFor, ProviderKit } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { Tables } from '../../tables.ts'
import type { Credits } from '../credits/store.ts'
import { rateLimitExceeded } from '../errors.ts'
import { stringIn } from '../removal/read-options.ts'
import { readSource } from '../removal/sources.ts'

interface ImproveDeps {
  readonly kit: ProviderKit<Tables>
  readonly credits: Credits
}

const megabytes = 12
const keptMs = 30 * 86_400_000
const dayMs = 86_400_000
const longestName = 255

export function createImproveHandlers({ kit, credits }: ImproveDeps): HandlersFor<typeof endpoints, 'improve'> {
  return {
    async improve({ body }, { account, signal }) {
      const { bytes, header } = await readSource(body, { fetch: kit.fetch, megabytes, account, signal })
      const id = uuidOf(kit.random.bytes(16))
      const nameOf = (name: string) => (stringIn(body, name) ?? '').replaceAll('\0', '').slice(0, longestName)
      const isTaken = await credits.submit(account, async (db) => {
        await db
          .insertInto('background_removal_submissions')
          .values({
            id,
            account,
            file_name: nameOf('image_filename'),
            tag: nameOf('tag'),
            bytes: bytes.length,
            width: header.width,
            height: header.height,
            sha256: createHash('sha256').update(bytes).digest('hex'),
            at_ms: kit.now(),
          })
          .execute()
      })
      if (!isTaken) throw rateLimitExceeded(Math.ceil((dayMs - (kit.now() % dayMs)) / 1000))
      return { id }
    },
  }
}

/** Deletes expired submissions. */
export async function deleteOldSubmissions({ db, now }: ProviderKit<Tables>): Promise<void> {
  await db
    .deleteFrom('background_removal_submissions')
    .where('at_ms', '<', now() - keptMs)
    .execute()
}

/** A UUID of version 4 (RFC 9562, section 5.4). */
function uuidOf(bytes: Buffer): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
