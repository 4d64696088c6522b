import { createServer } from 'node:net'
import { ScriptError } from './main.ts'

/** The addresses behind HOST: "localhost" means this machine by IPv4 and IPv6, as browsers take it. */
export function addresses(host: string): [string, ...string[]] {
  return host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
}

/** Throws a sentence when nothing can listen on the port, before anything slow is begun. */
export async function checkPort(host: string, port: number): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen({ port, host: addresses(host)[0], exclusive: true }, () => probe.close(() => resolve()))
  }).catch((error: Error) => {
    throw listenError(error, host, port)
  })
}

/** The sentence behind an error of listen(). */
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

/** The address to open in a browser. */
export function addressOf(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
