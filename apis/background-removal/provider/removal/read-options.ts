// Reads the fields of a removal that describe the result (SOURCES 3). Empty strings count as absent, because forms send
// them. The first invalid value is refused with its code.
import { invalidField } from '../errors.ts'
import type { CutOutOptions, Length, Position, ResultSize } from '../picture/options.ts'
import { parseColour } from './colours.ts'

/** Fields by wire name; the gateway has checked that they are strings, numbers or booleans. */
export type Fields = Readonly<Record<string, unknown>>
/** The requested options; `auto` is the largest size that the credits allow. */
export type RequestedOptions = Omit<CutOutOptions, 'size'> & { readonly size: ResultSize | 'auto' }

const sizes: Readonly<Record<string, ResultSize | 'auto'>> = {
  preview: 'preview',
  small: 'preview',
  regular: 'preview',
  medium: 'medium',
  hd: 'hd',
  full: 'full',
  '4k': 'full',
  '50mp': '50MP',
  auto: 'auto',
}
const none: Length = { px: 0 }

export function readOptions(fields: Fields): RequestedOptions {
  const scale = readScale(fields)
  return {
    size: readSize(fields),
    format: oneOf(fields, 'format', ['auto', 'png', 'jpg', 'zip', 'webp']),
    channels: oneOf(fields, 'channels', ['rgba', 'alpha']),
    type: oneOf(fields, 'type', ['auto', 'person', 'product', 'car', 'animal', 'graphic', 'transportation']),
    typeLevel: readTypeLevel(fields),
    roi: readRoi(fields),
    crop: truthIn(fields, 'crop', false),
    margins: readMargins(fields),
    scale,
    position: readPosition(fields, scale),
    shadow: truthIn(fields, 'add_shadow', false),
    semitransparency: truthIn(fields, 'semitransparency', true),
    background: readColour(fields),
  }
}

/** The field as a string; undefined if it is absent or empty. */
export function stringIn(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

function readSize(fields: Fields): ResultSize | 'auto' {
  const value = stringIn(fields, 'size') ?? 'preview'
  const size = Object.hasOwn(sizes, value.toLowerCase()) ? sizes[value.toLowerCase()] : undefined
  if (!size) throw invalidField('size', `It is one of ${Object.keys(sizes).join(', ')}.`)
  return size
}

/** One of the values; the first is the default. */
function oneOf<const V extends readonly [string, ...string[]]>(fields: Fields, name: string, values: V): V[number] {
  const text = stringIn(fields, name)
  if (text === undefined) return values[0]
  const value = values.find((one) => one === text)
  if (value === undefined) throw invalidField(name, `It is one of ${values.join(', ')}.`)
  return value
}

function readTypeLevel(fields: Fields): 'none' | 1 | 2 {
  switch (oneOf(fields, 'type_level', ['1', '2', 'latest', 'none'])) {
    case 'none':
      return 'none'
    case '1':
      return 1
    default:
      return 2
  }
}

function truthIn(fields: Fields, name: string, fallback: boolean): boolean {
  const text = stringIn(fields, name)?.toLowerCase()
  if (text === undefined) return fallback
  if (text !== 'true' && text !== 'false') throw invalidField(name, 'It is true or false.')
  return text === 'true'
}

const longestSide = 1_000_000

/** Parses `30px` or `10%`; returns undefined for anything else. */
function parseLength(text: string): Length | undefined {
  const [, digits, unit] = /^(\d{1,7}(?:\.\d{1,6})?)(px|%)$/.exec(text) ?? []
  const value = Number(digits)
  if (unit === '%') return { part: value / 100 }
  return unit === 'px' && value <= longestSide ? { px: Math.round(value) } : undefined
}

/** Parses several lengths; returns undefined if one is invalid. */
function parseLengths(text: string): Length[] | undefined {
  const lengths = text.split(/\s+/, 5).map(parseLength)
  return lengths.every((length) => length !== undefined) ? lengths : undefined
}

function readRoi(fields: Fields): CutOutOptions['roi'] {
  const text = stringIn(fields, 'roi')
  if (text === undefined) return undefined
  const [left, top, right, bottom, more] = parseLengths(text) ?? []
  if (!left || !top || !right || !bottom || more)
    throw invalidField('roi', 'It is "x1 y1 x2 y2", each with px or %, such as "10% 0% 90% 480px".')
  return [left, top, right, bottom]
}

/** Reads one value for all sides, two for top/bottom and left/right, or four. */
function readMargins(fields: Fields): CutOutOptions['margins'] {
  const text = stringIn(fields, 'crop_margin')
  if (text === undefined || text === '0') return [none, none, none, none]
  const lengths = parseLengths(text) ?? []
  const [top, right = top, bottom = top, left = right] = lengths
  if (!top || !right || !bottom || !left || ![1, 2, 4].includes(lengths.length))
    throw invalidField('crop_margin', 'It has one, two or four values with px or %, such as "30px" or "10% 5%".')
  return [top, right, bottom, left]
}

function readScale(fields: Fields): number | undefined {
  const text = stringIn(fields, 'scale')
  if (text === undefined || text === 'original') return undefined
  const length = parseLength(text)
  if (!length || !('part' in length) || length.part < 0.1 || length.part > 1)
    throw invalidField('scale', 'It is original, or from 10% to 100%.')
  return length.part
}

/** Reads the position; the default is `center` if a scale is given. One value serves for both across and down. */
function readPosition(fields: Fields, scale: number | undefined): Position | 'original' {
  const text = stringIn(fields, 'position') ?? (scale === undefined ? 'original' : 'center')
  if (text === 'original') return 'original'
  if (text === 'center') return { across: 0.5, down: 0.5 }
  const [across, down = across, more] = parseLengths(text) ?? []
  const isPart = (length: Length | undefined) => length !== undefined && 'part' in length && length.part <= 1
  if (!across || !down || !isPart(across) || !isPart(down) || more)
    throw invalidField('position', 'It is original, center, or one or two values from 0% to 100%.')
  return { across: 'part' in across ? across.part : 0, down: 'part' in down ? down.part : 0 }
}

function readColour(fields: Fields): CutOutOptions['background'] {
  const text = stringIn(fields, 'bg_color')
  if (text === undefined) return undefined
  const colour = parseColour(text)
  if (!colour) throw invalidField('bg_color', 'It has 3, 4, 6 or 8 hex digits, or is the name of a CSS colour.')
  return colour
}
