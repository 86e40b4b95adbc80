// The tables of the embedded provider: one row for each account that has called it, and the submissions of images.

/** What an account has used. Credits are counted in quarters, the price of a preview. */
export interface AccountsTable {
  account: string
  /** The month in which the next two were used, `YYYY-MM`. */
  month: string
  free_calls_used: number
  subscription_used: number
  /** Used ever, because these credits do not come back. */
  payg_used: number
  enterprise_used: number
  /** The minute, counted from the epoch, in which the megapixels were used. */
  minute: number
  megapixels: number
  /** The day on which images were submitted, `YYYY-MM-DD`. */
  day: string
  submissions: number
}
/** Facts of a submitted image; the image itself is not kept. */
export interface SubmissionsTable {
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
