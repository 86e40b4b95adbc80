// The envelope of every result of the provider.
import { int, obj, type Shape, str } from '#define'

/** Wraps the result as `result`, with the provider's own code and message. */
export const answer = <S extends Shape<unknown>>(result: S) =>
  obj({ result, code: int({ doc: '2000 for success.', example: 2000 }), message: str({ example: 'Success' }) })

/** The response to a removal. */
export const removed = answer(obj({ deleted: int({ doc: 'Number of removed records.' }) }))
