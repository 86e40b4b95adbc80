// Banks' names for the columns of their statements in further languages, as they are written. Words that mean something
// else in another language are left out, as Vietnamese `Nợ`, a debit, which is `No` without its mark.

type Names = Readonly<
  Partial<Record<'date' | 'amount' | 'debit' | 'credit' | 'fee' | 'balance' | Text, readonly string[]>>
>
type Text = 'direction' | 'payee' | 'payer' | 'memo' | 'account' | 'payeeAccount' | 'currency' | 'status'

const croatianAndSerbian: Names = {
  date: ['Datum transakcije', 'Datum knjiženja', 'Datum izvršenja', 'Datum valute', 'Датум'],
  amount: ['Iznos', 'Iznos transakcije', 'Износ'],
  debit: ['Isplata', 'Isplate', 'Duguje', 'Terećenje', 'Na teret', 'Rashod', 'Дугује', 'Исплата'],
  credit: ['Uplata', 'Uplate', 'Potražuje', 'Odobrenje', 'U korist', 'Prihod', 'Потражује', 'Уплата'],
  balance: ['Stanje', 'Stanje računa', 'Стање'],
  payee: ['Opis transakcije', 'Opis plaćanja', 'Naziv', 'Primatelj', 'Primalac', 'Platitelj/Primatelj', 'Опис'],
  memo: ['Svrha', 'Svrha plaćanja', 'Poziv na broj'],
  account: ['Račun', 'Broj računa'],
}
const slovenian: Names = {
  date: ['Datum transakcije', 'Datum knjiženja', 'Datum valute'],
  amount: ['Znesek'],
  debit: ['V breme', 'Breme', 'Odliv', 'Odlivi'],
  credit: ['V dobro', 'Dobro', 'Priliv', 'Prilivi'],
  balance: ['Stanje'],
  payee: ['Prejemnik', 'Prejemnik/Plačnik', 'Plačnik/Prejemnik', 'Naziv'],
  memo: ['Namen', 'Namen plačila'],
}
const slovak: Names = {
  date: ['Dátum', 'Dátum zaúčtovania', 'Dátum transakcie', 'Dátum pohybu', 'Dátum valuty'],
  amount: ['Suma', 'Čiastka', 'Objem'],
  debit: ['Na ťarchu', 'Výdavok', 'Výdavky'],
  credit: ['V prospech', 'Príjem', 'Príjmy'],
  balance: ['Zostatok'],
  direction: ['Smer platby', 'Kredit/Debet', 'Debet/Kredit'],
  payee: ['Názov protistrany', 'Partner', 'Popis transakcie', 'Názov protiúčtu'],
  memo: ['Správa pre prijímateľa', 'Informácia pre príjemcu', 'Poznámka'],
}
const hungarian: Names = {
  fee: ['Díj'],
  date: [
    'Befejezés dátuma',
    'Kezdés dátuma',
    'Dátum',
    'Könyvelés dátuma',
    'Könyvelési dátum',
    'Tranzakció dátuma',
    'Értéknap',
  ],
  amount: ['Összeg', 'Tranzakció összege'],
  debit: ['Terhelés', 'Kiadás', 'Terhelések'],
  credit: ['Jóváírás', 'Bevétel', 'Jóváírások'],
  payee: ['Partner', 'Partner neve', 'Partner elnevezése', 'Ellenoldali név'],
  memo: ['Közlemény'],
  currency: ['Összeg devizaneme', 'Pénznem'],
}
const romanian: Names = {
  date: ['Data finalizării', 'Data tranzacției', 'Data tranzacţiei', 'Data înregistrării', 'Data operațiunii'],
  amount: ['Suma', 'Valoare'],
  debit: ['Debit (lei)', 'Plăți', 'Ieșiri'],
  credit: ['Credit (lei)', 'Încasări', 'Intrări'],
  payee: ['Detalii tranzacție', 'Beneficiar', 'Explicații'],
}
const bulgarian: Names = {
  date: ['Дата на операцията', 'Вальор', 'Дата на транзакция'],
  amount: ['Сума'],
  debit: ['Дебит', 'Изходящи'],
  credit: ['Кредит', 'Входящи'],
  balance: ['Салдо', 'Наличност'],
  direction: ['ДТ/КТ', 'Дт/Кт'],
  payee: ['Наредител/Получател', 'Контрагент', 'Описание', 'Основание'],
}
const ukrainian: Names = {
  // one bank writes a Latin i in its heading
  date: ['Дата операції', 'Дата i час операції', 'Дата транзакції', 'Дата і час операції', 'Дата проводки'],
  amount: ['Сума', 'Сума операції', 'Сума в валюті картки', 'Сума у валюті рахунку'],
  debit: ['Дебет', 'Видаток', 'Видатки', 'Списання'],
  credit: ['Кредит', 'Надходження', 'Зарахування'],
  balance: ['Залишок', 'Баланс'],
  payee: ['Деталі операції', 'Деталі', 'Опис операції', 'Контрагент', 'Призначення платежу', 'Призначення', 'Опис'],
  currency: ['Валюта картки', 'Валюта рахунку'],
}
const russian: Names = {
  date: ['Дата платежа', 'Дата обработки'],
  amount: ['Сумма в валюте счёта', 'Сумма в валюте карты'],
  debit: ['Дебет', 'Списания'],
  credit: ['Кредит', 'Поступления', 'Зачисление', 'Пополнение'],
  payee: ['Контрагент', 'Назначение платежа'],
}
const greek: Names = {
  date: ['Ημερομηνία', 'Ημ/νία', 'Ημερομηνία συναλλαγής', 'Ημ/νία συναλλαγής', 'Ημερομηνία καταχώρησης'],
  amount: ['Ποσό', 'Ποσό συναλλαγής'],
  debit: ['Χρέωση', 'Χρεώσεις', 'Ποσό χρέωσης'],
  credit: ['Πίστωση', 'Πιστώσεις', 'Ποσό πίστωσης'],
  balance: ['Υπόλοιπο', 'Νέο υπόλοιπο', 'Λογιστικό υπόλοιπο'],
  direction: ['Χρέωση/Πίστωση', 'Χ/Π', 'Πρόσημο ποσού'],
  payee: ['Περιγραφή', 'Αιτιολογία', 'Ονοματεπώνυμο αντισυμβαλλόμενου', 'Περιγραφή συναλλαγής'],
  currency: ['Νόμισμα'],
}
const baltic: Names = {
  date: ['Datums', 'Darījuma datums', 'Grāmatošanas datums', 'Mokėjimo data'],
  amount: ['Summa'],
  debit: ['Debets', 'Debetas', 'Izdevumi', 'Išlaidos'],
  credit: ['Kredīts', 'Kreditas', 'Ienākumi', 'Pajamos'],
  balance: ['Atlikums', 'Likutis'],
  direction: ['Debets/Kredīts', 'D/K'],
  payee: ['Saņēmējs', 'Saņēmējs/Maksātājs', 'Maksātājs/Saņēmējs', 'Informācija saņēmējam', 'Gavėjas'],
  currency: ['Valūta'],
}
const icelandic: Names = {
  currency: ['Mynt'],
  date: ['Dagsetning', 'Dags', 'Bókunardagur'],
  amount: ['Upphæð'],
  debit: ['Út'],
  credit: ['Inn'],
  balance: ['Staða'],
  payee: ['Skýring', 'Texti', 'Viðtakandi'],
}
const catalanAndBasque: Names = {
  date: ['Data operació', "Data d'operació", 'Data de valor', 'Eragiketa-data'],
  amount: ['Import', 'Zenbatekoa'],
  debit: ['Càrrec', 'Càrrecs'],
  credit: ['Abonament', 'Abonaments'],
  balance: ['Saldoa'],
  payee: ['Concepte', 'Kontzeptua', 'Descripció'],
}
const indonesianAndMalay: Names = {
  date: ['Tanggal', 'Tanggal transaksi', 'Tgl', 'Tgl.', 'Tarikh', 'Tarikh transaksi'],
  amount: ['Jumlah', 'Mutasi', 'Amaun'],
  debit: ['Debet', 'Penarikan', 'Keluar', 'Pengeluaran', 'Debit (RM)'],
  credit: ['Kredit', 'Setoran', 'Masuk', 'Penerimaan', 'Kredit (RM)'],
  balance: ['Baki'],
  direction: ['DB/CR', 'D/K', 'Jenis'],
  payee: ['Keterangan', 'Uraian', 'Deskripsi', 'Butiran', 'Keterangan transaksi'],
}
const vietnamese: Names = {
  date: ['Ngày', 'Ngày giao dịch', 'Ngày hạch toán', 'Ngày hiệu lực'],
  amount: ['Số tiền', 'Số tiền giao dịch'],
  debit: ['Ghi nợ', 'Phát sinh nợ', 'Số tiền ghi nợ', 'Rút ra'],
  credit: ['Ghi có', 'Phát sinh có', 'Số tiền ghi có', 'Gửi vào'],
  balance: ['Số dư', 'Số dư sau giao dịch'],
  payee: ['Mô tả', 'Nội dung', 'Diễn giải', 'Nội dung giao dịch'],
}
const thai: Names = {
  date: ['วันที่', 'วันที่ทำรายการ', 'วันที่รายการ'],
  amount: ['จำนวนเงิน'],
  debit: ['ถอน', 'ถอนเงิน', 'เดบิต', 'รายจ่าย'],
  credit: ['ฝาก', 'ฝากเงิน', 'เครดิต', 'รายรับ'],
  balance: ['ยอดคงเหลือ', 'คงเหลือ'],
  payee: ['รายการ', 'รายละเอียด', 'คำอธิบาย'],
}
const hebrewAndArabic: Names = {
  date: ['תאריך', 'תאריך עסקה', 'תאריך ערך', 'التاريخ', 'تاريخ العملية', 'تاريخ المعاملة'],
  amount: ['סכום', 'المبلغ'],
  debit: ['חובה', 'בחובה', 'مدين', 'سحب'],
  credit: ['זכות', 'בזכות', 'دائن', 'إيداع'],
  balance: ['יתרה', 'الرصيد'],
  payee: ['תיאור', 'פעולה', 'תיאור הפעולה', 'الوصف', 'التفاصيل', 'البيان'],
  currency: ['מטבע', 'العملة'],
}
const chineseAndKorean: Names = {
  date: ['交易日期', '入帳日期', '記帳日', '帳務日期', '거래일시'],
  amount: ['金額', '交易金額'],
  debit: ['提款', '支出金額', '支出', '提款金額', '찾으신금액', '지급액', '지급금액', '출금금액'],
  credit: ['存款', '存入', '收入金額', '收入', '存款金額', '存入金額', '맡기신금액', '입금금액'],
  balance: ['餘額', '結餘', '帳戶餘額', '남은금액', '거래후잔액'],
  payee: ['說明', '交易說明', '備註', '내용', '거래내용', '기재내용'],
  currency: ['幣別', '貨幣'],
}
const finnish: Names = {
  currency: ['Valuutta'],
  payee: ['Saaja', 'Saajan nimi'],
  debit: ['Veloitus', 'Veloitukset'],
  credit: ['Hyvitys', 'Hyvitykset'],
}

