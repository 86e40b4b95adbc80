/** The rates of one publication day: units of each currency for one euro. */
export interface Day {
  readonly day: string
  readonly rates: Readonly<Record<string, number>>
}
