// A model of the kind that Firefox translates with, made by hand: it translates word by word, keeps the order, and
// spells what it does not know. It has the file format, the layers and the arithmetic of the published ones (SOURCES
// 7.2) in half a megabyte, so that the code around them runs in tests. What their translations are worth it does not
// show.

interface TinyModel {
  /** `model.….bin` */
  readonly model: Buffer
  /** `vocab.….spm` */
  readonly vocab: Buffer
}

const dim = 256
const half = dim / 2
/** Each half of a vector begins with so many values that tell positions apart; tokens have the others. */
const positions = 32
const positionDims = [...range(0, positions), ...range(half, half + positions)]
/** A value without a token and nearly without a position: what it has left after a normalisation is the mean. */
const reference = half - 1
const tokenDims = [...range(positions, reference), ...range(half + positions, dim)]
/** The weight of a token's own value; those of positions are at most 1. */
const tokenValue = 30
/** The greater weight of nearer positions. */
const focus = 100
const spelled = [...'▁abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;:!?()\'"-[]<>/&=']
const pieceKinds = { normal: 1, unknown: 2, control: 3 } as const

/** The words of the source language with their translations; the words of both are one vocabulary. */
export function createTinyModel(words: Readonly<Record<string, string>>): TinyModel {
  const known = new Set(Object.entries(words).flat())
  const pieces = ['</s>', '<unk>', ...spelled, ...Array.from(known, (word) => `▁${word}`)]
  if (pieces.length > tokenDims.length) throw new RangeError(`at most ${tokenDims.length} pieces`)
  const translated = pieces.map((piece) => {
    const target = Object.hasOwn(words, piece.slice(1)) ? words[piece.slice(1)] : undefined
    return target === undefined || piece.length === 1 ? piece : `▁${target}`
  })
  return { model: modelOf(pieces, translated), vocab: vocabOf(pieces) }
}

function* range(from: number, to: number) {
  for (let at = from; at < to; at++) yield at
}

/** A tensor as it is stored: of bytes with the factor that made them whole numbers, or of floats. */
interface Tensor {
  readonly name: string
  readonly type: number
  readonly shape: readonly number[]
  readonly data: Buffer
}
const types = { int8: 0x101, float32: 0x404, intgemm8: 0x4101 }

function modelOf(pieces: readonly string[], translated: readonly string[]): Buffer {
  const dimOf = (token: number) => tokenDims[token] ?? 0
  const embedding = pieces.map((_, token) => [token, dimOf(token)] as const)
  const translation = translated.map((target, token) => [dimOf(token), dimOf(pieces.indexOf(target))] as const)
  const queries = positionDims.flatMap((at) => [[at, at, 127] as const, [reference, at, -127] as const])
  const same = (dims: readonly number[]) => dims.map((at) => [at, at] as const)
  const onPositions = Array.from({ length: dim }, (_, at) => (at === reference || positionDims.includes(at) ? 1 : 0))
  const [cell, context, ffn] = ['decoder_l1_rnn', 'decoder_l1_context', 'decoder_l1_ffn']
  return containerOf([
    {
      name: 'special:model.yml',
      type: types.int8,
      ...bytesOf(`dim-emb: ${dim}\ntransformer-heads: 1\nenc-depth: 0\ndec-depth: 1\ntransformer-dim-ffn: 16\n`),
    },
    // rows of the embedding are not turned: they are those of the transposed output projection
    intgemm(
      'Wemb',
      [pieces.length, dim],
      embedding.map(([row, at]) => [at, row]),
      127 / (tokenValue / Math.sqrt(dim)),
    ),
    floats('none_QuantMultA', [127 / 16]),
    floats('decoder_ff_logit_out_b', Array(pieces.length).fill(0)),
    // the cell stays empty: the position alone says what comes next
    ...affine(`${cell}_W`, [dim, dim], [], 1, 1),
    ...affine(`${cell}_Wf`, [dim, dim], [], 1, 1),
    floats(`${cell}_bf`, Array(dim).fill(0)),
    floats(`${cell}_ffn_ln_scale`, onPositions),
    // looks at the word in the same place
    ...affine(`${context}_Wq`, [dim, dim], queries, 127, 127 / 0.75),
    ...affine(`${context}_Wk`, [dim, dim], same(positionDims), 127 / focus, 127),
    ...affine(`${context}_Wv`, [dim, dim], translation, 127, 127 / (tokenValue + 2)),
    ...affine(`${context}_Wo`, [dim, dim], same(tokenDims), 127, 127 / (tokenValue + 2)),
    ...['bq', 'bk', 'bv', 'bo'].map((bias) => floats(`${context}_${bias}`, Array(dim).fill(0))),
    floats(`${context}_Wo_ln_scale`, Array(dim).fill(1)),
    ...affine(`${ffn}_W1`, [dim, 16], [], 1, 1),
    floats(`${ffn}_b1`, Array(16).fill(0)),
    ...affine(`${ffn}_W2`, [16, dim], [], 1, 1),
    floats(`${ffn}_b2`, Array(dim).fill(0)),
    floats(`${ffn}_ffn_ln_scale`, Array(dim).fill(1)),
  ])
}

