// Parameters in the styles of OpenAPI: from a value to the text of a call (OpenAPI 3.1, section 4.8.12; RFC 6570). The
// client has a copy, which `npm run generate` makes; so this file imports nothing.

/** The form of a parameter's text. */
export interface WrittenStyle {
  /** `json`: the value is written as JSON. */
  readonly name: 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json'
  readonly explode: boolean
  /** True if reserved characters of a query value are sent as they are. */
  readonly allowReserved?: boolean | undefined
}

/** Returns the pairs of a query, encoded and joined; empty if there is nothing to send. Throws URIError. */
export function queryText(name: string, value: unknown, style: WrittenStyle): string {
  const encode = style.allowReserved ? encodedButReserved : encodeURIComponent
  if (style.name === 'deepObject' && isTree(value))
    return deepPairs(encodeURIComponent(name), value, 0)
      .map(([path, text]) => `${path}=${encode(text)}`)
      .join('&')
  if (Array.isArray(value) && value.every(isMissing)) return ''
  const joint = { spaceDelimited: '%20', pipeDelimited: '%7C' }[style.name as string] ?? ','
  return expanded(encodeURIComponent(name), value, { style, joint, separator: '&', isNamed: true, encode })
}

/** Returns the text of a placeholder, encoded. Throws URIError. */
export function pathText(name: string, value: unknown, style: WrittenStyle): string {
  const shared = { style, joint: ',', encode: encodeURIComponent }
  if (style.name === 'label') return `.${expanded(name, value, { ...shared, separator: '.', isNamed: false })}`
  if (style.name === 'matrix') return `;${expanded(name, value, { ...shared, separator: ';', isNamed: true })}`
  return expanded(name, value, { ...shared, separator: ',', isNamed: false })
}

/** Returns the value of a header. */
export function headerText(value: unknown, style: WrittenStyle): string {
  return expanded('', value, { style, joint: ',', separator: ',', isNamed: false, encode: (text) => text })
}

/** Returns the pairs of a cookie header, encoded. Throws URIError. */
export function cookieText(name: string, value: unknown, style: WrittenStyle): string {
  return expanded(name, value, { style, joint: ',', separator: '; ', isNamed: true, encode: encodeURIComponent })
}

interface Expansion {
  readonly style: WrittenStyle
  /** Between the items of a value that is not exploded. */
  readonly joint: string
  /** Between the items of one that is. */
  readonly separator: string
  /** True if the name stands before a value. */
  readonly isNamed: boolean
  readonly encode: (text: string) => string
}

/** Writes a text, a list or an object as the expressions of RFC 6570 do. */
function expanded(name: string, value: unknown, { style, joint, separator, isNamed, encode }: Expansion): string {
  const before = isNamed ? `${name}=` : ''
  if (style.name === 'json') return before + encode(JSON.stringify(value))
  const write = (one: unknown) => encode(textOf(one))
  if (Array.isArray(value)) {
    const items = value.filter((one) => !isMissing(one)).map(write)
    return style.explode ? items.map((item) => before + item).join(separator) : before + items.join(joint)
  }
  if (!isTree(value)) return before + write(value)
  const members = Object.entries(value).filter(([, one]) => !isMissing(one))
  return style.explode
    ? members.map(([member, one]) => `${encode(member)}=${write(one)}`).join(separator)
    : before + members.flatMap(([member, one]) => [encode(member), write(one)]).join(joint)
}

const deepest = 10

/** Returns a pair for each value in an object: `filter[size][min]=1`. A list repeats its name. */
function deepPairs(path: string, value: unknown, depth: number): (readonly [path: string, text: string])[] {
  if (isMissing(value)) return []
  if (Array.isArray(value)) return value.filter((one) => !isMissing(one)).map((one) => [path, textOf(one)])
  if (!isTree(value) || depth > deepest) return [[path, textOf(value)]]
  return Object.entries(value).flatMap(([name, one]) =>
    deepPairs(`${path}%5B${encodeURIComponent(name)}%5D`, one, depth + 1),
  )
}

/** Encodes a value but for those reserved characters that cannot be taken for a part of the address. */
function encodedButReserved(text: string): string {
  return encodeURIComponent(text).replace(/%(?:3A|2F|3F|40|24|2C|3B|3D)/g, decodeURIComponent)
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
