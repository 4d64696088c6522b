import { createServer } from 'node:net'
import { ScriptError } from './main.ts'

/** The addresses of HOST. "localhost" means IPv4 and IPv6 of this machine, as in browsers. */
export function addresses(host: string): [string, ...string[]] {
  return host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
}

/** Checks before any slow work whether the port is free. @throws ScriptError when the server could not listen on it */
export async function checkPort(host: string, port: number): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen({ port, host: addresses(host)[0], exclusive: true }, () => probe.close(() => resolve()))
  }).catch((error: Error) => {
    throw listenError(error, host, port)
  })
}

/** The message for an error of listen(). Other errors are returned unchanged. */
export function listenError(error: Error, host: string, port: number): Error {
  const code = 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') {
    return new ScriptError(`Port ${port} is taken by another program: stop it, or choose another one with PORT.`)
  }
  if (code === 'EACCES')
    return new ScriptError(`This user may not listen on port ${port}: choose another one with PORT.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new ScriptError(`HOST is ${host}, which is no address of this machine.`)
  }
  return error
}

/** The URL to open in a browser. */
export function addressOf(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
