// The tables of the embedded provider. Every row of skins, textures and jobs belongs to an account.

/** An account that has called; its copy of the sample skins is made along with this row. */
interface AccountsTable {
  account: string
  created_at: number
}

/** A skin, generated or of the sample. */
export interface SkinsTable {
  account: string
  /** A random number of 31 bits. */
  id: number
  /** 32 hex digits. */
  uuid: string
  name: string
  /** The name in lower case, for filters. */
  search_name: string
  variant: 'classic' | 'slim'
  /** 0 is public, 1 private. */
  visibility: number
  image_hash: string
  texture_hash: string
  profile_id: string
  profile_name: string
  /** Base address of the texture in the signed property; empty until it is signed. */
  signed_base: string
  value: string
  signature: string
  created_at: number
  duration_ms: number
  /** Number of times it was generated again. */
  duplicates: number
  views: number
  is_sample: number
}

/** The PNG of a generated skin, encoded by us, without metadata. */
interface TexturesTable {
  hash: string
  account: string
  png: Buffer
}

/** A skin to be generated; deleted in the transaction that stores the skin. */
export interface JobsTable {
  /** The id of the future skin. */
  uuid: string
  account: string
  name: string
  variant: 'classic' | 'slim'
  visibility: number
  image_hash: string
  texture_hash: string
  profile_id: string
  profile_name: string
  signed_base: string
  /** Null for a sample texture. */
  png: Buffer | null
  is_sample: number
  created_at: number
  attempts: number
}

/** The calls of a gateway key, by purpose. Times are milliseconds. */
export interface TrafficTable {
  account: string
  key: string
  purpose: 'generate' | 'validate'
  window_started_at: number
  window_calls: number
  minute_started_at: number
  minute_calls: number
  next_at: number
  /** 0 before the first call. */
  last_at: number
}

/** The public halves of the signing keys, for all accounts; the last one signs. */
export interface KeysTable {
  generation: number
  /** Name of the secret with the private half. */
  secret: string
  /** SubjectPublicKeyInfo in base64. */
  public_key: string
  created_at: number
}

export interface Tables {
  game_skins_accounts: AccountsTable
  game_skins_skins: SkinsTable
  game_skins_textures: TexturesTable
  game_skins_jobs: JobsTable
  game_skins_traffic: TrafficTable
  game_skins_keys: KeysTable
}
