// Pure functions of a declaration: route table, readers, checks, documents, client source.

export { bodyForHandler } from './body-fields.ts'
export { clientFileOf } from './client-file.ts'
export { clientSourceOf } from './client-source.ts'
export { type Compared, comparedSentence, readCompared } from './compared.ts'
export { addressOf, curlOf, exampleAddressOf, shellNames } from './curl.ts'
export { withDefinitions } from './definitions.ts'
export {
  type DescribedExample,
  type DescribedOperation,
  type DescribedValue,
  describedOperation,
  differenceOf,
} from './described-operation.ts'
export { type AssignedId, createAssignedIds, identifying, withIds, withVariables } from './example-ids.ts'
export { stateOf } from './markdown.ts'
export { maskedExample } from './masked-example.ts'
export { mcpToolsOf } from './mcp.ts'
export { likelyMeant } from './nearest.ts'
export { openApiOf } from './openapi.ts'
export { errorCodesOf } from './openapi-errors.ts'
export { openApiOfAll } from './openapi-of-all.ts'
export { type OutlinedOperation, type OutlineGroup, outlineOf } from './outline.ts'
export type { Parameter } from './parameters.ts'
export { callerParametersOf } from './parameters.ts'
export type { QueryPair, Reader } from './reading.ts'
export { compileReader, readPairs } from './reading.ts'
export { readForm, readParts } from './reading-forms.ts'
export type { Route, RouteTable } from './routes.ts'
export { compileRoutes, compileRoutesInSteps, patternOf } from './routes.ts'
export { cookiePairs } from './styled-parameters.ts'
export { unknownMembers, unknownParameters } from './unknown-names.ts'
export type { Check, Problem } from './validation.ts'
export { bodyCheckOf, checkOf } from './validation.ts'
export type { WrittenFields, WrittenFile } from './written-body.ts'
export { formText, multipartPieces } from './written-body.ts'
export { cookieText, headerText, pathText, queryText } from './written-parameter.ts'
