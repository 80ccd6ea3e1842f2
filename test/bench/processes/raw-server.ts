import { createServer } from 'node:http'
import { listen } from '../../../infra/local/listen.ts'
import { ready, setting } from './serving.ts'

// The same bytes as the local service answers: a server that leaves headers out would be quicker for answering less.
const { body, headers } = setting
const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(body)
})
ready(`http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`)
