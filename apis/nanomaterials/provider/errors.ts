// The provider's own errors. AMBIT responds with a status and a page, so the body is our own, in the form of Solr's
// errors (SOURCES 1.5, 5.4).
import { type Refusal, refuse } from '#define'

function ambitError(status: number, msg: string): Refusal {
  return refuse(status, { error: { code: status, msg } })
}

/** Returns 400: a parameter is invalid. */
export function badRequest(msg: string): Refusal {
  return ambitError(400, msg)
}
export function unknownDatabase(name: string): Refusal {
  return ambitError(404, `There is no database ${JSON.stringify(name.slice(0, 40))}.`)
}
export function unknownSubstance(): Refusal {
  return ambitError(404, 'The database has no such substance.')
}
export function noMolecule(): Refusal {
  return ambitError(404, 'The structure has no atoms.')
}
/** Returns 400: the structure or pattern takes too long to search. */
export function tooSlow(): Refusal {
  return ambitError(400, 'The search takes too long. Use a simpler structure or a more specific pattern.')
}
/** Returns 400: the InChI is not stored, and the engine that reads InChI is missing. */
export function noInchiReader(): Refusal {
  return ambitError(
    400,
    'The database has no structure with this InChI whose SMILES is known. To read others the operator adds an engine ' +
      '(gatehouse engines add indigo); SMILES and MOL work without it.',
  )
}
/** Returns 503: too many searches are waiting. */
export function busy(): Refusal {
  return ambitError(503, 'Too many structure searches are waiting. Try again in a moment.')
}

/** A problem with a Solr request; the response adds the header and Solr's class name (SOURCES 5.4). */
export class SolrProblem extends Error {
  override name = 'SolrProblem'
  readonly rootClass: string
  constructor(message: string, rootClass = 'org.apache.solr.common.SolrException') {
    super(message)
    this.rootClass = rootClass
  }
}
export function undefinedField(name: string): SolrProblem {
  return new SolrProblem(`undefined field ${name.slice(0, 100)}`)
}
export function cannotParse(query: string, reason: string): SolrProblem {
  return new SolrProblem(
    `org.apache.solr.search.SyntaxError: Cannot parse '${query.slice(0, 200)}': ${reason}`,
    'org.apache.solr.search.SyntaxError',
  )
}
export function solrRefusal(header: object, { message, rootClass }: SolrProblem): Refusal {
  return refuse(400, {
    responseHeader: header,
    error: {
      metadata: ['error-class', 'org.apache.solr.common.SolrException', 'root-error-class', rootClass],
      msg: message,
      code: 400,
    },
  })
}
