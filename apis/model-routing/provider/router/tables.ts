// Tables of the router itself.
export interface RouterTables {
  model_routing_channels: {
    id: string
    name: string
    /** JSON of ChannelFacts. */
    facts: string
    created_ms: number
    updated_ms: number
  }
  model_routing_settings: {
    name: string
    /** JSON. */
    value: string
    updated_ms: number
  }
  model_routing_answers: {
    account: string
    hash: string
    /** JSON: how it was answered, and the reply events. */
    answer: string
    made_ms: number
    expires_ms: number
  }
}
