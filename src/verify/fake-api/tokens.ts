/**
 * Four characters a token, the vendors' own rule of thumb for English
 * (https://help.openai.com/en/articles/4936856-what-are-tokens-and-how-to-count-them). A tokenizer would be a
 * dependency and slow on prompts of a million tokens, and no failure hangs on the exact number.
 */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4)

/** The beginning of a text that has at most this many tokens. */
export const firstTokens = (text: string, tokens: number): string => text.slice(0, Math.max(0, tokens) * 4)

/** A text in pieces as a stream brings them: about three tokens each. */
export const pieces = (text: string): string[] => text.match(/[\s\S]{1,12}/g) ?? []
