// Banks' names for the columns of their statements, in English, German, French, Dutch, Spanish, Italian, Portuguese,
// Polish, Danish, Swedish, Norwegian and Japanese, and some in Lithuanian, Estonian, Finnish, Czech, Hungarian,
// Romanian, Turkish, Russian, Chinese and Korean; `further-headings.ts` has other languages.
import { byKey, inOrder } from '#provider'
import { foldForSearch } from '../search-text.ts'
import { currencyNamed } from './amounts.ts'
import { furtherHeadings } from './further-headings.ts'

/** Column names in the form of `plainHeading`, likelier ones first. */
const headings = {
  date: [
    ...[
      'date',
      'transaction date',
      'posting date',
      'reskontradatum',
      'posted date',
      'post date',
      'booking date',
      'date processed',
    ],
    ...['txn date', 'tran date', 'transaction completed', 'value date', 'datum', 'buchungstag', 'buchungsdatum'],
    ...['buchung', 'valutadatum', 'wertstellung', 'wertstellungsdatum', 'abschlussdatum', 'completed date'],
    ...['started date', "date de l'operation", 'date operation', "date d'operation", 'date comptable'],
    ...['date de comptabilisation', 'date de transaction', "date d'execution", 'date de valeur', 'boekdatum'],
    ...['transactiedatum', 'boekingsdatum', 'uitvoeringsdatum', 'rentedatum', 'valutadag', 'fecha'],
    ...['fecha operacion', 'fecha de operacion', 'f. operacion', 'fecha contable', 'fecha valor', 'data'],
    ...['data operazione', 'data contabile', 'data valuta', 'data mov.', 'data mov', 'data movimento'],
    ...['data do movimento', 'data lancamento', 'data do lancamento', 'data operacao', 'data valor'],
    ...['data operacji', 'data transakcji', 'data ksiegowania', 'data waluty', 'dato', 'bogforingsdato'],
    ...['bokforingsdag', 'bokforingsdatum', 'transaktionsdag', 'transaktionsdatum', 'bokfort', 'bokforingsdato'],
    ...['bokfort dato', 'utforelsesdato', 'rentedato', '日付', '取引日', 'お取引日', '年月日', '取扱日付'],
    ...['ご利用日', '利用日', '操作日', 'date op', 'date val', 'booked at', 'operacijos data', 'kuupaev'],
    ...['kirjauspaiva', 'maksupaiva', 'paivamaara', 'datum zauctovani', 'datum provedeni', 'konyveles datuma'],
    ...['paiva', 'tarih', 'islem tarihi', 'дата', 'дата операции', '日期', '交易日期', '거래일', '거래일자'],
    ...[
      "date de l'operation comptable",
      'f. valor',
      'f.valor',
      'fecha mov.',
      'fecha movimiento',
      'data registrazione',
      'date completed',
      'date started',
      'created on',
      '交易时间',
      '交易日',
      '거래일시',
      'datum transakce',
      'kirjauspvm',
      'datum van de verrichting',
      'datum valuta',
    ],
    ...['datetime', 'date time', 'bokfdag', 'transdag', 'created', 'created date', 'date created', 'tarih/saat'],
    ...['datum des abschlusses', 'date de fin', 'datum des beginns', 'date de debut'],
  ],
  amount: [
    ...['amount', 'transaction amount', 'value', 'net', 'net amount', 'betrag', 'umsatz', 'buchungsbetrag', 'netto'],
    ...['montant', 'bedrag', 'importe', 'importe operacion', 'cantidad', 'importo', 'valor', 'montante', 'quantia'],
    ...['kwota', 'kwota operacji', 'kwota transakcji', 'belob', 'belop', 'belopp', 'transaktionsbelopp', 'summa'],
    ...['金額', '取引金額', 'gross', 'credit/debit amount', 'suma', 'maara', 'maara euroa', 'castka', 'objem'],
    ...[
      'osszeg',
      '入出金',
      'tutar',
      'islem tutarı',
      'сумма',
      'сумма платежа',
      'сумма операции',
      '金额',
      '交易金额',
      '거래금액',
    ],
    ...[
      "montant de l'operation",
      'transactiebedrag',
      'importe de la operacion',
      'importo operazione',
      'valor do movimento',
      'betrag in eur',
      'kwota transakcji (waluta rachunku)',
      'amount in account currency',
      'bedrag van de verrichting',
      'umsatzbetrag',
      'sum',
      '收支金额',
    ],
    ...[
      'billing amount',
      'amount (total)',
      'billed amount',
      'castka v mene uctu',
      '利用金額',
      'brutto',
      'montant operation',
    ],
    ...['amount with sym', 'amount with sym.', 'amount num.', 'amount num', 'betrag mit symbol', 'betrag (num.)'],
  ],
  debit: [
    ...['debit', 'debit amount', 'withdrawal', 'withdrawals', 'withdrawal amt.', 'withdrawal amt'],
    ...['withdrawal amount', 'money out', 'paid out', 'debits', 'spent', 'soll', 'belastung', 'lastschrift'],
    ...['ausgabe', 'ausgaben', 'auszahlung', 'debet', 'af', 'uitgaven', 'debit euros', 'depenses', 'cargo'],
    ...['cargos', 'debe', 'gastos', 'dare', 'addebiti', 'uscite', 'debito', 'debitos', 'saidas', 'saida'],
    ...['obciazenia', 'obciazenie', 'wydatki', 'haevet', 'hævet', 'uttag', 'ut', 'ut fra konto', 'ut av konto'],
    ...[
      'ud',
      'お支払金額',
      '支払金額',
      'お引出し',
      '出金金額',
      '出金',
      '出金額',
      '引出額',
      'お引き出し金額',
      'dr',
      'outflow',
    ],
    ...['支払い金額', 'お支払い金額', 'borc', 'расход', 'списание', '支出', '支出金额', '출금액', '출금'],
    ...[
      '払出金額',
      'お引出金額',
      'ausgaben',
      'belastungen',
      'withdrawn',
      'money spent',
      'uitgave',
      'afschrijving',
      'addebito',
      'obciazenie rachunku',
      'выдача',
    ],
    ...['out', 'wn', 'funds out'],
  ],
  credit: [
    ...['credit', 'credit amount', 'deposit', 'deposits', 'deposit amt.', 'deposit amt', 'deposit amount'],
    ...['money in', 'paid in', 'credits', 'received', 'haben', 'gutschrift', 'eingang', 'einnahme', 'einnahmen'],
    ...['einzahlung', 'bij', 'inkomsten', 'credit euros', 'recettes', 'abono', 'abonos', 'haber', 'ingresos'],
    ...['avere', 'accrediti', 'entrate', 'credito', 'creditos', 'entradas', 'entrada', 'uznania', 'uznanie'],
    ...['wplywy', 'indsat', 'insattning', 'insattningar', 'inn', 'inn pa konto', 'inn til konto', 'ind'],
    ...['お預り金額', '預り金額', 'お預入れ', '入金金額', '入金', '入金額', '預入額', 'お預け入れ金額', 'cr', 'inflow'],
    ...['預かり金額', 'お預かり金額', 'alacak', 'приход', 'поступление', '收入', '收入金额', '입금액', '입금'],
    ...[
      '受入金額',
      'お預入金額',
      'gutschriften',
      'money received',
      'inkomst',
      'bijschrijving',
      'accredito',
      'uznanie rachunku',
    ],
    ...['in', 'ma', 'funds in'],
  ],
  fee: [
    ...['fee', 'fees', 'fee amount', 'gebuhr', 'gebuhren', 'entgelt', 'kosten', 'frais', 'comision', 'commissione'],
    ...['taxa', 'prowizja', 'gebyr', 'avgift', 'commission', 'commissions', 'transaction fee', 'service charge'],
    ...['provision', 'poplatek', 'komisyon', 'комиссия', '手数料', '手续费'],
  ],
  balance: [
    ...['balance', 'running balance', 'account balance', 'balance after', 'closing balance', 'available balance'],
    ...['ledger balance', 'saldo', 'kontostand', 'saldo nach buchung', 'solde', 'saldo na mutatie', 'saldo na trn'],
    ...['saldo contable', 'saldo apos', 'saldo po operacji', 'saldo po transakcji', 'bokfort saldo', '残高'],
    ...['差引残高', '取引後残高', 'お預り残高', 'bal', 'accountbalance', 'saldos', 'running bal.', 'likutis'],
    ...['konto saldo', 'bakiye', 'остаток', '余额', '账户余额', '잔액', 'zustatek', 'egyenleg', 'sold'],
    ...[
      'saldo atual',
      'saldo actual',
      'saldo disponivel',
      'kontosaldo',
      'saldo apos lancamento',
      'eindsaldo',
      'nieuw saldo',
      'current balance',
      '現在(貸付)高',
      '현재잔액',
      '거래후잔액',
    ],
  ],
  direction: [
    ...['transaction type', 'type', 'debit/credit', 'credit/debit', 'debit credit', 'credit debit indicator'],
    ...['debit credit indicator', 'credit debit', 'dr/cr', 'cr/dr', 'd/c', 'c/d', 'd/k', 's/h', 'soll/haben'],
    ...['direction', 'sign', 'in/out', '+/-', 'cdt dbt ind', 'vorzeichen', 'af bij', 'af/bij', 'bij/af'],
    ...['debet/credit', 'debet credit', 'sens', 'tipo', 'tipo movimiento', 'tipo movimento', 'tipo de movimento'],
    ...['dare/avere', 'debe/haber', 'rodzaj', 'typ', '入出金', '入出金区分', '入払区分', 'deebet/kreedit'],
    ...['deebet/kreedit (d/c)'],
    ...['收/支', 'oznaka', 'ingreso/gasto', 'entrata/uscita', '입출금구분'],
  ],
  payee: [
    ...['sender/empfanger', 'notification text', 'texte de notification', 'nazev protistrany', 'kuvaus', 'ご利用内容'],
    ...['tegenrekeninghouder', 'name of sender/receiver', 'nome', 'empfanger/zahlungspflichtiger'],
    ...['payee', 'merchant', 'merchant name', 'partner name', 'partner', 'name', 'counterparty name', 'description'],
    ...['transaction description', 'details', 'other party', 'counterparty', 'recipient', 'beneficiary'],
    ...['empfanger', 'beguenstigter/zahlungspflichtiger', 'begunstigter/zahlungspflichtiger'],
    ...['auftraggeber/empfanger', 'empfanger/auftraggeber', 'zahlungsempfanger', 'name zahlungsbeteiligter'],
    ...['zahlungsempfanger*in', 'auftraggeber/begunstigter', 'narrative', 'narration', 'remarks'],
    ...['transaction details', 'transaction remarks', 'original description', 'buchungstext', 'beschreibung'],
    ...['avisierungstext', 'libelle', 'libelle operation', "libelle de l'operation", 'libelle simplifie'],
    ...['communication', 'naam/omschrijving', 'naam tegenpartij', 'naam', 'tegenpartij', 'naam tegenpartij bevat'],
    ...['omschrijving', 'beneficiario', 'concepto', 'descripcion', 'descrizione', 'descrizione operazione'],
    ...['operazione', 'causale', 'descricao', 'historico', 'lancamento', 'titulo', 'estabelecimento'],
    ...['nadawca/odbiorca', 'odbiorca', 'kontrahent', 'dane kontrahenta', 'opis', 'opis operacji'],
    ...['opis transakcji', 'tytul', 'tekst', 'modtager', 'beskrivelse', 'forklaring', 'text', 'beskrivning'],
    ...['rubrik', 'namn', 'mottagare', 'referens', 'mottaker', '摘要', 'お取り扱い内容', '内容', '取引内容'],
    ...['ご利用店名', '利用店名', '利用先', 'label', 'movimiento', 'beschreibung1', 'title', 'gavejas'],
    ...['gavejas/moketojas', 'moketojas/gavejas', 'paaiskinimai', 'paskirtis', 'mokejimo paskirtis', 'saaja/maksja'],
    ...['selgitus', 'saaja/maksaja', 'viesti', 'nazev protiuctu', 'zprava pro prijemce', 'kozlemeny', '摘要内容'],
    ...['入出金内容', 'popis', 'leiras', 'selitys', 'descriere', 'acıklama', 'описание', '交易对方', '적요'],
    ...[
      'counter party',
      'partnername',
      'nom de la contrepartie',
      'contrepartie',
      'naam van de tegenpartij',
      'begunstigter',
      'auftraggeber',
      'descrizione operazioni',
      'descrizione estesa',
      'maksunsaaja',
      'otsikko',
      'nimi',
      'partner neve',
      'detalii tranzactie',
      'detalii',
      'interlocuteur',
      "detail de l'ecriture",
      'tegenpartij naam',
      '商品说明',
      '入出金先内容',
      '詳細',
      'nazwa kontrahenta',
      'odbiorca/zleceniodawca',
      'описание операции',
    ],
  ],
  payer: [
    ...['payer', 'payer name', 'sender', 'zahlungspflichtige*r', 'zahlungspflichtiger', 'avsandare', 'afsender'],
    ...['maksaja', 'nadawca', 'ordenante', 'ordinante', 'platce'],
  ],
  memo: [
    ...['memo', 'notes', 'note', 'particulars', 'reference', 'payment reference', 'verwendungszweck', 'zweck'],
    ...['mededelingen', 'mededeling', 'observaciones', 'observacoes', 'note operazione', 'description', 'details'],
    ...['メモ', '備考', 'chq./ref.no.', 'comment', 'beschreibung2', 'mas datos'],
    ...[
      'communications',
      'zahlungsreferenz',
      'buchungs-details',
      'szczegoly',
      'dettagli',
      'detalles',
      'poznamka',
      'viesti',
    ],
  ],
  number: ['cheque number', 'check number', 'cheque', 'check', 'cheque no', 'check or slip #', 'number'],
  category: ['category', 'full category name', 'kategorie', 'categorie', 'categoria', 'kategoria', 'kategori'],
  account: [
    ...['account', 'account name', 'account number', 'konto', 'kontonummer', 'auftragskonto', 'iban'],
    ...['iban auftragskonto', 'rekening', 'rekeningnummer', 'iban/bban', 'compte', 'numero de compte', 'cuenta'],
    ...['conto', 'conta', 'numer konta', 'numer rachunku', 'kontonavn', 'account label', 'account num'],
    ...['saskaitos nr.', 'tili', 'full account name', 'volle kontobezeichnung', 'kontobezeichnung'],
  ],
  payeeAccount: [
    ...['counterparty account', 'counterparty iban', 'partner iban', 'partner account number'],
    ...['payee account number', 'beneficiary account', 'gegenkonto', 'iban zahlungsbeteiligter'],
    ...['iban zahlungsempfanger', 'kontonummer/iban', 'zahlungspartner iban', 'tegenrekening'],
    ...['tegenrekening iban/bban', 'rekening tegenpartij', 'rekeningnummer tegenpartij', 'compte contrepartie'],
    ...['compte de la contrepartie', 'cuenta beneficiario', 'iban beneficiario', 'konto kontrahenta'],
    ...['rachunek kontrahenta', 'numer konta kontrahenta'],
  ],
  currency: [
    ...['currency', 'wahrung', 'waehrung', 'currency code', 'devise', 'munt', 'divisa', 'moneda', 'valuta', 'moeda'],
    ...['waluta', 'valutakod', 'transaction currency', 'account currency', 'valiuta', 'valuuta', 'mena', 'deviza'],
    ...[
      'devies',
      'devise du compte',
      'devizanem',
      'whg',
      'валюта',
      'валюта платежа',
      'валюта операции',
      '币种',
      '통화',
      '通貨',
      'para birimi',
      'kontovaluta',
      'ccy',
      'muntsoort',
      'muntcode',
      'bewertet in',
    ],
    ...['billing currency', 'billed currency', 'posted currency', 'mena uctu', 'commodity/currency', 'commodity'],
  ],
  id: ['id', 'transaction id', 'unique id', 'fitid', 'reference id', 'identificador'],
  voidReason: ['void reason'],
  rate: ['rate/price'],
  status: [
    ...[
      'status',
      'transaction status',
      'booking status',
      'state',
      'estado',
      'stato',
      'contabilizzazione',
      'statut',
      'tila',
      'stav',
      'stan',
      'status transakcji',
      'durum',
      'allapot',
      'stare',
      'статус',
      '交易状态',
      '状態',
    ],
  ],
} as const

