// Generates skins from an address, a file or a player: checks the limits, then the picture, then the stored skins, and
// only then queues a job.
import { createHash } from 'node:crypto'
import type { Call, HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { Accounts } from '../accounts.ts'
import { generatorError, refused } from '../errors.ts'
import { imageHashOf, readSkinImage, variantOf, writeSkinImage } from '../images/skin-image.ts'
import type { Sample } from '../sample/sample.ts'
import { boundKeyWait, type Signer } from '../signing/signer.ts'
import {
  countUp,
  installationProfile,
  type Kit,
  type SkinRow,
  skinById,
  skinByImage,
  skinByTexture,
  skinByUuid,
  textureByHash,
} from '../skins/store.ts'
import { sampleHeadersOf, signedSkin, skinView } from '../skins/view.ts'
import { plainUuid, randomUuid } from '../uuid.ts'
import { generateCall, generatedReply, type Layer, tooSoon, withGenerateHeaders } from './answer.ts'
import { fetchImage, type ImageLink, readLink } from './image-source.ts'
import { type Fields, type GenerateOptions, optionsIn, stringOf } from './options.ts'
import type { Generated, NewJob, Queue } from './queue.ts'
import type { Traffic } from './traffic.ts'
import { readUpload } from './upload.ts'

interface GenerateDeps {
  readonly kit: Kit
  readonly accounts: Accounts
  readonly sample: Sample
  readonly signer: Signer
  readonly traffic: Traffic
  readonly queue: Queue
}
type GenerateEndpoint = 'generateFromUpload' | 'generateFromUrl' | 'generateFromUser' | 'delay'

export function createGenerateHandlers(deps: GenerateDeps): HandlersFor<typeof endpoints, GenerateEndpoint> {
  const { kit, accounts, sample, traffic, queue } = deps

  /** Runs the work of one call and wraps its result or refusal. */
  async function answered(layer: Layer, call: Call, work: () => Promise<Generated>) {
    const context = generateCall(layer, call, kit.random)
    try {
      await accounts.ensure(call.account)
      const { skin, duplicate } = await work()
      const signed = await boundKeyWait(signedSkin(deps, skin, call.request.baseUrl))
      const headers = sampleHeadersOf([skin])
      const view = { ...skinView(signed, call.request.baseUrl), duplicate }
      return generatedReply(context, view, { pace: await traffic.pace(call), headers })
    } catch (error) {
      throw withGenerateHeaders(context, error, await traffic.pace(call))
    }
  }

  async function admit(layer: Layer, call: Call): Promise<void> {
    const admission = await traffic.admit(call)
    if (!admission.admitted) throw tooSoon(layer, admission)
  }

  async function asDuplicate(skin: SkinRow): Promise<Generated> {
    await countUp(kit.db, skin, 'duplicates')
    return { skin, duplicate: true }
  }

  /** Checks the picture, looks it up by its pixels, and queues a job if it is new (SOURCES 3.1 and 3.5). */
  async function fromImage(call: Call, bytes: Buffer, options: GenerateOptions, missingStatus: number) {
    const image = readSkinImage(bytes)
    const imageHash = imageHashOf(image)
    const { account } = call
    const existing = await skinByImage(kit.db, account, { imageHash, variant: options.variant })
    if (existing) return asDuplicate(existing)
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
  }

  /** The fields that all jobs of a call share. */
  function jobOf({ account, request }: Call, { name, visibility }: GenerateOptions) {
    const uuid = randomUuid(kit.random.bytes(16))
    return { uuid, account, name, visibility, signed_base: request.baseUrl }
  }

  /** The stored skin that the link names. */
  function storedSkin({ account }: Call, link: ImageLink, { variant }: GenerateOptions) {
    if (link.kind === 'texture')
      return skinByTexture(kit.db, account, { textureHash: link.hash.toLowerCase(), variant })
    if (link.kind !== 'skin') return undefined
    if (/^\d{1,10}$/.test(link.id)) return skinById(kit.db, account, Number(link.id))
    return skinByUuid(kit.db, account, plainUuid(link.id))
  }

  async function bytesOf(link: ImageLink, call: Call): Promise<Buffer> {
    if (link.kind === 'data') return link.bytes
    if (link.kind === 'address') return fetchImage(kit, link.url, call)
    const own =
      link.kind === 'texture' ? (sample.pngOf(link.hash) ?? (await textureByHash(kit.db, link.hash))) : undefined
    if (own) return own
    if (link.elsewhere === undefined) throw generatorError('invalid_image_url', 'Failed to find image from url')
    return fetchImage(kit, link.elsewhere, call)
  }

  return {
    generateFromUrl: ({ body }, call) =>
      answered('compat', call, async () => {
        const fields: Fields = Object(body)
        const { query, baseUrl } = call.request
        const options = optionsIn(fields, query, 'compat')
        if (!options.checkOnly) await traffic.countGeneration(call)
        const link = readLink(stringOf(fields.url) || (query.get('url') ?? ''), baseUrl)
        if (!link) throw refused(400, 'invalid url')
        if (!options.checkOnly) await admit('compat', call)
        const stored = await storedSkin(call, link, options)
        return stored ? asDuplicate(stored) : fromImage(call, await bytesOf(link, call), options, 404)
      }),

    generateFromUpload: ({ body }, call) =>
      answered('compat', call, async () => {
        const { file, fields } = await readUpload(body, call.request)
        const options = optionsIn(fields, call.request.query, 'compat')
        if (!options.checkOnly) {
          await traffic.countGeneration(call)
          if (file) await admit('compat', call)
        }
        if (!file) throw refused(400, 'missing files')
        return fromImage(call, file, options, 400)
      }),

    generateFromUser: ({ body }, call) =>
      answered('v1', call, async () => {
        const fields: Fields = Object(body)
        const { query } = call.request
        await traffic.countGeneration(call)
        const text = stringOf(fields.uuid) || (query.get('uuid') ?? '')
        if (text === '') throw refused(400, 'missing uuid')
        await admit('v1', call)
        const uuid = plainUuid(text)
        if (!uuidForm.test(uuid)) throw refused(400, 'invalid uuid')
        const player = sample.playerByUuid(uuid)
        if (!player) throw refused(400, 'invalid user')
        // sample players never change their skin, so the same texture is always the same skin
        const { imageHash, textureHash, variant } = player
        const existing = await skinByImage(kit.db, call.account, { imageHash, variant })
        if (existing) return asDuplicate(existing)
        const job: NewJob = {
          ...jobOf(call, optionsIn(fields, query, 'v1')),
          variant,
          image_hash: imageHash,
          texture_hash: textureHash,
          profile_id: player.uuid,
          profile_name: player.name,
          png: null,
          is_sample: 1,
        }
        return boundKeyWait(queue.submit(job))
      }),

    async delay(_input, call) {
      const { now, nextAt, lastAt, delay } = await traffic.pace(call)
      return {
        delay: delay.seconds,
        next: Math.round(nextAt / 1000),
        nextRelative: Math.round(Math.max(0, nextAt - now) / 1000),
        seconds: delay.seconds,
        millis: delay.millis,
        nextRequest: { time: nextAt, relative: Math.max(100, nextAt - now) },
        ...(lastAt === undefined ? {} : { lastRequest: { time: lastAt } }),
      }
    },
  }
}

/** A UUID of a version and variant (RFC 9562), without dashes. */
const uuidForm = /^[0-9a-f]{12}[1-5][0-9a-f]{3}[89ab][0-9a-f]{15}$/
