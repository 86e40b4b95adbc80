// The names that banks give to the columns of their statements, in English, German, French, Dutch, Spanish and Italian.
import { foldForSearch } from '../search-text.ts'

/** Column names as `plainHeading` writes them, likelier ones first. */
export const headings = {
  date: [
    ...['date', 'transaction date', 'posting date', 'posted date', 'booking date', 'date processed', 'value date'],
    ...['datum', 'buchungstag', 'buchungsdatum', 'buchung', 'valutadatum', 'wertstellung', 'wertstellungsdatum'],
    ...['completed date', 'started date', "date de l'operation", 'date operation', "date d'operation", 'boekdatum'],
    ...['fecha', 'fecha operacion', 'data', 'data operazione', 'data contabile'],
  ],
  amount: [
    ...['amount', 'transaction amount', 'value', 'betrag', 'umsatz', 'buchungsbetrag', 'montant', 'bedrag'],
    ...['importe', 'importo'],
  ],
  debit: [
    ...['debit', 'debit amount', 'withdrawal', 'withdrawals', 'money out', 'paid out', 'debits', 'soll', 'belastung'],
    ...['lastschrift', 'ausgabe', 'ausgaben', 'cargo', 'dare', 'addebiti', 'uscite'],
  ],
  credit: [
    ...['credit', 'credit amount', 'deposit', 'deposits', 'money in', 'paid in', 'credits', 'haben', 'gutschrift'],
    ...['eingang', 'einnahme', 'einnahmen', 'abono', 'avere', 'accrediti', 'entrate'],
  ],
  payee: [
    ...['payee', 'merchant', 'merchant name', 'partner name', 'name', 'description', 'transaction description'],
    ...['details', 'other party', 'counterparty', 'empfanger', 'beguenstigter/zahlungspflichtiger'],
    ...['begunstigter/zahlungspflichtiger', 'auftraggeber/empfanger', 'empfanger/auftraggeber', 'zahlungsempfanger'],
    ...['name zahlungsbeteiligter', 'zahlungsempfanger*in', 'auftraggeber/begunstigter', 'narrative'],
    ...['transaction details', 'buchungstext', 'beschreibung', 'libelle', 'libelle operation', 'naam/omschrijving'],
    ...['naam tegenpartij', 'omschrijving', 'concepto', 'descrizione', 'causale'],
  ],
  memo: [
    ...['memo', 'notes', 'note', 'particulars', 'reference', 'payment reference', 'verwendungszweck', 'zweck'],
    ...['mededelingen', 'observaciones', 'description', 'details'],
  ],
  number: ['cheque number', 'check number', 'cheque', 'check', 'number'],
  category: ['category', 'kategorie', 'categorie', 'categoria'],
  account: ['account', 'account name', 'account number', 'konto', 'auftragskonto', 'rekening', 'compte', 'cuenta'],
  currency: ['currency', 'wahrung', 'waehrung', 'currency code', 'devise', 'munt', 'divisa'],
  id: ['id', 'transaction id', 'unique id', 'fitid', 'reference id'],
} as const

/**
 * The name of a column without case, accents, and the currency that many banks add to it: `Betrag (€)`, `Amount (GBP)`
 * and `Umsatz in EUR` are betrag, amount and umsatz.
 */
export function plainHeading(cell: string): string {
  return foldForSearch(cell)
    .replace(/[_\s]+/g, ' ')
    .replace(/ ?\/ ?/g, '/')
    .replace(
      / ?(?:\([a-z]{3}\)|\([€£$¥]\)|\[[a-z]{3}\]|[€£$¥]| in (?:[a-z]{3}|[€£$¥])| (?:eur|gbp|usd|chf|nzd|aud|cad))$/u,
      '',
    )
    .trim()
}

/** The known names of a column, to be shown. */
export function knownHeadings(column: keyof typeof headings): string {
  return headings[column].join(', ')
}
