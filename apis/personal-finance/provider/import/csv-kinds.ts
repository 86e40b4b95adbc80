// Recognises rows of CSV statements that are not transactions: pending or cancelled ones by their status, and balances
// and totals by their description.
import { foldForSearch } from '../search-text.ts'

/** Beginnings of words for what is not, or not yet, booked. */
const openWords = [
  ['pending', 'revert', 'declin', 'fail', 'cancel', 'denied', 'expire', 'authori', 'in progress', 'processing', 'void'],
  ['reject', 'refuse', 'on hold', 'scheduled', 'upcoming', 'unposted', 'blocked', 'not ', 'non ', 'nicht ', 'niet '],
  ['vorgemerkt', 'storniert', 'offen', 'abgelehnt', 'vorlaufig', 'en attente', 'en cours', 'refus', 'annul', 'rejet'],
  [
    'pendiente',
    'rechazad',
    'anulad',
    'denegad',
    'retenid',
    'in attesa',
    'in sospeso',
    'autorizz',
    'rifiut',
    'pendente',
  ],
  ['recusad', 'negad', 'em processamento', 'agendad', 'reserver', 'slettet', 'afvist', 'venter', 'kommende', 'avvist'],
  ['avvisad', 'makulerad', 'in behandeling', 'geweigerd', 'geannuleerd', 'oczekuj', 'odrzucon', 'anulowan', 'blokad'],
  ['zablokowan', 'w realizacji', 'ceka', 'zamitnut', 'zrusen', 'fuggoben', 'elutasit', 'odottaa', 'hylatty', 'varaus'],
  ['bekle', 'iptal', 'redded', 'в обработке', 'отклон', 'отмен', 'неуспеш', 'ожида'],
  ['交易关闭', '已关闭', '失败', '处理中', '待', '保留', '取消', '未確定', '대기', '취소', '거절'],
].flat()
/** Beginnings of words for what is booked. */
const bookedWords = [
  ['complete', 'booked', 'posted', 'cleared', 'settle', 'executed', 'ok', 'success', 'paid', 'done'],
  [
    'processed',
    'accepted',
    'approved',
    'confirmed',
    'gebucht',
    'abgeschlossen',
    'ausgefuhrt',
    'erledigt',
    'verbucht',
    'umgesetzt',
    'berechnet',
  ],
  ['effectu', 'comptabilis', 'execut', 'accept', 'valid', 'termin', 'realizad', 'ejecutad', 'contabili', 'liquidad'],
  ['completad', 'confirmad', 'eseguit', 'completat', 'conclu', 'efetu', 'efetivad', 'processad', 'udfort', 'bogfort'],
  [
    'gennemfort',
    'utfort',
    'utford',
    'bokfort',
    'bokford',
    'genomford',
    'verwerkt',
    'uitgevoerd',
    'geboekt',
    'voltooid',
    'geaccepteerd',
    'imputado',
    'aplicad',
  ],
  [
    'zrealizowan',
    'zaksiegowan',
    'rozliczon',
    'wykonan',
    'zakonczon',
    'finalizat',
    'befejez',
    'slutford',
    'zauctovan',
    'proveden',
    'teljesult',
    'konyvelt',
    'toteutunut',
  ],
  [
    'kirjattu',
    'tamamlan',
    'выполнен',
    'исполнен',
    'проведен',
    'успеш',
    '交易成功',
    '支付成功',
    '已',
    '成功',
    '完了',
    '確定',
    '완료',
  ],
].flat()

/** Reports whether a status says that a transaction is booked; undefined for an unknown status. */
export function isBooked(status: string): boolean | undefined {
  const plain = foldForSearch(status).replace(/ł/g, 'l').replace(/ø/g, 'o').trim()
  const begins = (word: string) => plain.startsWith(word) || plain.includes(` ${word}`)
  // what is not reconciled yet is booked nevertheless
  if (plain.includes('reconcil')) return true
  if (openWords.some(begins)) return false
  return bookedWords.some(begins) ? true : undefined
}

/** Whole descriptions of balances. */
const balances = new Set(
  [
    ['opening balance', 'closing balance', 'beginning balance', 'ending balance', 'starting balance', 'start balance'],
    ['previous balance', 'final balance', 'balance brought forward', 'balance carried forward', 'b/f'],
    [
      'brought forward',
      'carried forward',
      'balance b/f',
      'balance c/f',
      'bal b/f',
      'c/f',
      'balance forward',
      'balance',
    ],
    [
      'anfangssaldo',
      'endsaldo',
      'schlusssaldo',
      'alter kontostand',
      'neuer kontostand',
      'anfangsbestand',
      'endbestand',
    ],
    ['saldovortrag', 'kontostand', 'saldo', 'beginsaldo', 'eindsaldo', 'vorig saldo', 'nieuw saldo', 'solde'],
    ['solde initial', 'solde final', 'ancien solde', 'nouveau solde', 'solde precedent', 'solde anterieur'],
    ['saldo inicial', 'saldo final', 'saldo anterior', 'saldo do dia', 'saldo total', 'saldo atual', 'saldo actual'],
    ['saldo iniziale', 'saldo finale', 'saldo contabile', 'saldo precedente', 'saldo poczatkowe', 'saldo koncowe'],
    ['ingaende saldo', 'utgaende saldo', 'inngaende saldo', 'primosaldo', 'ultimosaldo', 'startsaldo', 'alkusaldo'],
    ['pocatecni zustatek', 'konecny zustatek', 'nyito egyenleg', 'zaro egyenleg', 'loppusaldo', 'sold initial'],
    [
      'sold final',
      '前月繰越',
      '繰越',
      '前回残高',
      '繰越残高',
      '期首残高',
      '期末残高',
      'начальный остаток',
      'входящий остаток',
    ],
    ['algsaldo', 'loppsaldo', 'likutis pradziai', 'likutis pabaigai', 'pradinis likutis', 'galutinis likutis'],
    [
      'sakuma atlikums',
      'beigu atlikums',
      'pociatocny zostatok',
      'konecny zostatok',
      'pocetno stanje',
      'zavrsno stanje',
    ],
    ['исходящий остаток', 'конечный остаток', '期初余额', '期末余额'],
  ].flat(),
)
const totals = new Set([
  'total',
  'totals',
  'totale',
  'totaal',
  'gesamt',
  'summe',
  'suma',
  'summa',
  'итого',
  '合計',
  '合计',
  // turnovers of the debits or of the credits
  ...['turnover', 'total debits', 'total credits', 'kaive', 'apyvarta', 'apgrozijums', 'obrat', 'promet', 'обороты'],
])

/** Reports whether a description is that of a balance: `Beginning balance as of 01/01/2026`, `S A L D O`. */
export function isBalance(description: string): boolean {
  return description.length <= 80 && balances.has(described(description))
}

/** Reports whether a description is that of a sum of other rows; a shop can have the same name. */
export function isTotal(description: string): boolean {
  return description.length <= 80 && totals.has(described(description))
}

/** Returns a description without dates and the words before them. */
function described(text: string): string {
  const plain = foldForSearch(text)
    .replace(/ł/g, 'l')
    .replace(/[\d./:-]{4,}/g, ' ')
    .replace(/[.:*]+/g, ' ')
    .replace(/\b(?:as of|as at|on|at|vom|am|zum|per|au|del|al|em|na dzien|pr)\b\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
  return /^\p{L}(?: \p{L})+$/u.test(plain) ? plain.replaceAll(' ', '') : plain
}
