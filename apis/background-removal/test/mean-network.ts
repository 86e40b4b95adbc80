// A network of one step in the ONNX format: the mean of the three colours, turned round, so that what is dark is the
// subject. Written out as protocol buffers (ONNX IR version 8, opset 13).

const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)])
const number = (field: number, value: number) => Buffer.from([field << 3, ...varint(value)])
function bytes(field: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...varint(content.length)]), content])
}

/** An attribute of integers (type 7) or of one integer (type 2). */
const axes = bytes(5, bytes(1, 'axes'), number(8, 1), Buffer.from([0xa0, 1, 7]))
const keep = bytes(5, bytes(1, 'keepdims'), number(3, 1), Buffer.from([0xa0, 1, 2]))
const mean = bytes(1, bytes(1, 'input'), bytes(2, 'mean'), bytes(4, 'ReduceMean'), axes, keep)
const negate = bytes(1, bytes(1, 'mean'), bytes(2, 'output'), bytes(4, 'Neg'))

/** A tensor of 32-bit floats with these sides. */
function value(field: number, name: string, sides: readonly number[]): Buffer {
  const shape = bytes(2, ...sides.map((side) => bytes(1, number(1, side))))
  return bytes(field, bytes(1, name), bytes(2, bytes(1, number(1, 1), shape)))
}

const graph = bytes(
  7,
  mean,
  negate,
  bytes(2, 'mean'),
  value(11, 'input', [1, 3, 64, 64]),
  value(12, 'output', [1, 1, 64, 64]),
)
export const meanNetwork = Buffer.concat([number(1, 8), graph, bytes(8, number(2, 13))])
