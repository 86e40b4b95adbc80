// The APIs that the operator has added: each is a document and options in the database, where adding and changing is
// decided. Every process serves them (serving.ts).
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { fail } from '#define'
import type { Description } from '#descriptions'
import { type AddedApiInfo, type AddedApisRepository, createAddedApisRepository, createPricesRepository } from '#store'
import type { LoadedApi } from '../../process/load-apis.ts'
import { type Audit, operatorActor } from '../accounts/audit.ts'
import type { Difference } from './differences.ts'
import { createFileApis } from './files.ts'
import { describedOf, type Source } from './loaded-of.ts'
import { type AddedOptions, changedOptions, defaultOptions, readOptions } from './options.ts'
import { type Preview, previewOf } from './preview.ts'
import { maxDocumentBytes, type ReadDocument } from './reading.ts'
import { createServing, type ServingDeps } from './serving.ts'
import { slugFor } from './slugs.ts'

interface AddedApisDeps extends ServingDeps {
  readonly read: ReadDocument
  readonly audit: Audit
  readonly dataDir: string
}
/** The operator's wish; an option that is undefined keeps its value. */
interface Order {
  readonly document: Uint8Array
  readonly options: Partial<AddedOptions>
  /** True if nothing is to be changed. */
  readonly dryRun: boolean
}
interface NewApi extends Order {
  readonly slug: string | undefined
}
interface ChangedApi extends Order {
  readonly slug: string
  /** True if breaking changes are wanted. */
  readonly confirm: boolean
}
export interface AddedApis {
  /** Serves the added APIs; one that cannot be served is logged and left out. */
  begin(): Promise<void>
  /** Adds an API. Fails with 'document.refused', or with 'thing.conflict' if the slug is taken. */
  add(order: NewApi): Promise<Preview>
  /** Replaces the document and options. Fails also with 'thing.unknown', and unless `confirm` at breaking changes. */
  update(order: ChangedApi): Promise<Preview>
  /** Describes an added API. Fails with 'thing.unknown'. */
  show(slug: string): Promise<Preview>
  /** Returns the document as it was given. Fails with 'thing.unknown'. */
  document(slug: string): Promise<Buffer>
  /** Removes an API with the provider keys and settings of all accounts, and its prices. Fails with 'thing.unknown'. */
  remove(slug: string): Promise<void>
}

const [zip, unzip] = [promisify(gzip), promisify(gunzip)]

/** Creates the rules of added APIs. */
export function createAddedApis(deps: AddedApisDeps): AddedApis {
  const { store, invalidations, audit, clock } = deps
  const rows = createAddedApisRepository(store.db)
  const prices = createPricesRepository(store.db)
  const serving = createServing(deps)
  const files = createFileApis(deps)

  async function changed(slug: string, action: string, detail: Readonly<Record<string, unknown>>): Promise<void> {
    await invalidations.publish('api', slug)
    await audit.write({ actor: operatorActor, action, target: slug, detail })
  }
  return {
    async begin() {
      await serving.begin()
      await files.begin()
    },
    async add(order) {
      const drafted = await draftNew(order, deps, rows)
      const { slug, row, description } = drafted
      files.refuse(slug)
      if (!order.dryRun) {
        // nothing that an earlier API of this slug has left may reach this one
        await serving.forgetAccounts(slug)
        if (!(await rows.insert({ ...row, createdAt: clock() }))) throw taken(slug)
        await changed(slug, 'api.add', { base: description.base })
      }
      return previewOf({ ...drafted, revision: 1, changes: [] })
    },
    async update(order) {
      const { slug, dryRun } = order
      files.refuse(slug)
      const { drafted, changes, revision } = await draftChange(order, deps, rows)
      if (dryRun) return previewOf({ ...drafted, revision, changes })
      const breaking = changes.filter((one) => one.breaking)
      const preview = previewOf({ ...drafted, revision: revision + 1, changes })
      if (breaking.length > 0 && !order.confirm)
        throw fail('thing.conflict', { reason: confirmation(breaking) }, { details: { changes: preview.changes } })
      if (!(await rows.replace({ ...drafted.row, revision })))
        throw fail('thing.conflict', { reason: `${slug} has been changed by somebody else meanwhile. Try again.` })
      const { base } = drafted.description
      await prices.keepOnly(slug, Object.keys(drafted.loaded.api.endpoints))
      await changed(slug, 'api.update', { revision: preview.revision, base, breaking: breaking.length })
      return preview
    },
    async show(slug) {
      files.refuse(slug)
      const { info, packed } = await stored(slug, rows)
      const options = readOptions(info.options)
      const described = await describedOf({ slug, packed, options }).catch(refuse)
      return previewOf({ ...described, options, revision: info.revision, changes: [] })
    },
    async document(slug) {
      files.refuse(slug)
      const document = await rows.document(slug)
      if (!document) throw unknown(slug)
      return unzip(document, { maxOutputLength: maxDocumentBytes })
    },
    async remove(slug) {
      files.refuse(slug)
      if (!(await rows.beginRemoval(slug, clock()))) throw unknown(slug)
      await serving.end(slug)
      await audit.write({ actor: operatorActor, action: 'api.remove', target: slug })
    },
  }
}

