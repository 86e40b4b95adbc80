// Errors of Ollama: a sentence (SOURCES 3.19).
import type { WireError } from '../format.ts'
import type { ModelError } from '../model-error.ts'
import { messageWith, waitHeaders } from '../upstream-error.ts'

export function writeError(fault: ModelError): WireError {
  return {
    status: fault.status,
    headers: waitHeaders(fault),
    body: { error: messageWith('input length exceeds the context length', fault) },
  }
}
