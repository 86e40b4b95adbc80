// Version 2 of the provider's API under /v2, as its current clients call it (SOURCES 1.3, 2). Endpoints shared with
// version 1 are derived from it; those of version 2 alone are in second-only.ts.
import { type Endpoint, type Endpoints, type Members, str } from '#define'
import { changeOf } from '../live/changes.ts'
import { shapeOfSecond } from '../live/second-version.ts'
import { firstVersion } from './first-version.ts'

/** Parameters with different values in version 2. */
const otherParams: Readonly<Record<string, Members>> = {
  plays: { playType: str({ doc: 'Abbreviation or text of a type from playTypesV2.', example: 'RUSH' }) },
}

type SecondVersion<E extends Endpoints> = { readonly [Id in keyof E & string as `${Id}V2`]: Endpoint }

export const secondVersion = secondVersionOf(firstVersion)

function secondVersionOf<E extends Endpoints>(first: E): SecondVersion<E> {
  const derived = Object.entries(first).map(([id, endpoint]) => [secondId(id), derivedFrom(id, endpoint)])
  // the ids are those of the type
  return Object.fromEntries(derived) as SecondVersion<E>
}

/** Returns the id of an endpoint in version 2. */
export function secondId<Id extends string>(id: Id): `${Id}V2` {
  return `${id}V2`
}

function derivedFrom(id: string, first: Endpoint): Endpoint {
  const { upstream, params, returns, doc: _doc, ...rest } = first
  const path = upstream?.path ?? first.path
  const others = otherParams[id]
  const second = Object.entries(params).map(([name, param]) => [
    secondParam(id, first, name),
    others && Object.hasOwn(others, name) ? others[name] : param,
  ])
  return {
    ...rest,
    path: `/v2${path}`,
    summary: `${first.summary} (version 2)`,
    // if two names map to one parameter, the first describes it
    params: Object.fromEntries(second.toReversed()),
    returns: 'raw' in returns ? returns : shapeOfSecond(returns, changeOf(id)),
    upstream: { path },
    alias: id,
    beyond: true,
    doc: `The same as ${id}, with the names of version 2.`,
  }
}

/** Returns the version 2 name of a parameter of version 1. */
export function secondParam(id: string, { upstream }: Pick<Endpoint, 'upstream'>, name: string): string {
  if (otherParams[id]?.[name]) return name
  return upstream?.rename?.[name] ?? name
}
