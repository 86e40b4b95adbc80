// Frames of server-sent events, and what all writers of answers share.

/** Writes a data-only frame. JSON contains no line breaks, so one data line is enough. */
export function dataFrame(json: unknown): string {
  return `data: ${JSON.stringify(json)}\n\n`
}
export function namedFrame(name: string, json: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(json)}\n\n`
}

/** Returns the id with its wire's prefix, unless it has the prefix already. */
export function prefixed(prefix: string, id: string): string {
  return id.startsWith(prefix) ? id : `${prefix}${id}`
}
