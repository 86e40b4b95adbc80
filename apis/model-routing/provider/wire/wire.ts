/** The wire formats: chat completions, messages, generateContent, text completions. */
export type Wire = 'openai' | 'anthropic' | 'gemini' | 'completions'
