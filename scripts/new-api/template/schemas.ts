// Shapes that several endpoints share.
import { int, obj, str } from '#define'

export const noteText = str({ min: 1, max: 1000, doc: 'The text.', example: 'Buy bread.' })

export const Note = obj({ id: int({ min: 1 }), text: str() })
