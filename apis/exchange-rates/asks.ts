// Search phrases by endpoint, in users' own words: agents find operations by these.
export const asks = {
  latest: [
    'How many dollars is a euro today?',
    'Convert 100 EUR to yen',
    'Convert dollars, pounds, yen or any money',
    'Foreign exchange quote now',
  ],
  onDate: [
    'What was the pound worth on 3 January 2020?',
    'Exchange rates over the last month',
    'Historical rate of the franc',
    'What did a currency cost on some day in the past?',
  ],
  currencies: [
    'Which currencies can be converted?',
    'What is the full name of CHF?',
    'List of currency codes',
    'Which codes such as USD, GBP or CHF are supported?',
  ],
  ratesV2: ['Rates of a month as rows', 'Average exchange rate by week or month', 'Monthly mean of the dollar'],
  rateV2: ['Rate of one currency pair', 'EUR to USD on a day, one number'],
  currenciesV2: ['Since when is a currency published?', 'Currencies with first and last day'],
  currencyV2: ['Details of one currency by its code', 'Name and symbol of the currency SEK'],
  providersV2: ['Which central bank publishes the rates?', 'Sources of the exchange rates'],
  about: ['Which version does the rates API have?', 'Is the exchange rate service up?'],
}

/** Further search words of users. */
export const words = {
  latest:
    'currency convert conversion exchange today now current rate dollar euro pound yen franc rupee peso krona money to in how much worth forex fx yuan zloty change equals hundred price of one another',
  onDate:
    'currency exchange rate historical history past date day year ago last month between then was worth period time series 2015 2020 dollar euro pound historic back value when trip invoice dated',
  currencies:
    'currency code stands for name symbol iso list supported available offered swedish krona symbols money known monies full names',
  about: 'version alive up running service root source who runs which data',
  ratesV2: 'rates rows series period range average mean weekly monthly group several many version two',
  rateV2: 'one pair two currencies single number base quote version two',
  currenciesV2: 'currencies first last day since when published discontinued list version two',
  currencyV2: 'one currency details name symbol country code version two',
  providersV2: 'central banks publishers sources providers who publishes version two',
}

/** Names that belong to the API. */
export const topics =
  'usd eur gbp jpy chf sek nok dkk pln czk huf cad aud nzd cny inr brl mxn zar try krw sgd hkd dollar euro pound sterling yen franc krona krone zloty koruna forint yuan rupee real peso rand lira won'
