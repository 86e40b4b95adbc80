// The APIs that the operator has added: stored in the database, where adding and changing is decided, and served by
// every process, which load them at start and after each invalidation of kind 'api'.
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { fail } from '#define'
import { type AddedApiInfo, createAddedApisRepository, type Store } from '#store'
import type { Invalidations } from '../../account/invalidations/port.ts'
import type { ServedApis } from '../../call/served-apis.ts'
import type { Log } from '../../process/log.ts'
import { type Audit, operatorActor } from '../accounts/audit.ts'
import { loadedOf } from './loaded-of.ts'
import { type AddedOptions, defaultOptions } from './options.ts'
import { unpack } from './packed.ts'
import { type Preview, previewOf } from './preview.ts'
import { maxDocumentBytes, type ReadDocument } from './reading.ts'
import { slugFor } from './slugs.ts'

export interface AddedApisDeps {
  readonly store: Store
  readonly invalidations: Invalidations
  readonly served: ServedApis
  readonly read: ReadDocument
  readonly audit: Audit
  readonly clock: () => number
  readonly log: Log
}
/** What the operator asks for; an option that is undefined keeps its value. */
export interface Order {
  readonly document: Uint8Array
  readonly options: Partial<AddedOptions>
  /** True if nothing is to be changed. */
  readonly dryRun: boolean
}
export interface AddedApis {
  /** Loads the added APIs; one that cannot be loaded is logged and left out. */
  load(): Promise<void>
  /** Adds an API. Fails with 'document.refused', or with 'thing.conflict' if the slug is taken. */
  add(order: Order & { readonly slug: string | undefined }): Promise<Preview>
  /** Replaces the document and options. Fails also with 'thing.unknown', and unless `confirm` at breaking changes. */
  update(order: Order & { readonly slug: string; readonly confirm: boolean }): Promise<Preview>
  /** Describes an added API. Fails with 'thing.unknown'. */
  show(slug: string): Promise<Preview>
  /** Returns the document as it was given. Fails with 'thing.unknown'. */
  document(slug: string): Promise<Buffer>
  /** Removes an API with the provider keys and settings of all accounts. Fails with 'thing.unknown'. */
  remove(slug: string): Promise<void>
}

const [zip, unzip] = [promisify(gzip), promisify(gunzip)]
/** The age at which a removal counts as interrupted. */
const interruptedMs = 60_000

