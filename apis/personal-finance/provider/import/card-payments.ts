// Detects card statements where purchases are positive, like income: their negative amounts are bill payments, or
// another column calls the positive ones purchases.
import { excerpt, invalidImport } from '#provider/import'
import { foldForSearch } from '../search-text.ts'
import { parseAmount } from './amounts.ts'
import type { Layout } from './csv-layout.ts'
import { amountColumn } from './csv-plan.ts'
import { cellOf } from './csv-rows.ts'
import { bookedRows } from './csv-survey.ts'
import { directionsOf } from './directions.ts'

const payment = new RegExp(
  [
    'payment(?: -)? received|payment.{0,12}thank ?you|thank you|autopay|automatic payment',
    'paiement recu|prelevement automatique enregistre|paiement.{0,20}merci',
    'zahlung.{0,14} erhalten|zahlungseingang|betaling ontvangen|voor uw betaling',
    'pagamento (?:recebido|ricevuto)|pago recibido|(?:pago|domiciliacion).{0,25}gracias|salvo buon fine',
    'betaling (?:modtaget|mottatt)|betalning mottagen|betalt (?:bg|bankgiro|pg)|inbetalning|indbetaling|innbetaling|maksu vastaanotettu',
    '口座振替金額',
  ].join('|'),
)

/** Whole descriptions that mean a bill payment only if purchases outnumber them. */
const plainPayment =
  /^(?:(?:online|internet|mobile|web|card|bill|electronic) )?payment$|^(?:zahlung|paiement|betaling|pago|pagamento)$/
/** Purchases for each plain payment. */
const purchasesPerPayment = 2

/** Descriptions of money that came back; a shop can also have paid it. */
const refund =
  /refund|cash ?back|statement credit|erstattung|gutschrift|remboursement|reembolso|devolucion|estorno|rimborso|terugbetaling|aterbetalning|refusjon|refusion|zwrot|vraceni|hyvitys|iade\b/

/** Headings of a program that writes purchases without a minus and income with one. */
const oppositeProgram = ['ignored from', 'tax deductible', 'custom name']

/**
 * Throws `import.invalid` if all negative amounts of a single column are bill payments or refunds and others are
 * positive.
 */
export async function refuseCardSigns(read: () => AsyncIterable<string>, layout: Layout): Promise<void> {
  const { columns, names } = layout
  const described = columns.payee.length > 0 ? columns.payee : [...names.keys()]
  const counts = { payments: 0, refunds: 0, plainPayments: 0, purchases: 0 }
  const headings = names.map((name) => name.toLowerCase())
  if (oppositeProgram.every((name) => headings.includes(name))) throw oppositeSigns('purchases are positive in it')
  for await (const { cells } of bookedRows(read, layout)) {
    const written = parseAmount(cellOf(cells, amountColumn(cells, columns)))
    if (!written) continue
    const texts = described.map((at) => foldForSearch(cellOf(cells, at)))
    const isPlain = texts.some((text) => plainPayment.test(text))
    const isPayment = isPlain || texts.some((text) => payment.test(text))
    const isRefund = !isPayment && written.isNegative && texts.some((text) => refund.test(text))
    if (written.isNegative !== (isPayment || isRefund)) return
    counts[isPlain ? 'plainPayments' : isPayment ? 'payments' : isRefund ? 'refunds' : 'purchases']++
  }
  const { payments, refunds, plainPayments, purchases } = counts
  if (payments + refunds + plainPayments === 0 || purchases < plainPayments * purchasesPerPayment) return
  const negative = payments + plainPayments > 0 ? 'payments of a card bill' : 'refunds'
  throw oppositeSigns(`its negative amounts are ${negative}, so that the positive ones seem to be purchases`)
}

function oppositeSigns(reason: string) {
  return invalidImport(
    `${reason}, though a positive amount is received money. If the positive ones are purchases, name the column Debit; ` +
      'if they were received, name it Credit',
  )
}

/** Throws `import.invalid` if the words of a column say that most of the positive amounts were spent. */
export async function refuseSignsAgainstWords(read: () => AsyncIterable<string>, layout: Layout): Promise<void> {
  const { columns, names } = layout
  const named = new Set(Object.values(columns).flat())
  const unnamed = [...names.keys()].filter((at) => !named.has(at))
  for (const at of [...columns.direction, ...unnamed]) {
    const counts = { positive: 0, against: 0, agreeing: 0 }
    let first: { line: number; word: string } | undefined
    for await (const { line, cells } of bookedRows(read, layout)) {
      const written = parseAmount(cellOf(cells, amountColumn(cells, columns)))
      if (!written || !/[1-9]/.test(written.number)) continue
      if (!written.isNegative) counts.positive++
      const word = cellOf(cells, at)
      // a dash is an empty cell, and a plus says itself that money came in
      const direction = /\p{L}/u.test(word) ? directionsOf([word])?.get(word) : undefined
      if (direction === (written.isNegative ? -1 : 1)) counts.agreeing++
      if (direction !== -1 || written.isNegative || written.hasSign) continue
      counts.against++
      first ??= { line, word }
    }
    if (first && counts.against > counts.agreeing && counts.against * 2 > counts.positive)
      throw invalidImport(
        `line ${first.line}: the amount is positive, which is received money, but ${excerpt(first.word)} in the column ` +
          `${excerpt(cellOf(names, at))} says that it was spent. Swap the signs, or write debit or credit in that column`,
      )
  }
}
