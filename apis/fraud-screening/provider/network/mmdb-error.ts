/** A database that cannot be read; the message is for the operator. */
export class MmdbError extends Error {
  override name = 'MmdbError'
}
