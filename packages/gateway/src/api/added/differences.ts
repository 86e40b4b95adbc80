// The differences between two descriptions of one API, as its callers see them. Those that can break a call, or send a
// stored key elsewhere, are marked: they are made only when the operator has confirmed them.
import type { Description, KeyScheme, Operation } from '#descriptions'

export interface Difference {
  /** A sentence. */
  change: string
  breaking: boolean
}

/** Returns the changes from one description to another, breaking ones first. */
export function differences(before: Description, after: Description): Difference[] {
  const [old, now] = [byPlace(before.operations), byPlace(after.operations)]
  const found = [...differencesOfAddress(before, after), ...differencesOfKeys(before, after)]
  for (const [place, operation] of old) if (!now.has(place)) found.push(breaking(`${nameOf(operation)} is gone.`))
  for (const [place, operation] of now) {
    const earlier = old.get(place)
    if (earlier) found.push(...differencesOfOperation(earlier, operation))
    else found.push(harmless(`${nameOf(operation)} is new.`))
  }
  return found.sort((a, b) => Number(b.breaking) - Number(a.breaking))
}

const breaking = (change: string): Difference => ({ change, breaking: true })
const harmless = (change: string): Difference => ({ change, breaking: false })
const nameOf = ({ method, path }: Operation): string => `${method} ${path}`

/** The names of placeholders are not part of the wire. */
function byPlace(operations: readonly Operation[]): Map<string, Operation> {
  return new Map(operations.map((one) => [`${one.method} ${one.path.replaceAll(/\{[^{}]*\}/g, '{}')}`, one]))
}

function differencesOfAddress(before: Description, after: Description): Difference[] {
  if (before.base === after.base) return []
  const [from, to] = [before.base ?? 'none', after.base ?? 'none']
  return [breaking(`The base address changes from ${from} to ${to}, where stored provider keys are sent from then on.`)]
}

function differencesOfKeys(before: Description, after: Description): Difference[] {
  const names = new Set([...Object.keys(before.keys), ...Object.keys(after.keys)])
  return [...names].flatMap((name) => {
    const [old, now] = [placeOf(before, name), placeOf(after, name)]
    if (old === now) return []
    if (old === undefined) return [harmless(`The key ${name} is new: ${now}.`)]
    return [breaking(now === undefined ? `The key ${name} is gone.` : `The key ${name} changes: ${now}.`)]
  })
}

function placeOf({ keys }: Description, name: string): string | undefined {
  if (!Object.hasOwn(keys, name)) return undefined
  const scheme: KeyScheme | undefined = keys[name]
  return scheme && placeOfScheme(scheme)
}

/** Says where a key of a scheme goes. */
function placeOfScheme(scheme: KeyScheme): string {
  switch (scheme.kind) {
    case 'apiKey':
      return scheme.in === 'query' ? `query parameter ${scheme.name}` : `${scheme.in} ${scheme.name}`
    case 'basic':
      return 'header authorization as Basic, from user:password'
    case 'bearer':
      return 'header authorization as Bearer'
    case 'oauth2':
      return `OAuth 2 (${scheme.flows.map(({ flow, tokenUrl }) => (tokenUrl ? `${flow} at ${tokenUrl}` : flow)).join(', ')})`
    case 'openIdConnect':
      return `OpenID Connect at ${scheme.url}`
    case 'unsupported':
      return `${scheme.scheme}, which cannot be kept`
  }
}

function differencesOfOperation(before: Operation, after: Operation): Difference[] {
  const name = nameOf(after)
  const found: Difference[] = []
  if (before.id !== after.id) found.push(breaking(`${name} is named ${after.id}, no longer ${before.id}.`))
  const known = new Map(before.parameters.map((one) => [`${one.in} ${one.name}`, one]))
  for (const { in: location, name: parameter, required } of after.parameters) {
    if (location === 'path') continue
    const earlier = known.get(`${location} ${parameter}`)
    if (required && !earlier?.required) found.push(breaking(`${name} needs the ${location} parameter ${parameter}.`))
    else if (!earlier) found.push(harmless(`${name} has the ${location} parameter ${parameter}.`))
    known.delete(`${location} ${parameter}`)
  }
  for (const { in: location, name: parameter } of known.values())
    if (location !== 'path') found.push(breaking(`${name} has no ${location} parameter ${parameter} any more.`))
  return [...found, ...differencesOfBody(before, after), ...differencesOfSecurity(before, after)]
}

function differencesOfBody(before: Operation, after: Operation): Difference[] {
  const name = nameOf(after)
  const types = new Set(after.body?.types.map(({ type }) => type))
  const gone = (before.body?.types ?? []).filter(({ type }) => !types.has(type))
  const found = gone.map(({ type }) => breaking(`${name} takes no body of ${type} any more.`))
  if (after.body?.required && !before.body?.required) found.push(breaking(`${name} needs a body.`))
  return found
}

function differencesOfSecurity(before: Operation, after: Operation): Difference[] {
  const [old, now] = [alternativesOf(before), alternativesOf(after)]
  if (old === now) return []
  return [breaking(`${nameOf(after)} needs ${now}, no longer ${old}.`)]
}

function alternativesOf({ security }: Operation): string {
  const all = security.map((names) => (names.length === 0 ? 'no key' : names.toSorted().join(' with ')))
  return all.length === 0 ? 'no key' : all.toSorted().join(' or ')
}
