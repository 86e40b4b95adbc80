// The one endpoint that routers of this kind have and do not implement (FACTS 2).
import { refuse } from '#define'

export function unimplementedImages(): never {
  const error = { message: 'API not implemented', type: 'new_api_error', param: '', code: 'api_not_implemented' }
  throw refuse(501, { error })
}
