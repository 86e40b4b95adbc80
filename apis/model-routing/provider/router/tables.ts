// Tables of the router itself.
export interface RouterTables {
  model_routing_channels: {
    id: string
    name: string
    /** JSON of ChannelSettings. */
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
    /** JSON of a StoredAnswer. */
    answer: string
    made_ms: number
    expires_ms: number
  }
}
