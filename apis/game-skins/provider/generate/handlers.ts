// Generates skins from an address, a file or a player: checks the limits, then the picture, then the stored skins, and
// only then queues a job.
import type { Call, HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { Accounts } from '../accounts.ts'
import { refused } from '../errors.ts'
import type { Sample } from '../sample/sample.ts'
import { boundKeyWait, type Signer } from '../signing/signer.ts'
import type { Kit } from '../skins/store.ts'
import { sampleHeadersOf, signedSkin, skinView } from '../skins/view.ts'
import { plainUuid } from '../uuid.ts'
import { generateCall, generatedReply, type Layer, tooSoon, withGenerateHeaders } from './answer.ts'
import { readLink } from './image-source.ts'
import { bytesOf, storedSkin } from './linked-skin.ts'
import { type Fields, optionsIn, stringOf } from './options.ts'
import type { Generated, Queue } from './queue.ts'
import { createSubmissions } from './submissions.ts'
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
  const { kit, accounts, sample, traffic } = deps
  const submissions = createSubmissions(deps)

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
        const stored = await storedSkin(kit, call, link, options)
        if (stored) return submissions.duplicate(stored)
        return submissions.image(call, await bytesOf(deps, link, call), options, 404)
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
        return submissions.image(call, file, options, 400)
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
        return submissions.player(call, player, optionsIn(fields, query, 'v1'))
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
