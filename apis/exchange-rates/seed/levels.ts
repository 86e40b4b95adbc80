// Approximate, well-known levels of each currency against the euro, rounded by us, around which the sample is drawn.
// Neither these figures nor the sample are published rates.

/** The start of each of these years; levels in between are interpolated. */
export const anchorYears = [1999, 2001, 2003, 2005, 2008, 2010, 2012, 2014, 2016, 2018, 2020, 2022, 2024, 2026, 2027]

export interface Level {
  /** Units for one euro at the last anchor years, one per level. */
  readonly levels: readonly number[]
  readonly decimals: number
  /** First and last day in the sample; by default the whole period. */
  readonly since?: string
  readonly until?: string
  /** Largest relative deviation from the interpolated level. */
  readonly swing?: number
}

export const levels: Readonly<Record<string, Level>> = {
  AUD: {
    levels: [1.91, 1.69, 1.86, 1.74, 1.67, 1.6, 1.26, 1.54, 1.49, 1.54, 1.6, 1.56, 1.62, 1.75, 1.75],
    decimals: 4,
  },
  BGN: { levels: [1.9558], decimals: 4, since: '2000-07-19', until: '2025-12-31', swing: 0 },
  BRL: { levels: [2.6, 2.5, 2.4, 3.25, 4.3, 3.97, 4.51, 6.3, 5.36, 6.4, 6.3], decimals: 4, since: '2008-01-02' },
  CAD: { levels: [1.8, 1.43, 1.64, 1.64, 1.45, 1.5, 1.32, 1.46, 1.51, 1.5, 1.46, 1.44, 1.46, 1.61, 1.62], decimals: 4 },
  CHF: {
    levels: [1.61, 1.52, 1.45, 1.55, 1.65, 1.48, 1.21, 1.23, 1.08, 1.17, 1.09, 1.04, 0.93, 0.93, 0.93],
    decimals: 4,
  },
  CNY: { levels: [11, 10.7, 9.8, 8.2, 8.3, 7.1, 7.8, 7.8, 7.2, 7.9, 8.2, 8.3], decimals: 4, since: '2005-04-01' },
  CZK: {
    levels: [35.1, 35.2, 31.5, 30.4, 26.6, 26.4, 25.5, 27.4, 27, 25.5, 25.4, 24.8, 24.7, 24.2, 24.2],
    decimals: 3,
  },
  DKK: { levels: [7.45, 7.46, 7.45, 7.46, 7.47, 7.47], decimals: 4, swing: 0.0005 },
  GBP: {
    levels: [0.71, 0.63, 0.65, 0.7, 0.74, 0.89, 0.84, 0.83, 0.74, 0.89, 0.85, 0.84, 0.87, 0.87, 0.87],
    decimals: 5,
  },
  HKD: { levels: [9.1, 7.4, 8.2, 10.4, 11.5, 11.1, 10.1, 10.6, 8.5, 9.4, 8.7, 8.8, 8.6, 9.1, 9.2], decimals: 4 },
  HUF: { levels: [250, 265, 236, 246, 253, 270, 315, 297, 316, 310, 330, 369, 382, 385, 380], decimals: 2 },
  IDR: {
    levels: [12_700, 13_800, 13_400, 11_800, 16_700, 15_000, 16_300, 15_600, 16_200, 17_000, 19_600, 19_700],
    decimals: 2,
    since: '2005-04-01',
  },
  ILS: { levels: [4.95, 4.78, 4.25, 4.15, 3.88, 3.52, 4, 3.75, 3.7], decimals: 4, since: '2011-01-03' },
  INR: { levels: [66.5, 68.5, 85, 72.5, 76.6, 80, 84.2, 91.9, 105, 107], decimals: 4, since: '2009-01-02' },
  ISK: { levels: [124, 136, 148, 150, 147, 147], decimals: 2, since: '2018-02-01' },
  JPY: { levels: [133, 108, 125, 138, 160, 133, 100, 143, 130, 135, 121, 130, 156, 183, 180], decimals: 2 },
  KRW: {
    levels: [1370, 1190, 1250, 1390, 1380, 1660, 1490, 1440, 1280, 1280, 1297, 1346, 1434, 1695, 1690],
    decimals: 2,
  },
  MXN: { levels: [16, 18.7, 18.1, 17.9, 18.9, 23.5, 21.2, 23.1, 18.7, 21, 20.9], decimals: 4, since: '2008-01-02' },
  MYR: { levels: [5.1, 4.85, 4.9, 4.1, 4.5, 4.7, 4.86, 4.6, 4.73, 5.08, 4.75, 4.7], decimals: 4, since: '2005-04-01' },
  NOK: { levels: [8.8, 8.2, 7.3, 8.2, 7.95, 8.3, 7.7, 8.4, 9.6, 9.8, 9.85, 10, 11.3, 11.8, 11.7], decimals: 4 },
  NZD: { levels: [2.22, 2.15, 2, 1.88, 1.9, 1.97, 1.67, 1.66, 1.59, 1.69, 1.67, 1.66, 1.75, 2.03, 2.03], decimals: 4 },
  PHP: { levels: [73, 60, 66, 57, 61, 51, 60, 57, 58, 61, 69, 69], decimals: 3, since: '2005-04-01' },
  PLN: {
    levels: [4.07, 3.85, 4.02, 4.08, 3.61, 4.1, 4.46, 4.15, 4.26, 4.18, 4.26, 4.6, 4.34, 4.22, 4.22],
    decimals: 4,
  },
  RON: {
    levels: [3.6, 3.6, 4.2, 4.32, 4.46, 4.52, 4.66, 4.78, 4.95, 4.97, 5.09, 5.1],
    decimals: 4,
    since: '2005-07-01',
  },
  SEK: { levels: [9.5, 8.8, 9.15, 9, 9.4, 10.3, 8.9, 8.85, 9.2, 9.8, 10.5, 10.3, 11.1, 10.8, 10.9], decimals: 4 },
  SGD: { levels: [1.95, 1.65, 1.83, 2.18, 2.1, 2, 1.68, 1.73, 1.54, 1.6, 1.51, 1.53, 1.46, 1.51, 1.51], decimals: 4 },
  THB: { levels: [51.5, 49, 47.6, 41, 45, 39.3, 39, 33.4, 37.7, 37.9, 37, 37], decimals: 3, since: '2005-04-01' },
  TRY: {
    levels: [1.83, 1.72, 2.15, 2.44, 2.96, 3.18, 4.55, 6.67, 15.1, 32.6, 50.4, 56],
    decimals: 4,
    since: '2005-01-03',
  },
  USD: { levels: [1.17, 0.95, 1.05, 1.33, 1.47, 1.43, 1.3, 1.37, 1.09, 1.2, 1.12, 1.13, 1.1, 1.17, 1.17], decimals: 4 },
  ZAR: { levels: [6.9, 7.2, 9, 7.7, 10, 10.6, 10.5, 14.4, 17, 14.8, 15.7, 18.1, 20.2, 19.4, 19.5], decimals: 4 },
}
