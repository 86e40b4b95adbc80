// The reference page of one API, shown by Scalar. Its script is large, so the index of all APIs (packages/console,
// docs.html) does without it.
import type { Page } from '../../call/http/stored-page.ts'

/**
 * Returns the policy of the page: it loads everything from this server, and tries calls at it and at the item market.
 */
const policyFor = (marketUrl: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self' ${new URL(marketUrl).origin}; img-src 'self' data: blob:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Returns the page, the same for every API: its script takes the slug from the address. */
export const referencePage = (marketUrl: string): Page => ({
  status: 200,
  contentType: 'text/html; charset=utf-8',
  headers: { 'content-security-policy': policyFor(marketUrl) },
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gatehouse reference</title>
<style>.all { display: block; padding: 0.5rem 1rem; font: 15px system-ui, sans-serif; }</style>
</head>
<body>
<a class="all" href="/docs">All APIs</a>
<div id="reference"></div>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`,
})

/** Starts Scalar for the API in the address, with the key that the tab keeps. */
export const startScript = `const slug = location.pathname.split('/')[2]
Scalar.createApiReference('#reference', {
  url: '/openapi/' + slug + '.json',
  authentication: {
    preferredSecurityScheme: 'key',
    securitySchemes: { key: { value: sessionStorage.getItem('gatehouse-key') ?? '' } },
  },
  generateOperationSlug: (operation) => operation.operationId,
  telemetry: false,
  hideClientButton: true,
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
})
`
