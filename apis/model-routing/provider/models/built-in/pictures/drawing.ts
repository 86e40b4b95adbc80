// Draws shapes on a ground, in the colours and forms that a prompt names and at places that follow from its words: the
// same prompt always has the same picture. The word SAMPLE is at the bottom.
import { present } from '#define/present'
import { createPacer, type Pixels } from '#provider'
import { hashOf, wordsOf } from '../text/words.ts'

interface DrawingOptions {
  readonly width: number
  readonly height: number
  /** Pictures of one call differ. */
  readonly index: number
  readonly isTransparent: boolean
}
type Colour = readonly [red: number, green: number, blue: number]

const colours: ReadonlyMap<string, Colour> = new Map([
  ['red', [214, 59, 49]],
  ['orange', [236, 137, 42]],
  ['yellow', [243, 205, 60]],
  ['green', [70, 150, 84]],
  ['blue', [58, 110, 196]],
  ['purple', [126, 79, 166]],
  ['violet', [126, 79, 166]],
  ['pink', [231, 140, 170]],
  ['brown', [131, 92, 59]],
  ['black', [34, 34, 38]],
  ['white', [244, 244, 240]],
  ['grey', [136, 140, 146]],
  ['gray', [136, 140, 146]],
  ['turquoise', [66, 176, 178]],
  ['gold', [212, 168, 60]],
])
const palette = [...colours.values()]
const forms = ['circle', 'square', 'triangle'] as const
type Form = (typeof forms)[number]
const formOf: ReadonlyMap<string, Form> = new Map([
  ...forms.map((form) => [form, form] as const),
  ...forms.map((form) => [`${form}s`, form] as const),
  ...(['sun', 'moon', 'ball', 'planet', 'balloon'] as const).map((word) => [word, 'circle'] as const),
  ...(['house', 'box', 'building', 'door'] as const).map((word) => [word, 'square'] as const),
  ...(['mountain', 'mountains', 'tree', 'trees', 'roof', 'sail'] as const).map((word) => [word, 'triangle'] as const),
])
const mostShapes = 7

interface Shape {
  readonly form: Form
  readonly colour: Colour
  /** Position of the middle, and half the side, in pixels. */
  readonly x: number
  readonly y: number
  readonly reach: number
}

export async function draw(prompt: string, options: DrawingOptions): Promise<Pixels> {
  const { width, height, isTransparent } = options
  const shapes = shapesFor(prompt, options)
  const [red, green, blue] = groundFor(prompt, options.index)
  const data = Buffer.alloc(width * height * 4)
  const paint = (y: number, colour: Colour, [from, to]: Span): void => {
    const first = (y * width + Math.max(0, Math.ceil(from))) * 4
    const end = (y * width + Math.min(width, Math.floor(to) + 1)) * 4
    if (end > first) data.fill(Buffer.from([...colour, 255]), first, end)
  }
  const pace = createPacer()
  for (let y = 0; y < height; y++) {
    await pace()
    const light = 1 - 0.35 * (y / height)
    if (!isTransparent) paint(y, [red * light, green * light, blue * light], [0, width - 1])
    for (const shape of shapes) {
      const span = spanOf(shape, y)
      if (span) paint(y, shape.colour, span)
    }
  }
  paintMark(options, paint)
  return { width, height, channels: 4, data }
}

/** A number from 0 to below 1 that depends on the prompt, the picture and what it is for. */
const part = (prompt: string, index: number, use: number): number => hashOf(prompt, index * 1000 + use) / 2 ** 32

function groundFor(prompt: string, index: number): Colour {
  const pale = (use: number) => 190 + Math.floor(part(prompt, index, use) * 60)
  return [pale(1), pale(2), pale(3)]
}

/** A shape for each form that the prompt names, with the colour before it; at least three. */
function shapesFor(prompt: string, { width, height, index }: DrawingOptions): Shape[] {
  const named: { form: Form; colour: Colour | undefined }[] = []
  const loose: Colour[] = []
  for (const word of wordsOf(prompt).slice(0, 500)) {
    const colour = colours.get(word)
    const form = formOf.get(word)
    if (colour) loose.push(colour)
    if (form && named.length < mostShapes) named.push({ form, colour: loose.pop() })
  }
  while (named.length < 3) {
    const form = present(forms[Math.floor(part(prompt, index, named.length + 10) * forms.length)])
    named.push({ form, colour: loose.shift() })
  }
  return named.map(({ form, colour }, at) => {
    const value = (use: number) => part(prompt, index, 100 + at * 10 + use)
    return {
      form,
      colour: colour ?? present(palette[Math.floor(value(0) * palette.length)]),
      x: width * (0.15 + 0.7 * value(1)),
      y: height * (0.15 + 0.55 * value(2)),
      reach: Math.min(width, height) * (0.08 + 0.14 * value(3)),
    }
  })
}

/** The first and the last pixel of a part of a row. */
type Span = readonly [from: number, to: number]

/** Returns the part of a row that a shape covers. */
function spanOf({ form, x, y, reach }: Shape, row: number): Span | undefined {
  const down = row - y
  if (Math.abs(down) > reach) return undefined
  const half =
    form === 'square' ? reach : form === 'circle' ? Math.sqrt(reach * reach - down * down) : (down + reach) / 2
  return [x - half, x + half]
}

/** SAMPLE in five rows of dots; letters are three dots wide, with an empty column between them. */
const letters = [
  '.## .#. #.# ##. #.. ###',
  '#.. #.# ### #.# #.. #..',
  '.#. ### #.# ##. #.. ##.',
  '..# #.# #.# #.. #.. #..',
  '##. #.# #.# #.. ### ###',
]
const columns = present(letters[0]).length
const dark: Colour = [40, 40, 44]
const pale: Colour = [250, 250, 250]

/** Paints the mark, dark on a pale band. */
function paintMark({ width, height }: DrawingOptions, paint: (y: number, colour: Colour, span: Span) => void): void {
  const dot = Math.max(1, Math.floor(Math.min(width, height) / 64))
  const [left, top] = [dot * 2, height - dot * (letters.length + 2)]
  for (let y = top - dot; y < height - dot; y++) {
    paint(y, pale, [left - dot, left + dot * (columns + 1) - 1])
    const row = Math.floor((y - top) / dot)
    if (row < 0 || row >= letters.length) continue // the band is higher than the letters
    const dots = present(letters[row])
    for (const { index } of dots.matchAll(/#/g)) paint(y, dark, [left + dot * index, left + dot * (index + 1) - 1])
  }
}
