// A stored description becomes an API like any other.
import { apiOf, type Description, examplesOf } from '#descriptions'
import type { LoadedApi } from '../../process/load-apis.ts'
import { baseProblem } from './base.ts'
import type { AddedOptions } from './options.ts'

/** Returns the API of a description. Throws if it cannot be served. */
export function loadedOf(description: Description, slug: string, options: AddedOptions): LoadedApi {
  const problem = baseProblem(description, options)
  if (problem !== undefined) throw new Error(problem)
  const { check, open, key, title = description.title } = options
  const declared = apiOf(options.base === undefined ? description : withoutOwnBases(description), {
    ...{ slug, title, check, open, key },
  })
  // an address that the document chose leads to public hosts only, whatever its name is resolved to
  const upstream = declared.upstream && { ...declared.upstream, publicOnly: options.base === undefined }
  return { api: { ...declared, upstream }, provider: undefined, live: {}, examples: examplesOf(description) }
}

/** An address that the operator names stands for all that the document names. */
function withoutOwnBases(description: Description): Description {
  return { ...description, operations: description.operations.map(({ base: _own, ...operation }) => operation) }
}
