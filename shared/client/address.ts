export type ReadAddress =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly fault: string }

const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

const fault = (text: string): ReadAddress => ({ ok: false, fault: text })

/** The one way to write a base address: lower-case host, no default port, no slash at the end. */
export const readAddress = (text: string): ReadAddress => {
  if (!URL.canParse(text)) return fault('A base address looks like https://pointsman.example.')
  const { protocol, username, password, search, hash, origin, pathname } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return fault('A base address begins with https:// or http://.')
  if (username + password !== '') return fault('A base address holds neither a user name nor a password.')
  if (search + hash !== '') return fault('A base address holds neither a query nor a fragment.')
  return { ok: true, address: origin + pathname.replace(/\/+$/, '') }
}

/** Whether a token may travel to an address: encrypted, or without leaving this computer. */
export const isConfidential = (address: string): boolean => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || LOOPBACK.includes(hostname)
}
