import type { ServerResponse } from 'node:http'

const html =
  '<html>\r\n<head><title>Gateway</title></head>\r\n<body><center><h1>Gateway</h1></center></body>\r\n</html>'
const plain = 'this API is closed because this node is a lite fullnode'
const busy = { Error: 'class java.lang.IllegalAccessException : lack of computing resources' }

type Fail = (response: ServerResponse, answer: string) => void

const reply =
  (status: number, type: string, body: string, headers: Record<string, string> = {}): Fail =>
  (response) => {
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(body)
  }

/** The ways in which a node fails. Each one takes the place of a right answer. */
export const nodeFailures = {
  rate_limited: reply(429, 'application/json', JSON.stringify({ Error: 'Too many requests' })),
  penalty: reply(403, 'application/json', JSON.stringify({ Error: 'The key exceeds the frequency limit' })),
  overloaded: reply(503, 'application/json', JSON.stringify({ Error: 'Service unavailable' }), { 'retry-after': '1' }),
  bad_gateway: reply(502, 'text/html', html),
  gateway_timeout: reply(504, 'text/html', html),
  busy: reply(200, 'application/json', JSON.stringify(busy)),
  node_error: reply(200, 'application/json', JSON.stringify({ Error: 'class java.lang.NullPointerException : null' })),
  lite_node: reply(200, 'text/plain', plain),
  html: reply(200, 'text/html', html),
  other_shape: reply(200, 'application/json', JSON.stringify({ id: 1, data: 'none' })),
  redirect: reply(302, 'text/plain', '', { location: 'http://127.0.0.1:1/' }),
  too_large: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const block = ' '.repeat(64 * 1024)
    const write = (left: number): void => {
      if (left === 0) response.end('{}')
      else response.write(block, () => write(left - 1))
    }
    write(100)
  },
  cut_off: (response, answer) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(answer.length) })
    response.write(answer.slice(0, answer.length / 2), () => response.destroy())
  },
  cut_json: (response, answer) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(answer.slice(0, answer.length / 2))
  },
  // The connection stays open and silent.
  time_out: () => {},
} satisfies Record<string, Fail>

export type NodeFailure = keyof typeof nodeFailures