/** A weight and the factor of what it is multiplied with. */
function affine(name: string, shape: readonly [number, number], cells: Cells, factor: number, activation: number) {
  return [intgemm(name, shape, cells, factor), floats(`${name}_QuantMultA`, [activation])]
}

/** Row and column of each value that is not 0, and the value where it is not 127. */
type Cells = readonly (readonly [number, number, number?])[]

/** Stored transposed, with its factor behind it. */
function intgemm(name: string, shape: readonly [number, number], cells: Cells, factor: number): Tensor {
  const [rows, columns] = name === 'Wemb' ? [shape[1], shape[0]] : shape
  const data = Buffer.alloc(rows * columns + 4)
  for (const [row, column, value = 127] of cells) data.writeInt8(value, column * rows + row)
  data.writeFloatLE(factor, rows * columns)
  return { name, type: types.intgemm8, shape, data }
}

function floats(name: string, values: readonly number[]): Tensor {
  const data = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) data.writeFloatLE(value, 4 * at)
  return { name, type: types.float32, shape: [1, values.length], data }
}

function bytesOf(text: string) {
  const data = Buffer.from(text)
  return { shape: [data.length], data }
}

function containerOf(tensors: readonly Tensor[]): Buffer {
  const long = (value: number) => {
    const bytes = Buffer.alloc(8)
    bytes.writeUInt32LE(value)
    return bytes
  }
  const short = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32LE(value)
    return bytes
  }
  return Buffer.concat([
    ...[1, tensors.length].map(long),
    ...tensors.flatMap(({ name, type, shape, data }) => [name.length, type, shape.length, data.length].map(long)),
    ...tensors.map(({ name }) => Buffer.from(name)),
    ...tensors.flatMap(({ shape }) => shape.map(short)),
    long(0),
    ...tensors.map(({ data }) => data),
  ])
}

/** A SentencePiece model: a protocol buffer whose first field, repeated, is piece, score and kind. */
function vocabOf(pieces: readonly string[]): Buffer {
  return Buffer.concat(
    pieces.map((piece, token) => {
      const text = Buffer.from(piece)
      const score = Buffer.alloc(4)
      // whole words before letters
      score.writeFloatLE(piece.length > 1 ? -1 : -10)
      const kind = token === 0 ? pieceKinds.control : token === 1 ? pieceKinds.unknown : pieceKinds.normal
      const message = Buffer.concat([
        Buffer.from([0x0a, text.length]),
        text,
        Buffer.from([0x15]),
        score,
        Buffer.from([0x18, kind]),
      ])
      return Buffer.concat([Buffer.from([0x0a, message.length]), message])
    }),
  )
}
