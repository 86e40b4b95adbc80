// The address of an added API's live calls. Whoever wrote the document may not be the operator: an address of theirs
// must be https and public, and so must that of each operation; one that the operator names may be any.
import { isIP } from 'node:net'
import type { Description } from '#descriptions'
import { isPublicAddress } from '../../upstream/guarded-fetch.ts'
import type { AddedOptions } from './options.ts'

/** Returns the reason why calls cannot go to the base address of a description, or undefined if they can. */
export function baseProblem(description: Description, { base }: Pick<AddedOptions, 'base'>): string | undefined {
  if (description.base === undefined)
    return 'The document names no https address for calls. Name one with base, such as https://api.example.com/v1.'
  if (base !== undefined) return undefined
  const written = [description.base, ...description.operations.flatMap((operation) => operation.base ?? [])]
  const refused = written.find((address) => !isPublicHttps(address))
  if (refused === undefined) return undefined
  return `The document sends calls to ${refused.slice(0, 200)}, which is not a public https address. If you trust it, name it with base.`
}

function isPublicHttps(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? host.split('.').findLast((label) => label !== '') !== 'localhost' : isPublicAddress(host)
}
