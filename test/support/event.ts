export type Asked = {
  readonly routeKey?: string
  readonly method?: string
  readonly path?: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly params?: Readonly<Record<string, string>>
}

/** An API Gateway event (payload format 2.0) as the gateway would send it. */
export const anEvent = ({ method = 'GET', path = '/api/route', query = '', headers = {}, ...asked }: Asked = {}) => ({
  version: '2.0',
  routeKey: asked.routeKey ?? `${method} ${path}`,
  rawPath: path,
  rawQueryString: query,
  headers: { host: 'pointsman.example', 'x-forwarded-proto': 'https', ...headers },
  requestContext: { requestId: 'request-1', http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1' } },
  ...(asked.params === undefined ? {} : { pathParameters: asked.params }),
  isBase64Encoded: false,
})
