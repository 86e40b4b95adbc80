// Detects card statements where purchases are positive, like income: their negative amounts are bill payments.
import { invalidImport } from '#provider/import'
import { foldForSearch } from '../search-text.ts'
import { parseAmount } from './amounts.ts'
import type { Layout } from './csv-columns.ts'
import { cellOf } from './csv-rows.ts'
import { bookedRows } from './csv-survey.ts'

const payment =
  /payment(?: -)? received|payment.{0,12}thank ?you|thank you|autopay|automatic payment|paiement recu|zahlung erhalten|zahlungseingang|pagamento recebido|betaling (?:ontvangen|modtaget)|pago recibido/

/** Whole descriptions that mean a bill payment only if purchases outnumber them. */
const plainPayment =
  /^(?:(?:online|internet|mobile|web|card|bill|electronic) )?payment$|^(?:zahlung|paiement|betaling|pago|pagamento)$/
/** Purchases for each plain payment. */
const purchasesPerPayment = 2

/** Throws `import.invalid` if all negative amounts of a single column are bill payments and others are positive. */
export async function refuseCardSigns(read: () => AsyncIterable<string>, layout: Layout): Promise<void> {
  const { columns } = layout
  const counts = { payments: 0, plainPayments: 0, purchases: 0 }
  for await (const { cells } of bookedRows(read, layout)) {
    const written = parseAmount(cellOf(cells, columns.amount[0]))
    if (!written) continue
    const texts = columns.payee.map((at) => foldForSearch(cellOf(cells, at)))
    const isPlain = texts.some((text) => plainPayment.test(text))
    const isPayment = isPlain || texts.some((text) => payment.test(text))
    if (written.isNegative !== isPayment) return
    counts[isPlain ? 'plainPayments' : isPayment ? 'payments' : 'purchases']++
  }
  const { payments, plainPayments, purchases } = counts
  if (payments + plainPayments === 0 || purchases < plainPayments * purchasesPerPayment) return
  throw invalidImport(
    'its negative amounts are payments of a card bill, so that the positive ones seem to be purchases, though a positive ' +
      'amount is received money. If they are purchases, name the column Debit; otherwise swap the signs',
  )
}
