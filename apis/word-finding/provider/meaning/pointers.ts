// The relations between synsets and between words, as WordNet's symbols (wninput(5WN)) and as numbers in the tables.
// `/` is our own: the reverse of `\\`, from a noun to the adjectives that pertain to it, which WordNet lacks.
import { present } from '#define/present'

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

/** Returns the number of a symbol, or undefined for one that WordNet lacks. */
export function pointerKindOf(symbol: string): number | undefined {
  return kinds.get(symbol)
}
/** A set of pointer kinds, one bit for each number. */
export type PointerKinds = number

export function pointerKinds(...symbols: readonly PointerSymbol[]): PointerKinds {
  return symbols.reduce((bits, symbol) => bits | (1 << present(kinds.get(symbol))), 0)
}