export type ColumnName = keyof typeof headings

const currencyInHeading =
  / ?(?:\( ?(?:[a-z]{3}|euros?|r\$|[€£$¥₹]) ?\)|\[[a-z]{3}\]|[€£$¥₹]| (?:in|en|em) (?:[a-z]{3}|euros?|[€£$¥₹])|\((?:円|元|kr|zl|inr|rm?|rp|rs\.?)\)| (?:eur|gbp|usd|chf|nzd|aud|cad|sek|dkk|nok|pln|brl|inr|jpy))$/u

/** A heading that is only a currency, such as `CAD$` beside `USD$`, names amounts. */
const onlyDollars = /^(?:[acn]|us|ca|au|nz|hk|usd|cad|aud|nzd|hkd|sgd)\$$/

/**
 * Normalises the name of a column: no case, no accents, and not the currency that many banks add. `Betrag (€)`, `Amount
 * (GBP)` and `Umsatz in EUR` are betrag, amount and umsatz.
 */
export function plainHeading(cell: string): string {
  // `BookingDate` has two words
  return foldForSearch(cell.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replace(/^[#*]/, '')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/[_\s]+/g, ' ')
    .replace(/ ?\((?:utc|[a-z]+\/[a-z ]+)\)$/, '')
    .replace(/ ?\/ ?/g, '/')
    .trim()
    .replace(onlyDollars, 'amount')
    .replace(currencyInHeading, (found) => (isOtherWord(found) ? found : ''))
    .replace(/(?<![:*,]) ?[:*,]+$/, '')
    .trim()
    .normalize()
}

/** Reports whether three letters name no currency, as in `Amount (tip)`. */
function isOtherWord(found: string): boolean {
  const [word] = /[a-z]{3,5}/.exec(found.replace(/^ ?(?:in|en|em) /, '')) ?? []
  return word !== undefined && !/^(?:euro?s?|inr|rs)/.test(word) && currencyNamed(word) === undefined
}

/** Returns the text that names a currency in a heading, such as `gbp` in `Amount (GBP)`; empty without one. */
export function headingCurrency(cell: string): string {
  const plain = foldForSearch(cell).trim()
  const [found = ''] = onlyDollars.exec(plain) ?? currencyInHeading.exec(plain) ?? []
  return found.replace(/^ ?(?:in|en|em) (?=\S)|[ ()[\]]|(?<=^[a-z]{3})\$$/g, '')
}

/** Headings of the other party, which come before descriptions. */
const party =
  /payee|platce|odbiorcy|nadawcy|merchant|partner|\bname\b|counter ?party|other party|recipient|beneficiar|receiver|empfanger|sender|zahlungsbeteiligte|begu?e?nstigte|auftraggeber|kontrahent|tegenpartij|tegenrekeninghouder|naam|nome|contrepartie|modtager|mottag|mottaker|navn|namn|odbiorca|nadawca|saaja|maksaja|maksunsaaja|nimi|gavejas|moketojas|protistrany|protiuctu|店|交易对方|контрагент/

/** The names of each column in the form of `plainHeading`, with their ranks. */
const ranksByColumn: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  Object.entries(headings).map(([column, names]) => {
    const further = furtherHeadings.flatMap((each) =>
      Object.entries(each).flatMap(([of, all]) => (of === column ? all : [])),
    )
    const all = [...new Set([...names, ...further.map(plainHeading)])].map((name, rank) => ({ name, rank }))
    const sorted = column === 'payee' ? all.toSorted(inOrder(byKey(({ name }) => (party.test(name) ? 0 : 1)))) : all
    return [column, new Map(sorted.map(({ name }, rank) => [name, rank]))]
  }),
)

/** Returns the rank of each name of a column, likelier ones first. */
export function ranksOf(column: ColumnName): ReadonlyMap<string, number> {
  return ranksByColumn.get(column) ?? new Map()
}

/** Returns the rank of a heading: as a whole, or for texts (`isText`) by its parts around a slash or without a 1. */
export function rankOf(ranks: ReadonlyMap<string, number>, name: string, isText: boolean): number | undefined {
  const whole = ranks.get(name)
  if (whole !== undefined || !isText) return whole
  const [first, ...others] = name.split('/').map((part) => ranks.get(part))
  return others.length > 0 && others.every((rank) => rank !== undefined)
    ? first
    : ranks.get(name.replace(/[ -]?1$/, ''))
}

/** Returns the known names of a column, for messages. */
export function knownHeadings(column: ColumnName): string {
  return [...ranksOf(column).keys()].join(', ')
}
