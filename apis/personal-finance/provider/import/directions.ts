// Words for the direction of money, into or out of an account: `Af`, `DBIT`, `S`, `Outgoing transfer`.
import { foldForSearch } from '../search-text.ts'

/** -1 for money that left the account. */
export type Direction = 1 | -1

const left = [
  ['-', 'debit', 'debits', 'dbit', 'dr', 'db', 'dt', 'deb', 'dbt', 'out', 'outgoing', 'outflow', 'paid out'],
  ['money out', 'sent', 'ausgaben', 'uitgaven', 'depenses', 'gastos', 'uscite', 'wydatki', 'utbetaling', 'utgifter'],
  ['withdrawal', 'withdrawals', 'withdraw', 'withdrawn', 'spent', 'expense', 'expenses', 'purchase', 'charge', 'fee'],
  ['soll', 'lastschrift', 'belastung', 'ausgang', 'abgang', 'ausgabe', 'auszahlung', 'abbuchung'],
  ['af', 'debet', 'uitgave', 'afschrijving', 'uit', 'uitgaand'],
  ['retrait', 'sortie', 'depense'],
  ['debe', 'debito', 'cargo', 'adeudo', 'gasto', 'egreso', 'salida', 'saida', 'despesa'],
  ['dare', 'addebito', 'uscita', 'obciazenie', 'wydatek', 'wyplata', 'wychodzacy', 'wychodzaca'],
  ['uttag', 'utgift', 'ut', 'utgaende', 'udgift', 'udbetaling', 'haevet', 'ud', 'debetas', 'deebet'],
  ['vydaj', 'odchozi', 'terheles', 'kiadas', 'otto', 'plata', 'iesire', 'wn', 'borc', 'gider'],
  ['odchadzajuca', 'odchadzajuci', 'debets', 'keluar', 'дебет', 'дебит', 'видаток', 'χρεωση'],
  ['出金', '支払', '支払い', '引出', '引き出し', 'расход', 'списание', '支出', '출금'],
].flat()
const cameIn = [
  ['+', 'credit', 'credits', 'crdt', 'cr', 'cred', 'cdt', 'crd', 'in', 'incoming', 'inflow', 'paid in', 'money in'],
  ['einnahmen', 'recettes', 'ingresos', 'entrate', 'wplywy', 'innbetaling', 'inntekter', 'ontvangen'],
  ['deposit', 'deposits', 'received', 'income', 'refund', 'reversal credit', 'salary'],
  ['haben', 'gutschrift', 'eingang', 'zugang', 'einnahme', 'einzahlung', 'gehalt'],
  ['bij', 'inkomsten', 'bijschrijving', 'inkomend'],
  ['depot', 'entree', 'recette'],
  ['haber', 'credito', 'abono', 'ingreso', 'entrada', 'receita'],
  ['avere', 'accredito', 'entrata', 'uznanie', 'przychod', 'wplata', 'przychodzacy', 'przychodzaca'],
  ['insattning', 'inn', 'ind', 'inntekt', 'ingaende', 'indbetaling', 'indsat', 'kredit', 'kreeditas', 'kreditas'],
  ['kreedit'],
  ['prijem', 'prichozi', 'jovairas', 'bevetel', 'pano', 'incasare', 'intrare', 'ma', 'alacak', 'gelir'],
  ['prichadzajuca', 'prichadzajuci', 'kredits', 'masuk', 'кредит', 'надходження', 'πιστωση'],
  ['入金', '預入', '預け入れ', 'приход', 'поступление', 'зачисление', '收入', '입금'],
].flat()
const directions: ReadonlyMap<string, Direction> = new Map([
  ...left.map((word) => [word, -1] as const),
  ...cameIn.map((word) => [word, 1] as const),
])

/**
 * Initials of debit and credit, Soll and Haben, debe and haber, χρέωση and πίστωση; below of dare and avere, af and
 * bij, uit and in, winien and ma, withdrawal and deposit.
 */
const letterPairs = ['dc', 'dk', 'sh', 'dh', 'χπ']
/** Initials that are ambiguous alone: D is a deposit next to W. */
const bothPairs = ['da', 'ab', 'ui', 'oi', 'wm', 'wd']
/** Letters that banks append to an amount. */
const suffixes: Readonly<Record<string, Direction>> = { D: -1, C: 1, S: -1, H: 1 }

/** Returns the direction of a word or suffix of an amount; undefined if it has none. */
export function directionOf(word: string): Direction | undefined {
  return suffixes[word] ?? directions.get(folded(word))
}

/**
 * Returns the directions of all values of a column; undefined if any of them could mean something else. Letters count
 * only together: A is a credit next to D (dare, avere) and a debit next to B (af, bij).
 */
export function directionsOf(values: readonly string[]): ReadonlyMap<string, Direction> | undefined {
  const letters = values.map(folded)
  const pairs = (new Set(letters).size === 2 ? [...letterPairs, ...bothPairs] : letterPairs).filter((pair) =>
    letters.every((letter) => letter.length === 1 && pair.includes(letter)),
  )
  const found = values.map((value): [string, Direction] | undefined => {
    const letter = folded(value)
    const read = new Set(pairs.map((pair): Direction => (pair[0] === letter ? -1 : 1)))
    const direction = read.size === 1 ? [...read][0] : phraseDirection(letter)
    return direction === undefined ? undefined : [value, direction]
  })
  const known = found.filter((one) => one !== undefined)
  return known.length === values.length && values.length > 0 ? new Map(known) : undefined
}

/** Returns the direction on which the words of a phrase agree, as in `Direct Debit` and `Debit Card Purchase`. */
function phraseDirection(phrase: string): Direction | undefined {
  const exact = directions.get(phrase)
  if (exact !== undefined || phrase.length > 60) return exact
  const words = phrase.replace(/credit ?card|kreditkarte/g, '').match(/\p{L}+/gu) ?? []
  // a short word counts only at the end: `transfer in`, but not `in store`
  const read = new Set(
    words.flatMap((word, at) => (word.length > 3 || at === words.length - 1 ? (directions.get(word) ?? []) : [])),
  )
  return read.size === 1 ? [...read][0] : undefined
}

function folded(text: string): string {
  return foldForSearch(text)
    .replace(/ł/g, 'l')
    .replace(/æ/g, 'ae')
    .replace(/ø/g, 'o')
    .replace(/(?<![.:])[.:]+$/, '')
    .trim()
    .normalize()
}
