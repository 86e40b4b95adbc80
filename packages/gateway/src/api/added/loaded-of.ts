// A stored description becomes an API like any other.
import { apiOf, type Description, examplesOf } from '#descriptions'
import type { LoadedApi } from '../../process/load-apis.ts'
import { addressProblem, withPublicAddresses } from './addresses.ts'
import type { AddedOptions } from './options.ts'

/** Returns the API of a description. Throws if it cannot be served. */
export function loadedOf(description: Description, slug: string, options: AddedOptions): LoadedApi {
  const { check, open, keys, base, title = description.title } = options
  const known = base === undefined ? description : withoutOwnBases(description)
  const declared = apiOf(known, { slug, title, check, open, keys })
  const api = withPublicAddresses(declared, base)
  const problem = addressProblem(api, base)
  if (problem !== undefined) throw new Error(problem)
  return { api, provider: undefined, live: {}, examples: examplesOf(known) }
}

/** An address that the operator names stands for all that the document names. */
function withoutOwnBases(description: Description): Description {
  return { ...description, operations: description.operations.map(({ base: _own, ...operation }) => operation) }
}
