// Frames of server-sent events, and what all writers of answers share.

/** A data-only frame. JSON contains no line breaks, so one data line is enough. */
export function dataFrame(json: unknown): string {
  return `data: ${JSON.stringify(json)}\n\n`
}
export function namedFrame(name: string, json: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(json)}\n\n`
}

/** The id with its wire's prefix, which it may already have. */
export function prefixed(prefix: string, id: string): string {
  return id.startsWith(prefix) ? id : `${prefix}${id}`
}
