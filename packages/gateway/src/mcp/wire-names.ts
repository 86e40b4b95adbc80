// Names that an agent can use for the parameters of an operation.
import type { Parameter } from '#derive'

/** Returns wire names of parameters, by the wire names themselves and by those of the native tools. */
export function wireNamesOf(parameters: readonly Parameter[]): ReadonlyMap<string, string> {
  return new Map(parameters.flatMap(({ name }) => [[name, name] as const, [memberName(name), name] as const]))
}

/** Returns a name without the characters that clients refuse. */
function memberName(wireName: string): string {
  return wireName.replace(/[^A-Za-z0-9_.-]+/g, '_').replace(/^_+|(?<!_)_+$/g, '')
}