const english: Names = {
  date: [
    'Run date',
    'Date posted',
    'Settlement date',
    'Operation date',
    'Settled date',
    'Release date',
    'Date and time',
    'Completion time',
  ],
  amount: [
    'Total amount',
    'Total amount (incl. VAT)',
    'Total',
    'Transaction net amount',
    'Settled amount',
    'Posted amount',
    'Card currency amount',
  ],
  debit: ['Expense amount'],
  fee: ['Charge'],
  credit: ['Income amount'],
  payee: ['Sender/receiver name', 'Source/Destination'],
  account: ['Posted account', 'This party account', 'Bank account', 'Wallet'],
  currency: ['Payment currency', 'Debit currency', 'Credit currency', 'Settled currency'],
}

const german: Names = {
  fee: ['Gebühren'],
  payee: ['Empfängername', 'Beguenstigter/Auftraggeber', 'Empfaenger', 'Empfänger/Zahlungspflichtiger', 'Empfaenger 1'],
  payer: ['Auftraggebername'],
  account: ['Referenzkonto', 'Kontoname'],
}
const dutch: Names = {
  date: ['Transactiondate', 'Datum voltooid'],
  payee: ['Beschrijving'],
  currency: ['Munteenheid', 'Valutacode', 'Valuta rekening'],
  direction: ['CreditDebet'],
}
const romance: Names = {
  date: ['Data di completamento', 'Data di inizio', 'Data de conclusão', 'Data de início', 'Fecha de finalización'],
  amount: ['Monto', 'Monto de la operación', 'Monto de la transacción', 'Montant total (TTC)', 'Montant total', 'Euro'],
  fee: ['Costo', 'Comissão', 'Comisión', 'Comision', 'Commissioni'],
  currency: ['Monedă'],
}
const nordic: Names = {
  date: ['Utført dato', 'Bokførd', 'Bokförd', 'Slutfört datum', 'Gennemført dato', 'Pvm'],
  debit: ['Beløp ut', 'Belopp ut', 'Beløb ud'],
  credit: ['Beløp inn', 'Belopp in', 'Beløb ind'],
  payee: ['Navn', 'Mottakernavn', 'Meddelande', 'Tittel'],
  payer: ['Avsender'],
}
const polish: Names = {
  date: ['Data zrealizowania', 'Data rozpoczęcia', 'Data rozliczenia'],
  fee: ['Opłata'],
  payee: ['Nazwa odbiorcy', 'Szczegóły transakcji'],
  payer: ['Nazwa nadawcy'],
  account: ['Numer rachunku/karty'],
  payeeAccount: ['Na konto/Z konta'],
  currency: ['Waluta rachunku', 'Waluta operacji'],
}
const czech: Names = {
  date: ['Datum uskutečnění transakce', 'Datum zaúčtování transakce'],
  amount: ['Částka transakce', 'Zaúčtovaná částka'],
  fee: ['Poplatek v měně účtu'],
  balance: ['Účetní zůstatek po transakci'],
  direction: ['Směr úhrady'],
  payee: ['Název účtu protiúčtu', 'Plátce/Příjemce', 'Popis transakce'],
  account: ['Číslo účtu'],
  payeeAccount: ['Protiúčet', 'Číslo protiúčtu', 'Číslo účtu protiúčtu'],
}
const estonianAndLatvian: Names = { account: ['Kliendi konto', 'Klienta konts', 'Customer account no'] }
const asian: Names = {
  date: ['交易创建时间', '付款时间', 'Tanggal transaksi'],
  status: ['当前状态'],
}

/** The day of value in German, and the currency in five other languages: a date only where no other column is one. */
const last: Names = { date: ['Startdatum', 'Valuta'] }

/** Names by column, for each language or group of languages. */
export const furtherHeadings: readonly Names[] = [
  ...[croatianAndSerbian, slovenian, slovak, hungarian, romanian, bulgarian, ukrainian, russian, greek, baltic],
  ...[icelandic, catalanAndBasque, indonesianAndMalay, vietnamese, thai, hebrewAndArabic, chineseAndKorean],
  ...[finnish, english, german, dutch, romance, nordic, polish, czech, estonianAndLatvian, asian, last],
]
