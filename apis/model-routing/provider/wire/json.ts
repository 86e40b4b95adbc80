// JSON as unknown input: objects that somebody else wrote.

/** A JSON object that somebody else wrote. */
export type Json = Readonly<Record<string, unknown>>

/** Parsed JSON text, or undefined when it is none. */
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

/** Without the members that are undefined, so that what is written is what was meant. */
export function compact(json: Json): Json {
  const kept: Record<string, unknown> = {}
  for (const name in json) {
    const value = json[name]
    if (value === undefined) continue
    // set like the others, this one would be the prototype
    if (name === '__proto__') Object.defineProperty(kept, name, { value, ...ordinary })
    else kept[name] = value
  }
  return kept
}
const ordinary = { configurable: true, enumerable: true, writable: true }
