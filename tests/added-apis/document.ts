// A small description of an API of ours, and the calls of the operator API that tests make with it.
import type { OpenGateway } from '../harness/open-gateway.ts'

interface DocumentOptions {
  readonly title?: string
  readonly server?: string
  readonly paths?: Readonly<Record<string, unknown>>
}

/** Pets that are listed, read, added and removed, with a key in a header. */
export function petDocument({
  title = 'Pet shop',
  server = 'https://pets.example.com/v1',
  paths,
}: DocumentOptions = {}) {
  const answer = {
    description: 'A pet',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
  }
  const id = { name: 'petId', in: 'path', required: true, schema: { type: 'string' } }
  return {
    openapi: '3.0.3',
    info: { title, version: '1.2.0', description: 'Cats, dogs and capybaras for sale.' },
    servers: [{ url: server }],
    security: [{ shopKey: [] }],
    paths: paths ?? {
      '/pets': {
        get: {
          operationId: 'listPets',
          summary: 'Lists the capybaras and other pets',
          parameters: [{ name: 'kind', in: 'query', schema: { type: 'string', enum: ['cat', 'dog'] } }],
          responses: { 200: { description: 'Pets' } },
        },
        post: {
          operationId: 'addPet',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          responses: { 201: answer },
        },
      },
      '/pets/{petId}': {
        get: { operationId: 'getPet', parameters: [id], responses: { 200: answer } },
        delete: { operationId: 'removePet', parameters: [id], responses: { 204: { description: 'Gone' } } },
      },
    },
    components: {
      securitySchemes: { shopKey: { type: 'apiKey', in: 'header', name: 'X-Shop-Key' } },
      schemas: {
        Pet: { type: 'object', required: ['name'], properties: { id: { type: 'string' }, name: { type: 'string' } } },
      },
    },
  }
}

/** Calls the operator API. */
export async function admin(
  gateway: Pick<OpenGateway, 'baseUrl' | 'adminKey'>,
  method: string,
  path: string,
  body?: unknown,
) {
  const response = await fetch(`${gateway.baseUrl}/v1/admin${path}`, {
    method,
    headers: { 'x-gateway-admin-key': gateway.adminKey, 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const json: Readonly<Record<string, unknown>> = text.startsWith('{') ? JSON.parse(text) : {}
  return { status: response.status, text, json, message: String(Object(json.error).message ?? '') }
}
