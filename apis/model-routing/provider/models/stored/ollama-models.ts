// Models as Ollama's clients list them (SOURCES 3.19). Files, digests and quantisation belong to local models and are
// empty.

interface Listed {
  readonly id: string
  /** Unix seconds. */
  readonly created: number
  readonly endpoints: readonly string[]
}

const details = {
  parent_model: '',
  format: '',
  family: '',
  families: [],
  parameter_size: '',
  quantization_level: '',
}

export function writeTag({ id, created }: Listed) {
  const modified_at = new Date(created * 1000).toISOString()
  return { name: id, model: id, modified_at, size: 0, digest: '', details }
}

export function writeShown({ created, endpoints }: Listed) {
  return {
    modelfile: '',
    parameters: '',
    template: '',
    details,
    model_info: {},
    capabilities: endpoints.includes('embeddings') ? ['embedding'] : ['completion', 'tools'],
    modified_at: new Date(created * 1000).toISOString(),
  }
}
