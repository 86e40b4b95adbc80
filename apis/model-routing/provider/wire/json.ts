// JSON from outside, whose contents are unknown.

/** A JSON object from outside. */
export type Json = Readonly<Record<string, unknown>>

/** Parses a JSON string; undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a member of a JSON object from outside; undefined if the value is something else. */
export const memberOf = (value: unknown, name: string): unknown => (isJson(value) ? value[name] : undefined)

/** Returns a copy without undefined members. */
export function compact(json: Json): Json {
  const members: Record<string, unknown> = {}
  for (const name in json) {
    const value = json[name]
    if (value === undefined) continue
    // an assignment would set the prototype
    if (name === '__proto__') Object.defineProperty(members, name, { value, ...ordinary })
    else members[name] = value
  }
  return members
}
const ordinary = { configurable: true, enumerable: true, writable: true }
