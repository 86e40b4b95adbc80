// Guards the layouts of some fifty banks of sixteen countries, with invented rows: columns, signs, marks, accounts and
// what is not booked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFile } from './statement.fixture.ts'

/** A file as such a bank writes it, its amounts, its payees, and its own account if it names one. */
const banks: Readonly<Record<string, { file: string; amounts: number[]; payees: string[]; account?: string }>> = {
  'a German direct bank': {
    file: '"Girokonto";"DE00"\n"Zeitraum:";"01.01.2026 - 31.01.2026"\n"Kontostand vom 31.01.2026:";"1.000,00 €"\n\n"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"\n"05.01.26";"05.01.26";"Gebucht";"Ich";"Bäcker";"Karte";"Ausgang";"DE11500105170000000001";"-1.012,5";"";"";""\n"06.01.26";"06.01.26";"Vorgemerkt";"Anna";"Ich";"x";"Eingang";"DE12500105170000000001";"20";"";"";""',
    amounts: [-1012.5],
    payees: ['Bäcker'],
  },
  'a German savings bank': {
    file: '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"\n"DE02500105170000000001";"05.01.26";"05.01.26";"FOLGELASTSCHRIFT";"Strom";"";"";"";"";"";"";"Stadtwerke";"DE99500105170000000001";"X";"-45,00";"EUR";"Umsatz gebucht"',
    amounts: [-45],
    payees: ['Stadtwerke'],
    account: 'DE02500105170000000001',
  },
  'a German cooperative bank': {
    file: 'Bezeichnung Auftragskonto;IBAN Auftragskonto;BIC Auftragskonto;Bankname Auftragskonto;Buchungstag;Valutadatum;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;BIC (SWIFT-Code) Zahlungsbeteiligter;Buchungstext;Verwendungszweck;Betrag;Waehrung;Saldo nach Buchung;Bemerkung;Kategorie;Steuerrelevant;Glaeubiger ID;Mandatsreferenz\nKonto;DE02500105170000000001;X;B;05.01.2026;05.01.2026;Stadt;DE99;Y;Lastschrift;Strom;-45,00;EUR;955,00;;;;;\nKonto;DE02500105170000000001;X;B;04.01.2026;04.01.2026;Anna;DE98;Y;Gutschrift;x;1.000,00;EUR;1.000,00;;;;;',
    amounts: [-45, 1000],
    payees: ['Stadt', 'Anna'],
    account: 'DE02500105170000000001',
  },
  'a German broker': {
    file: ';\n"Umsätze Girokonto";"Zeitraum: 30 Tage";\n"Neuer Kontostand";"1.000,00 EUR";\n\n"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";\n"05.01.2026";"05.01.2026";"Lastschrift / Belastung";"Auftraggeber: Stadt";"-45,00";\n"Alter Kontostand";"1.045,00 EUR";',
    amounts: [-45],
    payees: ['Auftraggeber: Stadt'],
  },
  'a Dutch-owned bank in Germany': {
    file: 'Umsatzanzeige;Datei erstellt am: 05.01.2026 10:00\n\nIBAN;DE02 5001 0517 0000 0000 01\nKontoname;Giro\nBank;ING\nKunde;X\nZeitraum;01.01.2026 - 05.01.2026\nSaldo;955,00;EUR\n\nSortierung;Datum absteigend\n\nBuchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung\n05.01.2026;05.01.2026;Stadt;Lastschrift;Strom;955,00;EUR;-45,00;EUR\n04.01.2026;04.01.2026;Anna;Gutschrift;x;1.000,00;EUR;10,00;EUR',
    amounts: [-45, 10],
    payees: ['Stadt', 'Anna'],
  },
  'a German postal bank': {
    file: 'Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Kontonummer;BIC;Kundenreferenz;Mandatsreferenz;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Anzahl der Aufträge;Anzahl der Schecks;Soll;Haben;Währung\n5.1.2026;5.1.2026;SEPA Lastschrift;Stadt;Strom;DE99;X;;;;;-1.045,00;;;;-1.045,00;;EUR\n6.1.2026;6.1.2026;SEPA Überweisung;Anna;x;DE99;X;;;;;10,00;;;;;10,00;EUR',
    amounts: [-1045, 10],
    payees: ['Stadt', 'Anna'],
  },
  'a Dutch bank with semicolons': {
    file: '"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen";"Saldo na mutatie";"Tag"\n"20260105";"Bakker";"NL01INGB0000000001";"";"BA";"Af";"12,50";"Betaalautomaat";"x";"987,50";""\n"20260104";"Werk";"NL01INGB0000000001";"NL02";"OV";"Bij";"1000,00";"Overschrijving";"x";"1000,00";""',
    amounts: [-12.5, 1000],
    payees: ['Bakker', 'Werk'],
    account: 'NL01INGB0000000001',
  },
  'a Dutch cooperative bank': {
    file: '"IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Omschrijving-1"\n"NL01RABO0000000001","EUR","RABONL2U","000001","2026-01-05","2026-01-05","-12,50","+987,50","NL02","Bakker","brood"',
    amounts: [-12.5],
    payees: ['Bakker'],
    account: 'NL01RABO0000000001',
  },
  'a Dutch mobile bank': {
    file: '"Date","Interest Date","Amount","Account","Counterparty","Name","Description"\n"2026-01-05","2026-01-05","-1.250,00","NL01BUNQ0000000001","NL02BUNQ0000000001","Bakker","x"',
    amounts: [-1250],
    payees: ['Bakker'],
    account: 'NL01BUNQ0000000001',
  },
  'a Belgian bank': {
    file: 'Rekeningnummer;Rubrieknaam;Naam;Munt;Afschriftnummer;Datum;Omschrijving;Valuta;Bedrag;Saldo;credit;debet;rekeningnummer tegenpartij;BIC tegenpartij;Naam tegenpartij\nBE01;x;Ik;EUR;1;05/01/2026;Betaling;05/01/2026;-12,50;987,50;;-12,50;BE02;X;Bakker',
    amounts: [-12.5],
    payees: ['Bakker'],
    account: 'BE01',
  },
  'a French savings bank': {
    file: 'Date de comptabilisation;Libelle simplifie;Libelle operation;Reference;Informations complementaires;Type operation;Categorie;Sous categorie;Debit;Credit;Date operation;Date de valeur;Pointage operation\n05/01/2026;BOULANGERIE;CB BOUL;1;;Carte bancaire;Alim;Pain;-1,20;;05/01/2026;05/01/2026;0\n06/01/2026;SALAIRE;VIR;2;;Virement;Rev;Sal;;+2000,00;06/01/2026;06/01/2026;0',
    amounts: [-1.2, 2000],
    payees: ['CB BOUL', 'VIR'],
  },
  'a French direct bank': {
    file: 'dateOp;dateVal;label;category;categoryParent;supplierFound;amount;comment;accountNum;accountLabel;accountbalance\n2026-01-05;2026-01-05;"CARTE X";"Alim";"Vie";"x";"-1 250,00";;"00012345678";"Bourso";1000.00',
    amounts: [-1250],
    payees: ['CARTE X'],
    account: 'Bourso',
  },
  'a Polish direct bank': {
    file: 'mBank S.A.;\n#Klient;\nJan;\n\n#Waluta;#Wpływy;#Wydatki;\nPLN;0,00;-10,00\n\n#Data operacji;#Data księgowania;#Opis operacji;#Tytuł;#Nadawca/Odbiorca;#Numer konta;#Kwota;#Saldo po operacji;\n2026-01-05;2026-01-05;ZAKUP;"x";"  ";\'\';-1 012,50;987,50;\n2026-01-06;2026-01-06;PRZELEW;"y";"ANNA";\'11112222333344445555666677\';20,00;1 007,50;',
    amounts: [-1012.5, 20],
    payees: ['ZAKUP', 'ANNA'],
  },
  'a Polish bank': {
    file: '"Data operacji","Data waluty","Typ transakcji","Kwota","Waluta","Saldo po transakcji","Opis transakcji"\n"2026-01-05","2026-01-05","Płatność kartą","-12.50","PLN","+987.50","Sklep"',
    amounts: [-12.5],
    payees: ['Sklep'],
  },
  'a Polish bank with two columns': {
    file: 'Data;Opis;Obciążenia;Uznania\n05-01-2026;Sklep;"-12,50";\n06-01-2026;Anna;;"20,00"',
    amounts: [-12.5, 20],
    payees: ['Sklep', 'Anna'],
  },
  'a Danish bank': {
    file: '"Dato";"Kategori";"Underkategori";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"\n"05.01.2026";"x";"y";"Netto";"-1.012,50";"987,50";"Udført";"Nej"\n"06.01.2026";"x";"y";"Vent";"-12,50";"";"Venter";"Nej"',
    amounts: [-1012.5],
    payees: ['Netto'],
  },
  'a Swedish bank with tabs': {
    file: 'Reskontradatum\tTransaktionsdatum\tText\tBelopp\tSaldo\n2026-01-05\t2026-01-05\tICA\t-1 012,50\t987,50',
    amounts: [-1012.5],
    payees: ['ICA'],
  },
  'a Swedish savings bank': {
    file: '* Transaktionsrapport Period 2026-01-01 – 2026-01-31 Skapad 2026-02-01\nRadnummer,Clearingnummer,Kontonummer,Produkt,Valuta,Bokföringsdag,Transaktionsdag,Valutadag,Referens,Beskrivning,Belopp,Bokfört saldo\n1,"8123","1234567","Privatkonto","SEK",2026-01-05,2026-01-05,2026-01-05,"ICA","ICA",-112.50,887.50',
    amounts: [-112.5],
    payees: ['ICA'],
    account: '1234567',
  },
  'an Italian bank': {
    file: 'Data contabile;Data valuta;Descrizione;Accrediti;Addebiti;Descrizione estesa;Mezzo\n05/01/2026;05/01/2026;Spesa;;-12,50;x;y\n06/01/2026;06/01/2026;Stip;1.500,00;;x;y',
    amounts: [-12.5, 1500],
    payees: ['Spesa', 'Stip'],
  },
  'an Italian direct bank': {
    file: 'Data_Operazione;Data_Valuta;Entrate;Uscite;Descrizione;Descrizione_Completa;Stato\n05/01/2026;05/01/2026;;-12,50;Spesa;x;Contabilizzato',
    amounts: [-12.5],
    payees: ['Spesa'],
  },
  'a Spanish bank': {
    file: '\n\nF.Valor;Fecha;Concepto;Movimiento;Importe;Divisa;Disponible;Divisa;Observaciones\n05/01/2026;05/01/2026;Mercadona;Pago;-12,50;EUR;987,50;EUR;x',
    amounts: [-12.5],
    payees: ['Mercadona'],
  },
  'a Spanish savings bank': {
    file: 'Fecha,Fecha valor,Movimiento,Más datos,Importe,Saldo\n05/01/2026,05/01/2026,MERCADONA,x,"-12,50EUR","987,50EUR"',
    amounts: [-12.5],
    payees: ['MERCADONA'],
  },
  'a Portuguese bank': {
    file: 'Data lançamento;Data valor;Descrição;Montante;Tipo;Saldo\n05-01-2026;05-01-2026;PINGO;-12,50;Débito;987,50\n06-01-2026;06-01-2026;ORD;1.500,00;Crédito;2.487,50',
    amounts: [-12.5, 1500],
    payees: ['PINGO', 'ORD'],
  },
  'a Portuguese savings bank': {
    file: 'Consultar saldos e movimentos à ordem - 05-01-2026\n\nConta ;1 - EUR\n\nData mov. ;Data valor ;Descrição ;Débito ;Crédito ;Saldo contabilístico ;Saldo disponível ;Categoria ;\n05-01-2026;05-01-2026;PINGO;1.012,50;;987,50;987,50;x;\n04-01-2026;04-01-2026;ORD;;500,00;2.000,00;2.000,00;x;',
    amounts: [-1012.5, 500],
    payees: ['PINGO', 'ORD'],
  },
  'a Swiss postal bank': {
    file: 'Datum von:;="01.01.2026"\nKonto:;="CH01"\nWährung:;="CHF"\n\nDatum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie\n05.01.2026;Buchung;"MIGROS";;-45.2;;x\n06.01.2026;Buchung;"LOHN";5250;;;x',
    amounts: [-45.2, 5250],
    payees: ['MIGROS', 'LOHN'],
  },
  'a Swiss bank': {
    file: 'Bewertungsdatum;Abschlussdatum;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2\n2026-01-05;2026-01-05;2026-01-05;2026-01-05;CHF;-45.20;;;987.50;1;"Migros";"x"',
    amounts: [-45.2],
    payees: ['Migros'],
  },
  'a Swiss cooperative bank': {
    file: 'IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\nCH01;2026-01-05 00:00:00.0;Migros;-45.2;987.5;2026-01-05 00:00:00.0',
    amounts: [-45.2],
    payees: ['Migros'],
    account: 'CH01',
  },
  'a British mobile bank': {
    file: 'Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In\ntx_1,05/01/2026,10:00:00,Card payment,Tesco,,Groceries,-12.50,GBP,-12.50,GBP,,,,TESCO,,-12.50,',
    amounts: [-12.5],
    payees: ['Tesco'],
  },
  'a British bank': {
    file: 'Number,Date,Account,Amount,Subcategory,Memo\n ,05/01/2026,20-00-00 12345678,-12.50,Card Purchase,TESCO\n ,06/01/2026,20-00-00 12345678,20.00,Direct Credit,ANNA',
    amounts: [-12.5, 20],
    payees: ['TESCO', 'ANNA'],
    account: '20-00-00 12345678',
  },
  'a British bank with two columns': {
    file: 'Date,Type,Description,Paid out,Paid in,Balance\n05 Jan 26,VIS,TESCO,12.50,,987.50\n05 Jan 26,CR,ANNA,,20.00,1007.50',
    amounts: [-12.5, 20],
    payees: ['TESCO', 'ANNA'],
  },
  'a US card': {
    file: 'Transaction Date,Post Date,Description,Category,Type,Amount,Memo\n01/05/2026,01/06/2026,SHOP,Food,Sale,-12.50,\n01/06/2026,01/06/2026,PAY,,Payment,100.00,',
    amounts: [-12.5, 100],
    payees: ['SHOP', 'PAY'],
  },
  'a US bank': {
    file: 'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\nDEBIT,01/05/2026,"SHOP",-12.50,ACH_DEBIT,987.50,,\nCREDIT,01/04/2026,"PAY",20.00,ACH_CREDIT,1000.00,,',
    amounts: [-12.5, 20],
    payees: ['SHOP', 'PAY'],
  },
  'a US card with two columns': {
    file: 'Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit\n2026-01-05,2026-01-06,1234,SHOP,Food,12.50,\n2026-01-06,2026-01-06,1234,PAY,Payment,,100.00',
    amounts: [-12.5, 100],
    payees: ['SHOP', 'PAY'],
  },
  'a US bank with a summary': {
    file: 'Description,,Summary Amt.\nBeginning balance as of 01/01/2026,,"1,000.00"\nTotal credits,,"20.00"\n\nDate,Description,Amount,Running Bal.\n01/01/2026,Beginning balance as of 01/01/2026,,"1,000.00"\n01/05/2026,"SHOP","-12.50","987.50"',
    amounts: [-12.5],
    payees: ['SHOP'],
  },
  'a Brazilian bank': {
    file: 'data;lançamento;ag./origem;valor (R$);saldos (R$)\n05/01/2026;MERCADO;;-1.045,10;\n05/01/2026;SALDO DO DIA;;;987,50',
    amounts: [-1045.1],
    payees: ['MERCADO'],
  },
  'a Brazilian bank with quotation marks': {
    file: '"Data","Dependencia Origem","Histórico","Data do Balancete","Número do documento","Valor",\n"05/01/2026","","Compra","","1","-45.10",',
    amounts: [-45.1],
    payees: ['Compra'],
  },
  'an Indian bank': {
    file: 'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\n05/01/26,UPI-SHOP,0000,05/01/26,"1,250.00",,"98,750.00"\n06/01/26,NEFT,0000,06/01/26,,"2,000.00","1,00,750.00"',
    amounts: [-1250, 2000],
    payees: ['UPI-SHOP', 'NEFT'],
  },
  'an Indian bank with zeros': {
    file: 'S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )\n1,05/01/2026,05/01/2026,-,UPI,1250.00,0.00,98750.00\n2,06/01/2026,06/01/2026,-,NEFT,0.00,2000.00,100750.00',
    amounts: [-1250, 2000],
    payees: ['UPI', 'NEFT'],
  },
  'an Indian bank with tabs': {
    file: 'Txn Date\tValue Date\tDescription\tRef No./Cheque No.\t        Debit\tCredit\tBalance\n5 Jan 2026\t5 Jan 2026\tUPI\t1\t1,250.00\t \t98,750.00\n6 Jan 2026\t6 Jan 2026\tNEFT\t1\t \t2,000.00\t1,00,750.00',
    amounts: [-1250, 2000],
    payees: ['UPI', 'NEFT'],
  },
  'an Indian bank with short headings': {
    file: 'Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL\n05-01-2026,-,UPI,1250.00,,98750.00,1\n06-01-2026,-,NEFT,,2000.00,100750.00,1',
    amounts: [-1250, 2000],
    payees: ['UPI', 'NEFT'],
  },
  'an Indian bank with two directions': {
    file: 'Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance,Dr / Cr\n1,05-01-2026,05-01-2026,UPI,1,"1,250.00",DR,"98,750.00",CR\n2,06-01-2026,06-01-2026,NEFT,1,"2,000.00",CR,"1,00,750.00",CR',
    amounts: [-1250, 2000],
    payees: ['UPI', 'NEFT'],
  },
  'a Japanese bank': {
    file: '日付,摘要,摘要内容,支払い金額,預かり金額,差引残高,メモ,未資金化区分,入払区分\n2026/1/5,カード,シヨツプ,"4,500",,"95,500",,,支払い\n2026/1/6,給料,カブ,,"200,000","295,500",,,預かり',
    amounts: [-4500, 200000],
    payees: ['カード', '給料'],
  },
  'a Japanese bank with short headings': {
    file: '年月日,お引出し,お預入れ,お取り扱い内容,残高,メモ,ラベル\n2026/1/5,4500,,シヨツプ,95500,,\n2026/1/6,,200000,キユウヨ,295500,,',
    amounts: [-4500, 200000],
    payees: ['シヨツプ', 'キユウヨ'],
  },
  'a Japanese direct bank': {
    file: '取引日,入出金(円),取引後残高(円),入出金内容\n20260105,-4500,95500,ショップ',
    amounts: [-4500],
    payees: ['ショップ'],
  },
  'a payment service': {
    file: 'TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Exchange From,Exchange To,Exchange Rate,Payer Name,Payee Name,Payee Account Number,Merchant,Card Last Four Digits,Card Holder Full Name,Attachment,Note,Total fees\nCARD-1,05-01-2026,-50.00,EUR,Card,,950.00,,,,,,,Shop,,,,,2.00\nTR-2,06-01-2026,10.00,EUR,Recv,,960.00,,,,Anna,,,,,,,,0.00',
    amounts: [-50, 10],
    payees: ['Shop', 'Anna'],
  },
  'a payment service with net amounts': {
    file: '"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto","Absender E-Mail-Adresse"\n"05.01.2026","10:00:00","CET","Anna","Zahlung","Abgeschlossen","EUR","20,00","-0,65","19,35","x"',
    amounts: [19.35],
    payees: ['Anna'],
  },
  'a mobile bank': {
    file: '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"\n2026-01-05,2026-01-05,"Shop",DE99500105170000000001,Presentment,"",Main,-12.50,12.50,EUR,1',
    amounts: [-12.5],
    payees: ['Shop'],
    account: 'Main',
  },
  'a Lithuanian bank': {
    file: 'Data;Gavėjas / Mokėtojas;Paskirtis;Suma;Valiuta;D/K\n2026-01-05;Maxima;x;13,44;EUR;D',
    amounts: [-13.44],
    payees: ['Maxima'],
  },
  'a Lithuanian savings bank': {
    file: '"Sąskaitos Nr.","","Data","Gavėjas","Paaiškinimai","Suma","Valiuta","D/K","Įrašo Nr.","Kodas"\n"LT01","20","2026-01-05","Maxima","x","13.44","EUR","D","1","MK"\n"LT01","20","2026-01-06","Anna","x","1000.00","EUR","K","1","MK"',
    amounts: [-13.44, 1000],
    payees: ['Maxima', 'Anna'],
    account: 'LT01',
  },
}

for (const [bank, { file, amounts, payees, account = 'Statement' }] of Object.entries(banks))
  test(`the statement of ${bank} is read`, async () => {
    const read = await readFile(file)
    const found = read.records.map(({ payee, account: { number, title } }) => ({ payee, account: number ?? title }))
    assert.deepEqual(
      [read.amounts, found],
      [amounts, payees.map((payee) => ({ payee, account }))],
      read.notes.join('\n'),
    )
  })
