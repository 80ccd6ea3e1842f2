/** A browser without a window: it keeps cookies, and goes where redirects lead only when told to. */
export type Visitor = {
  readonly get: (url: string) => Promise<Response>
  readonly post: (url: string, form: Readonly<Record<string, string>>, origin?: string) => Promise<Response>
  /** Opens an address and goes on until a page answers. */
  readonly open: (url: string) => Promise<Response>
  /** Goes where an answer leads, on and on until a page answers. */
  readonly follow: (answer: Response) => Promise<Response>
  /** By name; ports do not matter to cookies. */
  readonly cookies: ReadonlyMap<string, string>
}

type Cookie = { readonly name: string; readonly value: string; readonly path: string; readonly isOver: boolean }

const MOST_HOPS = 10

const attributeOf = (attributes: readonly string[], name: string): string | undefined =>
  attributes.find((attribute) => attribute.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)

const cookieOf = (line: string): Cookie => {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const cut = pair.indexOf('=')
  const expires = attributeOf(attributes, 'expires')
  const isOver =
    attributeOf(attributes, 'max-age') === '0' || (expires !== undefined && Date.parse(expires) < Date.now())
  return { name: pair.slice(0, cut), value: pair.slice(cut + 1), path: attributeOf(attributes, 'path') ?? '/', isOver }
}

const isIn = (path: string, url: string): boolean => new URL(url).pathname.startsWith(path)

export const aVisitor = (): Visitor => {
  const jar = new Map<string, Cookie>()

  const keep = (answer: Response): Response => {
    for (const cookie of answer.headers.getSetCookie().map(cookieOf)) {
      if (cookie.isOver) jar.delete(cookie.name)
      else jar.set(cookie.name, cookie)
    }
    return answer
  }
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    const cookie = [...jar.values()]
      .filter(({ path }) => isIn(path, url))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const headers = { accept: 'text/html', ...Object(init.headers), ...(cookie === '' ? {} : { cookie }) }
    return keep(await fetch(url, { ...init, headers, redirect: 'manual' }))
  }
  const get = (url: string): Promise<Response> => send(url, {})
  const follow = async (answer: Response): Promise<Response> => {
    let last = answer
    for (let hop = 0; hop < MOST_HOPS; hop++) {
      const location = last.headers.get('location')
      if (location === null) return last
      last = await get(new URL(location, last.url).href)
    }
    throw new Error('Too many redirects')
  }
  return {
    get,
    post: (url, form, origin = new URL(url).origin) =>
      send(url, { method: 'POST', body: new URLSearchParams(form), headers: { origin } }),
    open: async (url) => follow(await get(url)),
    follow,
    get cookies() {
      return new Map([...jar.values()].map(({ name, value }) => [name, value]))
    },
  }
}

/** Signs in by the local sign-in page and gives the page on which the person then is. */
export const signInAs = async (visitor: Visitor, baseUrl: string, email: string, returnTo = '/'): Promise<Response> => {
  const form = await visitor.open(`${baseUrl}/auth/sign-in?return_to=${encodeURIComponent(returnTo)}`)
  return visitor.follow(await visitor.post(form.url, { email }))
}
