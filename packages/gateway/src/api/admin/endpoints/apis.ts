// Endpoints of the APIs that the operator adds from OpenAPI descriptions.
import { bool, bytes, del, empty, get, list, oneOf, post, put, str, streamBody } from '#define'
import { checkers } from '../../added/options.ts'
import { maxDocumentBytes } from '../../added/reading.ts'
import { AddedApi } from '../schemas.ts'

const slug = str({ max: 100, doc: 'Slug of the added API.', example: 'petstore' })
const dryRun = bool({ doc: 'True if the document is only read: the answer says what would become of it.' })
const limits = { bodyBytes: maxDocumentBytes }
const options = {
  title: str({ min: 1, max: 100, doc: 'Title in place of the one in the document.' }),
  base: str({
    max: 2000,
    doc: 'Base address of live calls in place of those in the document; the only way to an address that is not public or not https.',
    example: 'https://petstore.example.com/v1',
  }),
  server: list(str({ max: 500 }), {
    repeat: true,
    max: 50,
    doc: 'Values for variables in the base address of the document, each as `name=value`.',
  }),
  check: oneOf(checkers, {
    doc: 'The side that checks parameters and bodies. Default: `provider`; descriptions are often stricter than the provider.',
  }),
  open: bool({ doc: 'True if paths below the base address that the document does not name are forwarded too.' }),
  scheme: list(str({ max: 200 }), {
    repeat: true,
    max: 10,
    doc: 'Names of the security schemes whose keys are stored, if the document offers several.',
  }),
  keyHeader: str({
    min: 1,
    max: 100,
    doc: 'Header in which the key is sent with every operation, whatever the document says.',
    example: 'X-Api-Key',
  }),
  keyQuery: str({ min: 1, max: 200, doc: 'Query parameter in which the key is sent instead of a header.' }),
  tokenUrl: str({
    min: 1,
    max: 2000,
    doc: 'Address of tokens for OAuth 2 client credentials, in place of that in the document; the only way to one that is not public or not https.',
    example: 'https://login.example.com/oauth2/token',
  }),
  scopes: str({ min: 1, max: 2000, doc: 'Scopes of these tokens, separated by spaces.', example: 'read write' }),
}

export const apiEndpoints = {
  addApi: post('/apis', 'Adds an API from an OpenAPI description, in every process and without a restart', {
    params: {
      slug: str({ max: 100, doc: 'Slug of the new API; by default made from the title.', example: 'petstore' }),
      ...options,
      dryRun,
    },
    body: streamBody(),
    returns: AddedApi,
    status: 201,
    limits,
    doc: 'The body is the document: OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0, JSON or YAML, at most 32 MiB.',
  }),
  getAddedApi: get('/apis/{slug}', 'One added API', { params: { slug }, returns: AddedApi }),
  getAddedDocument: get('/apis/{slug}/document', 'The document of an added API, as it was given', {
    params: { slug },
    returns: bytes(),
  }),
  updateApi: put('/apis/{slug}', 'Replaces the document of an added API, and says what changes', {
    params: {
      slug,
      ...options,
      dryRun,
      confirm: bool({ doc: 'True if changes that break callers, or send keys elsewhere, are wanted.' }),
    },
    body: streamBody(),
    returns: AddedApi,
    limits,
    doc: 'Options that are not given keep their values. Without `confirm`, a breaking change is refused with 409.',
  }),
  removeApi: del('/apis/{slug}', 'Removes an added API, with the provider keys and settings of all accounts', {
    params: { slug },
    returns: empty(),
    status: 204,
    doc: 'The record of its calls stays.',
  }),
}

/** The client of several APIs, whose address is not below that of one of them. */
export const clientEndpoints = {
  getClient: get('/client', 'The typed client of added APIs, as the source of one file', {
    params: {
      slug: list(str({ max: 100, example: 'petstore' }), {
        repeat: true,
        max: 100,
        doc: 'Slugs of the added APIs. Default: all.',
      }),
    },
    returns: bytes('text/typescript; charset=utf-8'),
    doc: 'TypeScript for `connectTo(apis)` of `@gatehouse/client`. The built-in APIs are in that package already.',
  }),
}
