// Submits pictures and players: finds the skin of the account that has the same picture, or queues a job.
import { createHash } from 'node:crypto'
import type { Call } from '#define'
import { generatorError } from '../errors.ts'
import { imageHashOf, readSkinImage, variantOf, writeSkinImage } from '../images/skin-image.ts'
import type { SamplePlayer } from '../sample/sample.ts'
import { boundKeyWait } from '../signing/signer.ts'
import { countUp, installationProfile, type Kit, type SkinRow, skinByImage } from '../skins/store.ts'
import { randomUuid } from '../uuid.ts'
import type { GenerateOptions } from './options.ts'
import type { Generated, Queue } from './queue.ts'

interface Submissions {
  /**
   * Checks the picture, looks it up by its pixels, and queues a job if it is new (SOURCES 3.1 and 3.5). If it is new, a
   * call that only checks is refused with `missingStatus`.
   */
  image(call: Call, bytes: Buffer, options: GenerateOptions, missingStatus: number): Promise<Generated>
  /** Queues the skin of a sample player, unless the account has it. */
  player(call: Call, player: SamplePlayer, options: GenerateOptions): Promise<Generated>
  /** Counts a stored skin once more. */
  duplicate(skin: SkinRow): Promise<Generated>
}

export function createSubmissions({ kit, queue }: { readonly kit: Kit; readonly queue: Queue }): Submissions {
  async function duplicate(skin: SkinRow): Promise<Generated> {
    await countUp(kit.db, skin, 'duplicates')
    return { skin, duplicate: true }
  }

  /** The fields that all jobs of a call share. */
  function jobOf({ account, request }: Call, { name, visibility }: GenerateOptions) {
    const uuid = randomUuid(kit.random.bytes(16))
    return { uuid, account, name, visibility, signed_base: request.baseUrl }
  }

  return {
    duplicate,
    async image(call, bytes, options, missingStatus) {
      const image = readSkinImage(bytes)
      const imageHash = imageHashOf(image)
      const { account } = call
      const existing = await skinByImage(kit.db, account, { imageHash, variant: options.variant })
      if (existing) return duplicate(existing)
      if (options.checkOnly) throw generatorError('no_duplicate', 'No duplicate found', missingStatus)
      return boundKeyWait(
        queue.submit({
          ...jobOf(call, options),
          ...installationProfile,
          variant: options.variant ?? variantOf(image),
          image_hash: imageHash,
          // the hash includes the account, so that nobody can find out whether others have the same picture
          texture_hash: createHash('sha256').update(`${account}\n${image.height}\n`).update(image.data).digest('hex'),
          png: writeSkinImage(image),
          is_sample: 0,
        }),
      )
    },
    async player(call, { imageHash, textureHash, variant, uuid, name }, options) {
      // sample players never change their skin, so the same texture is always the same skin
      const existing = await skinByImage(kit.db, call.account, { imageHash, variant })
      if (existing) return duplicate(existing)
      return boundKeyWait(
        queue.submit({
          ...jobOf(call, options),
          variant,
          image_hash: imageHash,
          texture_hash: textureHash,
          profile_id: uuid,
          profile_name: name,
          png: null,
          is_sample: 1,
        }),
      )
    },
  }
}
