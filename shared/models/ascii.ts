const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * JSON of characters that take one byte each. A single apostrophe of the typographic sort would double the memory of the
 * text that a container reads an index from, and the time to read it.
 */
export const asciiJson = (value: unknown): string => JSON.stringify(value).replaceAll(/[\u007f-\uffff]/g, escaped)
