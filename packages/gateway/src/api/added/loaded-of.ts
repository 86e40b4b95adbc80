// A stored description becomes an API like any other: in steps, since it can have thousands of operations.
import type { Api, Examples } from '#define'
import type { Provider } from '#define/reflect'
import { compileRoutesInSteps } from '#derive'
import { apiInSteps, type Description, embeddedOf, examplesOf } from '#descriptions'
import { createPacer } from '#provider'
import type { LoadedApi } from '../../process/load-apis.ts'
import { addressProblem, withPublicAddresses } from './addresses.ts'
import type { AddedOptions } from './options.ts'
import { unpack } from './packed.ts'

/** The source of an added API. */
export interface Source {
  readonly slug: string
  readonly options: AddedOptions
  /** The packed description. */
  readonly packed: Uint8Array
}

const sources = new WeakMap<Api, Source>()

/** Returns the source of an API; undefined for a built-in one. */
export const sourceOf = (api: Api): Source | undefined => sources.get(api)

/** Returns the API of a source. Rejects if it cannot be served. */
export async function loadedOf(source: Source): Promise<LoadedApi> {
  const { loaded } = await describedOf(source)
  return { ...loaded, table: await compileRoutesInSteps(loaded.api, createPacer()) }
}

/** Returns the API of a source with its description. Rejects if it cannot be served. */
export async function describedOf(source: Source): Promise<{ description: Description; loaded: LoadedApi }> {
  const { slug, options, packed } = source
  const { check, open, keys, base, tokenUrl } = options
  const named = { base, tokenUrl }
  const pause = createPacer()
  const description = await unpack(packed)
  const { title = description.title } = options
  const declared = await apiInSteps(description, { slug, title, check, open, keys }, pause)
  await pause()
  const api = withPublicAddresses(declared, named)
  await pause()
  const problem = addressProblem(api, named)
  if (problem !== undefined) throw new Error(problem)
  sources.set(api, source)
  const examples = await examplesInSteps(description, pause)
  await pause()
  return { description, loaded: { api, provider: providerOf(description, source), live: {}, examples } }
}

/** Returns the embedded provider, which reads the description again when it is opened: few are ever needed. */
function providerOf(description: Description, { slug, packed }: Source): Provider {
  return {
    ...embeddedOf({ ...description, operations: [], schemas: {} }, slug),
    open: async (kit, tasks) => embeddedOf(await unpack(packed), slug).open(kit, tasks),
  }
}

async function examplesInSteps(description: Description, pause: () => Promise<void>): Promise<Examples> {
  const examples: [string, Examples[string]][] = []
  for (const operation of description.operations) {
    examples.push(...Object.entries(examplesOf({ ...description, operations: [operation] })))
    await pause()
  }
  return Object.fromEntries(examples)
}
