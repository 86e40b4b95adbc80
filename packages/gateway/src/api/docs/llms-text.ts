// The page /llms.txt, which guides language models (llmstxt.org).
import type { LoadedApi } from '../../process/load-apis.ts'

/**
 * Returns Markdown: an introduction to the gateway, how to call it, and a link for each API. `address` is empty if
 * unknown.
 */
export function llmsText(
  { apis, marketUrl }: { readonly apis: readonly LoadedApi[]; readonly marketUrl: string },
  address: string,
): string {
  const hosted = apis.filter(({ api }) => api.surface.name === 'hosted').map(({ api }) => api)
  const markets = apis.filter(({ api }) => api.surface.name === 'market').map(({ api }) => api)
  return [
    '# Gatehouse',
    '',
    '> One address and one key for many data APIs. Each call is forwarded to the real provider, or answered by an embedded implementation of it.',
    '',
    `Call \`${address}/v1/proxy/{slug}/{path of the provider}\` with the header \`x-gateway-key\`. Errors have \`error.code\` and \`error.message\`, or \`gateway_error\` beside a provider's own \`error\`.`,
    `The response header \`x-gateway-sample: true\` marks made-up data. Agents call every operation through MCP at ${address}/mcp, with the same key.`,
    '',
    '## APIs',
    '',
    ...hosted.map(({ slug, title, summary }) => `- [${title}](${address}/openapi/${slug}.json): ${summary}`),
    '',
    '## At another address and with another key',
    '',
    ...markets.map(
      ({ slug, title, summary }) =>
        `- [${title}](${address}/openapi/${slug}.json): ${summary} At ${marketUrl}, key in \`x-api-key\`.`,
    ),
    '',
    '## All in one',
    '',
    `- [OpenAPI document of all hosted APIs](${address}/openapi.json)`,
    `- [Reference for people](${address}/docs)`,
    '',
  ].join('\n')
}
