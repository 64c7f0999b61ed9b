// Loaded before a program by NODE_OPTIONS. It ends the program at its first connection to another machine, or look-up of one.
import { Socket } from 'node:net'
import { syncBuiltinESMExports } from 'node:module'
import dns from 'node:dns'
import dgram from 'node:dgram'

const near = new Set(['localhost', '127.0.0.1', '::1', undefined])
const refuse = (place) => {
  console.error(`This program uses the network: ${place}`)
  process.exit(97)
}

const connect = Reflect.get(Socket.prototype, 'connect')
Socket.prototype.connect = function connectNearby(...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0]
  const host = typeof options === 'object' ? options.host : args[1]
  if (!near.has(host)) refuse(host)
  return Reflect.apply(connect, this, args)
}
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
  const look = dns[name]
  dns[name] = (host, ...rest) => (near.has(host) ? look(host, ...rest) : refuse(host))
}
dgram.createSocket = () => refuse('datagrams')
syncBuiltinESMExports()