/** Creates the rules, and follows what other processes add, change and remove. */
export function createAddedApis(deps: AddedApisDeps): AddedApis {
  const { store, invalidations, served, read, audit, clock, log } = deps
  const rows = createAddedApisRepository(store.db)
  let reloaded: Promise<void> = Promise.resolve()

  /** Serves what the database has under a slug; one after the other, so that the last to read is the last to serve. */
  const reload = (slug: string): Promise<void> => {
    reloaded = reloaded.then(() => serve(slug))
    return reloaded
  }
  async function serve(slug: string): Promise<void> {
    const [info, packed] = [await rows.get(slug), await rows.description(slug)]
    if (!info || !packed) return served.remove(slug)
    try {
      served.put(loadedOf(await unpack(packed), slug, optionsOf(info)))
    } catch (cause) {
      served.remove(slug)
      log.error('an added API cannot be served', { api: slug, cause: String(cause) })
    }
  }
  invalidations.on('api', reload)

  async function known(slug: string): Promise<AddedApiInfo> {
    const info = await rows.get(slug)
    if (!info) throw fail('thing.unknown', { thing: 'added API', id: slug.slice(0, 80) })
    return info
  }
  async function finishRemoval(slug: string): Promise<void> {
    await invalidations.publish('api', slug)
    await forgetAccounts(slug)
    await rows.remove(slug)
  }
  async function forgetAccounts(slug: string): Promise<void> {
    await rows.forgetAccounts(slug)
    await invalidations.publish('vault', `*/${slug}`)
    await invalidations.publish('listing', `*/${slug}`)
  }

  return {
    async load() {
      for (const { slug } of await rows.list()) await reload(slug)
      for (const slug of await rows.beingRemoved(clock() - interruptedMs)) await finishRemoval(slug)
    },
    async add({ document, options: given, dryRun, slug: wanted }) {
      const options = { ...defaultOptions, ...given }
      const { packed } = await read({ document, options })
      const description = await unpack(packed)
      const title = options.title ?? description.title
      const slug = slugFor(wanted, title)
      if (served.isBuiltIn(slug))
        throw fail('thing.conflict', { reason: `The slug ${slug} belongs to a built-in API.` })
      if (await rows.get(slug)) throw taken(slug)
      const loaded = servable(() => loadedOf(description, slug, options))
      if (!dryRun) {
        // nothing that an earlier API of this slug has left may reach this one
        await forgetAccounts(slug)
        const at = clock()
        const row = { slug, title, options: JSON.stringify(options), description: packed, createdAt: at, updatedAt: at }
        if (!(await rows.insert({ ...row, document: await zip(document) }))) throw taken(slug)
        await invalidations.publish('api', slug)
        await audit.write({ actor: operatorActor, action: 'api.add', target: slug, detail: { base: description.base } })
      }
      return previewOf({ loaded, description, options, revision: 1, changes: [] })
    },
    async update({ document, options: given, dryRun, slug, confirm }) {
      const info = await known(slug)
      const before = optionsOf(info)
      const options = { ...before, ...given }
      const previous = await rows.description(slug)
      const { packed, changes } = await read({ document, options, previous })
      const description = await unpack(packed)
      const loaded = servable(() => loadedOf(description, slug, options))
      const revision = dryRun ? info.revision : info.revision + 1
      const preview = previewOf({ loaded, description, options, revision, changes })
      if (dryRun) return preview
      const breaking = changes.filter((one) => one.breaking)
      if (breaking.length > 0 && !confirm)
        throw fail('thing.conflict', { reason: confirmation(breaking) }, { details: { changes: preview.changes } })
      const title = options.title ?? description.title
      const row = { slug, title, options: JSON.stringify(options), description: packed, updatedAt: clock() }
      if (!(await rows.replace({ ...row, document: await zip(document), revision: info.revision })))
        throw fail('thing.conflict', { reason: `${slug} has been changed by somebody else meanwhile. Try again.` })
      await invalidations.publish('api', slug)
      const detail = { revision, base: description.base, breaking: breaking.length }
      await audit.write({ actor: operatorActor, action: 'api.update', target: slug, detail })
      return preview
    },
    async show(slug) {
      const info = await known(slug)
      const packed = await rows.description(slug)
      if (!packed) throw fail('thing.unknown', { thing: 'added API', id: slug.slice(0, 80) })
      const [description, options] = [await unpack(packed), optionsOf(info)]
      const loaded = servable(() => loadedOf(description, slug, options))
      return previewOf({ loaded, description, options, revision: info.revision, changes: [] })
    },
    async document(slug) {
      await known(slug)
      const document = await rows.document(slug)
      if (!document) throw fail('thing.unknown', { thing: 'added API', id: slug.slice(0, 80) })
      return unzip(document, { maxOutputLength: maxDocumentBytes })
    },
    async remove(slug) {
      if (!(await rows.beginRemoval(slug, clock()))) await known(slug)
      await finishRemoval(slug)
      await audit.write({ actor: operatorActor, action: 'api.remove', target: slug })
    },
  }
}

function optionsOf({ options }: AddedApiInfo): AddedOptions {
  return { ...defaultOptions, ...JSON.parse(options) }
}

const taken = (slug: string) =>
  fail('thing.conflict', {
    reason: `There is an API ${slug} already. Choose another slug, or change that one with PUT /v1/admin/apis/${slug}.`,
  })

function confirmation(breaking: readonly { readonly change: string }[]): string {
  const shown = breaking.slice(0, 3).map(({ change }) => change)
  const more = breaking.length > shown.length ? ` And ${breaking.length - shown.length} more.` : ''
  return `This breaks callers: ${shown.join(' ')}${more} Repeat with confirm=true to change it nevertheless.`
}

/** Turns the reason why a description cannot be served into a refusal. */
function servable<T>(make: () => T): T {
  try {
    return make()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw fail('document.refused', { reason }, { details: { pointer: '' }, cause })
  }
}
