/** Where unpredictable bytes come from: `randomBytes` of node:crypto in the service, a fixed sequence in tests. */
export type Random = (size: number) => Uint8Array

/** An unguessable text of 256 bits, safe in a cookie, a query and a key: 43 characters of base64url. */
export const secretText = (random: Random): string => Buffer.from(random(32)).toString('base64url')

const SECRET_TEXT = /^[A-Za-z0-9_-]{43}$/

/** Whether a text from outside has the form of `secretText`, so that nothing else is ever hashed or looked up. */
export const isSecretText = (text: string): boolean => SECRET_TEXT.test(text)