/** A document that was read, ready to be stored and served. */
interface Draft {
  readonly slug: string
  readonly options: AddedOptions
  readonly description: Description
  readonly loaded: LoadedApi
  readonly row: Omit<Parameters<AddedApisRepository['insert']>[0], 'createdAt'>
}
type DraftDeps = Pick<AddedApisDeps, 'served' | 'read' | 'clock'>

async function draftNew(order: NewApi, deps: DraftDeps, rows: AddedApisRepository): Promise<Draft> {
  const { document } = order
  const options = { ...defaultOptions, ...order.options }
  const freeSlug = async (title: string) => {
    const slug = slugFor(order.slug, title)
    if (deps.served.isBuiltIn(slug))
      throw fail('thing.conflict', { reason: `The slug ${slug} belongs to a built-in API. Choose another.` })
    if (await rows.get(slug)) throw taken(slug)
    return slug
  }
  // a wrong slug is refused before the document is read
  if (order.slug !== undefined) await freeSlug('')
  const { packed, title } = await deps.read({ document, options })
  const slug = await freeSlug(title)
  return draftOf({ slug, options, packed }, document, deps.clock())
}

async function draftChange(order: ChangedApi, deps: DraftDeps, rows: AddedApisRepository) {
  const { slug, document } = order
  const { info, packed: previous } = await stored(slug, rows)
  const options = changedOptions(readOptions(info.options), order.options)
  const { packed, changes } = await deps.read({ document, options, previous })
  const drafted = await draftOf({ slug, options, packed }, document, deps.clock())
  return { drafted, changes, revision: info.revision }
}

async function draftOf(source: Source, document: Uint8Array, at: number): Promise<Draft> {
  const { slug, options, packed } = source
  const described = await describedOf(source).catch(refuse)
  const { title } = described.loaded.api
  const texts = { slug, title, options: JSON.stringify(options) }
  const row = { ...texts, description: packed, document: await zip(document), updatedAt: at }
  return { slug, options, ...described, row }
}

async function stored(slug: string, rows: AddedApisRepository): Promise<{ info: AddedApiInfo; packed: Uint8Array }> {
  const info = await rows.get(slug)
  const packed = await rows.description(slug)
  if (!info || !packed) throw unknown(slug)
  return { info, packed }
}

const unknown = (slug: string) => fail('thing.unknown', { thing: 'added API', id: slug.slice(0, 80) })

const taken = (slug: string) =>
  fail('thing.conflict', {
    reason: `There is an API ${slug} already. Choose another slug, or change that one with PUT /v1/admin/apis/${slug}.`,
  })

function confirmation(breaking: readonly Difference[]): string {
  const shown = breaking.slice(0, 3).map(({ change }) => change)
  const more = breaking.length > shown.length ? ` And ${breaking.length - shown.length} more.` : ''
  return `This breaks callers: ${shown.join(' ')}${more} Repeat with confirm=true to change it nevertheless.`
}

/** Refuses a description that cannot be served, with the reason. */
function refuse(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause)
  throw fail('document.refused', { reason }, { details: { pointer: '' }, cause })
}
