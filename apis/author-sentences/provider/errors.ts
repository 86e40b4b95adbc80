// The provider's own errors. It responds to an unknown id with a page of status 500; ours is a 404 in JSON (SOURCES
// 3.1).
import { refuse } from '#define'

type Headers = Record<string, string>

export const sentenceNotFound = (headers: Headers) => refuse(404, { message: 'Sentence not found' }, headers)

export const bookNotFound = (headers: Headers) => refuse(404, { message: 'Book not found' }, headers)
