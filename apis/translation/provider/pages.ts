// Pages in the provider's numbering, from 0.
import { badRequest } from './errors.ts'

const maxPageSize = 25

export function pageIn(page: number, size: number): { readonly number: number; readonly size: number } {
  if (page < 0 || page > 1_000_000) throw badRequest('Invalid or missing argument: page')
  if (size < 1 || size > maxPageSize) throw badRequest('Invalid or missing argument: page_size')
  return { number: page, size }
}
