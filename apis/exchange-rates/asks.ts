// What people ask for, by endpoint, in their own words: agents find operations by these.
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
  about: ['Which version does the rates API have?', 'Is the exchange rate service up?'],
}

/** Further words of people who look for it. */
export const words = {
  latest:
    'currency convert conversion exchange today now current rate dollar euro pound yen franc rupee peso krona money to in how much worth forex fx',
  onDate:
    'currency exchange rate historical history past date day year ago last month between then was worth period time series 2015 2020 dollar euro pound',
  currencies: 'currency code stands for name symbol iso list supported available offered swedish krona',
  about: 'version alive up running service root',
}
