// The part of `swagger-client` that is used; the package has no types.
declare module 'swagger-client' {
  interface Built {
    /** Absolute, with the query. */
    readonly url: string
    readonly method: string
    readonly headers: Readonly<Record<string, unknown>>
    /** Text, a form, or a value that is sent as JSON. */
    readonly body?: unknown
  }
  interface BuildOptions {
    readonly spec: object
    /** `<method>-<path>`, if the operation has no id. */
    readonly operationId: string
    readonly baseURL: string
    /** Values by `<in>.<name>`. */
    readonly parameters: Readonly<Record<string, unknown>>
    readonly requestBody?: unknown
    readonly requestContentType?: string | undefined
  }
  const SwaggerClient: {
    buildRequest(options: BuildOptions): Built
    /** Follows the references below a place of a document. */
    resolveSubtree(document: object, place: readonly string[]): Promise<{ readonly spec: unknown }>
  }
  export default SwaggerClient
}
