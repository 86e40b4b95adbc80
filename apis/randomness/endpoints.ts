// The endpoints. The names of the response members are our own (SOURCES 1.1).
import { bool, get, int, list, obj, oneOf, req, str } from '#define'

const byte = int({ min: 0, max: 255 })

export const endpoints = {
  number: get('/number', 'Uniform random integer between two bounds', {
    params: {
      min: int({ default: 0, doc: 'Lowest value, inclusive.', example: 1 }),
      max: int({ default: 100, doc: 'Highest value, inclusive; max - min must be below 2^48.', example: 6 }),
    },
    returns: obj({ number: int(), min: int(), max: int() }),
  }),
  dice: get('/dice', 'Rolls of dice and their total', {
    params: {
      count: int({ min: 1, max: 100, default: 1, doc: 'How many dice.' }),
      sides: int({ min: 2, max: 1000, default: 6, doc: 'Sides of each die.' }),
    },
    returns: obj({ rolls: list(int({ min: 1 })), total: int(), count: int(), sides: int() }),
  }),
  pick: get('/pick', 'One of the given options', {
    params: {
      options: req.str({
        doc: 'Comma-separated options, or a JSON array of strings, or the parameter repeated; 1 to 1000 of them.',
        example: 'tea,coffee,water',
      }),
    },
    returns: obj({ picked: str(), index: int({ min: 0 }), options: list(str()) }),
  }),
  bytes: get('/bytes', 'Random bytes as hex and base64', {
    params: { length: int({ min: 1, max: 1024, default: 16, doc: 'How many bytes.' }) },
    returns: obj({ length: int(), hex: str({ pattern: '^[0-9a-f]*$' }), base64: str() }),
  }),
  color: get('/color', 'Random colour as hex, RGB and HSL', {
    returns: obj({
      hex: str({ pattern: '^#[0-9a-f]{6}$' }),
      rgb: obj({ r: byte, g: byte, b: byte }),
      hsl: obj({ h: int({ min: 0, max: 359 }), s: int({ min: 0, max: 100 }), l: int({ min: 0, max: 100 }) }),
    }),
  }),
  bool: get('/bool', 'Coin flip', {
    returns: obj({ value: bool(), coin: oneOf(['heads', 'tails']) }),
  }),
}
