// POST /bg-removal: checks the fields, the limits and the credits, has the picture cut out, and returns the image or
// JSON. Nothing is charged without a result.
import { type Call, type HandlersFor, type ProviderKit, reply } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { Tables } from '../../tables.ts'
import { chargedQuarters, chargeFor, type Price, quarters } from '../credits/rules.ts'
import { type Credits, megapixelsPerMinute, type RateState } from '../credits/store.ts'
import { insufficientCredits, problem, rateLimitExceeded } from '../errors.ts'
import type { CutOut } from '../picture/cut-out.ts'
import type { CutOutOptions } from '../picture/options.ts'
import { previewPixels } from '../picture/sizes.ts'
import type { RunCutOut } from './cut-outs.ts'
import { prefersJson } from './prefers-json.ts'
import { type RequestedOptions, readOptions } from './read-options.ts'
import { readBackground, readSource } from './sources.ts'

interface RemovalDeps {
  readonly kit: ProviderKit<Tables>
  readonly credits: Credits
  readonly cutOut: RunCutOut
}

type Handler = HandlersFor<typeof endpoints, 'removeBackground'>['removeBackground']

const megabytes = 22

export function createRemovalHandlers(
  deps: RemovalDeps,
): HandlersFor<typeof endpoints, 'removeBackground' | 'removebg'> {
  const { kit, credits, cutOut } = deps
  const removeBackground: Handler = async ({ body }, call) => {
    const { account, signal } = call
    const requested = readOptions(body)
    const limits = { fetch: kit.fetch, megabytes, account, signal }
    const picture = await readSource(body, limits)
    const background = await readBackground(body, limits)
    const options = await affordable(requested, account)
    const rate = await admit(account, picture.header)
    const task = { picture: picture.bytes, background: background?.bytes, options }
    const result = await cutOut(account, task, signal)
    if (!result) throw problem('failed_to_read_image')
    if ('problem' in result) throw problem(result.problem)
    const charge = await credits.charge(account, priceOf(requested, result))
    if (!charge) throw insufficientCredits()
    return answer(call, result, {
      ...rateHeaders(rate),
      'x-credits-charged': String(chargedQuarters(charge) / quarters),
    })
  }
  return { removeBackground, removebg: removeBackground }

  /** The options with a size; `auto` becomes the largest size whose price can be paid. Throws 402 before any work. */
  async function affordable(requested: RequestedOptions, account: string): Promise<CutOutOptions> {
    const balance = await credits.balance(account)
    const canPay = (price: Price) => chargeFor(price, balance) !== undefined
    const { size } = requested
    if (size === 'auto' && canPay('full')) return { ...requested, size: 'full' }
    if (!canPay(size === 'auto' || size === 'preview' ? 'preview' : 'full')) throw insufficientCredits()
    return { ...requested, size: size === 'auto' ? 'preview' : size }
  }

  async function admit(account: string, { width, height }: { width: number; height: number }): Promise<RateState> {
    const rate = await credits.admit(account, Math.ceil((width * height) / 1_000_000))
    if (rate.isAdmitted) return rate
    throw rateLimitExceeded(Math.max(1, Math.ceil(rate.resetS - kit.now() / 1000)), rateHeaders(rate))
  }
}

/** The price of a result; `auto` costs a preview's price if the result is no larger than one. */
function priceOf({ size }: RequestedOptions, { pixels }: CutOut): Price {
  if (size === 'auto') return pixels > previewPixels ? 'full' : 'preview'
  return size === 'preview' ? 'preview' : 'full'
}

function rateHeaders({ remaining, resetS }: RateState): Record<string, string> {
  return {
    'x-ratelimit-limit': String(megapixelsPerMinute),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetS),
  }
}

function answer({ request }: Call, result: CutOut, billed: Record<string, string>) {
  const { size, largest, foreground, type, engine, contentType } = result
  const headers = {
    'x-width': String(size.width),
    'x-height': String(size.height),
    'x-max-width': String(largest.width),
    'x-max-height': String(largest.height),
    'x-foreground-top': String(foreground.top),
    'x-foreground-left': String(foreground.left),
    'x-foreground-width': String(foreground.width),
    'x-foreground-height': String(foreground.height),
    ...(type === undefined ? {} : { 'x-type': type }),
    ...billed,
    'x-gateway-engine': engine,
    'cache-control': 'no-store',
  }
  const bytes = Buffer.from(result.bytes.buffer, result.bytes.byteOffset, result.bytes.byteLength)
  if (!prefersJson(request.headers.accept))
    return reply(bytes, { headers: { ...headers, 'content-type': contentType } })
  const data = {
    result_b64: bytes.toString('base64'),
    foreground_top: foreground.top,
    foreground_left: foreground.left,
    foreground_width: foreground.width,
    foreground_height: foreground.height,
  }
  const json = Buffer.from(JSON.stringify({ data }))
  return reply(json, { headers: { ...headers, 'content-type': 'application/json; charset=utf-8' } })
}
