// The tables of the embedded provider: usage, one row per account that has called, and submitted images.

/** The usage of an account. Credits are counted in quarters, the price of a preview. */
export interface AccountsTable {
  account: string
  /** The month of the next two counts, `YYYY-MM`. */
  month: string
  free_calls_used: number
  subscription_used: number
  /** Total usage, because these credits do not come back. */
  payg_used: number
  enterprise_used: number
  /** The minute of the megapixels, counted from the epoch. */
  minute: number
  megapixels: number
  /** The day of the submissions, `YYYY-MM-DD`. */
  day: string
  submissions: number
}
/** Metadata of a submitted image; the image itself is not kept. */
interface SubmissionsTable {
  id: string
  account: string
  file_name: string
  tag: string
  bytes: number
  width: number
  height: number
  sha256: string
  at_ms: number
}

export interface Tables {
  background_removal_accounts: AccountsTable
  background_removal_submissions: SubmissionsTable
}
