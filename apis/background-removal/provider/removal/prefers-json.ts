// Reads from an Accept header whether the caller prefers JSON to the image (RFC 9110, section 12.5.1; SOURCES 3.8).

const mostTypes = 50

/** True if JSON is named and not less preferred than images. Without a header, or with a wildcard, the image is. */
export function prefersJson(accept: string | undefined): boolean {
  let [json, image] = [0, 0]
  for (const entry of (accept ?? '').toLowerCase().split(',', mostTypes)) {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = weight === undefined ? 1 : Number(weight.slice(2)) || 0
    if (type === 'application/json') json = Math.max(json, quality)
    if (type.startsWith('image/') || type === 'application/zip') image = Math.max(image, quality)
  }
  return json > 0 && json >= image
}
