// 64-bit Steam account ids (SOURCES 5.4).

/** The id of account number 0; the account number occupies the low 32 bits. */
const firstId = 76_561_197_960_265_728n
const lastId = firstId + 0xffff_ffffn

/** Reports whether a string is the id of an account that can exist. */
export function isSteamId(value: string): boolean {
  if (!/^\d{17}$/.test(value)) return false
  const id = BigInt(value)
  return id > firstId && id <= lastId
}

/** Returns the id of a 32-bit account number. */
export function steamIdOfAccount(account: number): string {
  return String(firstId + BigInt(account))
}
