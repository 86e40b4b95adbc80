// The names by which an agent may give the parameters of an operation.
import type { Parameter } from '#derive'

/** Wire names of parameters: by themselves, and by the names that the native tools give them. */
export function wireNamesOf(parameters: readonly Parameter[]): ReadonlyMap<string, string> {
  return new Map(parameters.flatMap(({ name }) => [[name, name] as const, [memberName(name), name] as const]))
}

/** Clients refuse other characters. */
function memberName(wireName: string): string {
  return wireName.replace(/[^A-Za-z0-9_.-]+/g, '_').replace(/^_+|_+$/g, '')
}
