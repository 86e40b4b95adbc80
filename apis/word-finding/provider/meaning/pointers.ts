// The relations between synsets and between words, as WordNet's symbols (wninput(5WN)) and as numbers in the tables.
// `/` is ours: the way back of `\\`, from a noun to the adjectives that pertain to it, which WordNet does not have.

const symbols = [
  ...['!', '@', '@i', '~', '~i', '#m', '#s', '#p', '%m', '%s', '%p', '=', '+', ';c', '-c', ';r', '-r', ';u', '-u'],
  ...['*', '>', '^', '$', '&', '<', '\\', '/'],
] as const
export type PointerSymbol =
  | '!'
  | '@'
  | '@i'
  | '~'
  | '~i'
  | '#m'
  | '#s'
  | '#p'
  | '%m'
  | '%s'
  | '%p'
  | '='
  | '+'
  | ';c'
  | '-c'
  | '^'
  | '$'
  | '&'
  | '\\'
  | '*'
  | '>'
  | '<'
  | ';r'
  | '-r'
  | ';u'
  | '-u'
  | '/'

const kinds = new Map<string, number>(symbols.map((symbol, at) => [symbol, at]))

/** The number of a symbol, or undefined for one that WordNet does not have. */
export function pointerKindOf(symbol: string): number | undefined {
  return kinds.get(symbol)
}
/** Kinds of pointers, a bit for the number of each. */
export type PointerKinds = number

export function pointerKinds(...symbols: readonly PointerSymbol[]): PointerKinds {
  return symbols.reduce((bits, symbol) => bits | (1 << (kinds.get(symbol) ?? 0)), 0)
}
