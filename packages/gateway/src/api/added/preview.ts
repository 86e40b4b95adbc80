// What the operator sees of an API from a description, before and after it is added.

import type { Api, Endpoint } from '#define'
import { present } from '#define/present'
import { isRequired, pathNames } from '#define/reflect'
import { curlOf } from '#derive'
import { type Description, keyPlanOf, placeInWords } from '#descriptions'
import type { LoadedApi } from '../../process/load-apis.ts'
import type { Difference } from './differences.ts'
import type { AddedOptions } from './options.ts'

/** See the shape AddedApi in ../admin/schemas.ts. */
export interface Preview {
  slug: string
  title: string
  summary: string
  version: string
  openapi: string
  base: string | null
  revision: number
  check: AddedOptions['check']
  open: boolean
  operations: number
  leftOut: { pointer: string; reason: string }[]
  leftOutTotal: number
  elsewhere: { address: string; operations: number }[]
  keys: { name: string; sent: string }[]
  otherKeys: string[]
  firstCall: string | null
  changes: Difference[]
  changesTotal: number
}

/** The limit of entries in each list of a preview. */
const mostShown = 200

export function previewOf({
  loaded: { api, examples },
  description,
  options,
  revision,
  changes,
}: {
  readonly loaded: LoadedApi
  readonly description: Description
  readonly options: AddedOptions
  readonly revision: number
  readonly changes: readonly Difference[]
}): Preview {
  const { leftOut, operations, version, openapi, base } = description
  return {
    slug: api.slug,
    title: api.title,
    summary: api.summary,
    version,
    openapi,
    base: base ?? null,
    revision,
    check: options.check,
    open: options.open,
    operations: operations.length,
    leftOut: leftOut.slice(0, mostShown).map(({ pointer, reason }) => ({ pointer, reason })),
    leftOutTotal: leftOut.length,
    elsewhere: elsewhereIn(leftOut),
    ...keysOf(api, description, options),
    firstCall: firstCallOf({ api, examples }),
    changes: changes.slice(0, mostShown).map((one) => ({ ...one })),
    changesTotal: changes.length,
  }
}

/** Counts the operations that the document serves at other addresses. */
function elsewhereIn(leftOut: Description['leftOut']): Preview['elsewhere'] {
  const counts = new Map<string, number>()
  for (const { address } of leftOut) if (address !== undefined) counts.set(address, (counts.get(address) ?? 0) + 1)
  return [...counts].slice(0, mostShown).map(([address, operations]) => ({ address, operations }))
}

/** Says where each key goes that an account stores, or where the token comes from that is sent instead. */
function keysOf({ auth }: Api, description: Description, options: AddedOptions): Pick<Preview, 'keys' | 'otherKeys'> {
  const { schemes } = keyPlanOf(description, options.keys)
  const others = Object.keys(description.keys).filter((name) => !schemes.includes(name))
  if (auth.kind !== 'own') return { keys: [], otherKeys: others }
  const scopes = auth.token?.scopes.join(' ') ?? ''
  const scoped = scopes === '' ? '' : `, for the scopes ${scopes}`
  const token = auth.token && `; the gateway gets it with client_id and client_secret at ${auth.token.url}${scoped}`
  const keys = auth.places.map((place, at) => ({
    name: present(schemes[at]),
    sent: `${placeInWords(place)}${place.from === 'token' ? token : ''}`,
  }))
  return { keys, otherKeys: others.slice(0, mostShown) }
}

/** Returns a call that reads something, of few parameters; null if nothing can be read. */
function firstCallOf({ api, examples }: Pick<LoadedApi, 'api' | 'examples'>): string | null {
  const readable = Object.entries(api.endpoints).filter(([, { method }]) => method === 'GET')
  const [first] = readable.sort(([, a], [, b]) => needsOf(a) - needsOf(b))
  if (!first) return null
  const [id, endpoint] = first
  return curlOf(api, endpoint, examples[id] ?? { output: null })
}

/** Counts what a caller has to know for a call. */
function needsOf({ path, params }: Endpoint): number {
  return pathNames(path).length + Object.values(params).filter(isRequired).length
}
